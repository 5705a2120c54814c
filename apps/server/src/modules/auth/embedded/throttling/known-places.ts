import type { Database } from '../../../../platform/db/database.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import type { Caller } from '../parts.ts';
import { keyFor, networksOf } from './throttle.ts';

/** Milliseconds without a sign-in after which a place becomes strange again. */
export const placeLifetime = 180 * 24 * 60 * 60 * 1_000;

/** Where somebody signs in from: a known device (by our cookie), a known network, or neither. */
export type Place = 'device' | 'network' | 'strange';

export type KnownPlaces = ReturnType<typeof createKnownPlaces>;

/** Places each account has signed in from: a place belongs to one account, and vouches for no other. */
export function createKnownPlaces({ db, clock }: { db: Database; clock: Clock }) {
  const deviceKey = (email: string, device: string) => keyFor('device', `${email} ${device}`);
  const networkKey = (email: string, { address }: Caller) =>
    keyFor('network', `${email} ${networksOf(address)[0].name}`);
  const oldest = () => new Date(clock.now().getTime() - placeLifetime);

  return {
    async find(email: string, caller: Caller): Promise<Place> {
      const device = caller.device === undefined ? null : deviceKey(email, caller.device);
      const network = networkKey(email, caller);
      const { rows } = await db.query<{ key: string }>(
        'select key from known_places where key = any($1) and seen_at > $2',
        [[device ?? network, network], oldest()],
      );
      const known = new Set(rows.map(({ key }) => key));
      if (device !== null && known.has(device)) return 'device';
      return known.has(network) ? 'network' : 'strange';
    },

    /** Call after a sign-in that proved the person's identity. */
    async remember(email: string, caller: Caller): Promise<void> {
      const keys = [
        networkKey(email, caller),
        ...(caller.device === undefined ? [] : [deviceKey(email, caller.device)]),
      ];
      await db.query(
        `insert into known_places (key, seen_at) select unnest($1::text[]), $2
         on conflict (key) do update set seen_at = excluded.seen_at`,
        [keys, clock.now()],
      );
      await db.query('delete from known_places where seen_at <= $1', [oldest()]);
    },
  };
}
