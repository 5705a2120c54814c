import type { Clock } from '../../../../platform/time/clock.ts';
import type { Caller } from '../parts.ts';
import type { KnownPlaces } from './known-places.ts';
import { accountAtAddressDelay, accountDelay, networksOf, type Throttle, tooManyTries } from './throttle.ts';
import { countsByPlace, type TriesKind } from './tries-by-place.ts';

export type SignInTries = ReturnType<typeof createSignInTries>;

const signIns: TriesKind = { name: 'account', here: accountAtAddressDelay, anywhere: accountDelay };

/** How often somebody may guess a password: by address, by account, and by both together. */
export function createSignInTries(deps: {
  throttle: Throttle;
  places: KnownPlaces;
  clock: Clock;
  triesPerAddress: number;
}) {
  const { throttle, places, clock, triesPerAddress } = deps;

  return {
    /** Refuses while a wait is running; otherwise counts the try as failed until `succeeded` takes it back. */
    async count(email: string, caller: Caller): Promise<void> {
      const place = await places.find(email, caller);
      if (place !== 'device') {
        const networks = networksOf(caller.address).slice(0, place === 'network' ? 1 : undefined);
        await throttle.countByNetworks('sign-in', networks, triesPerAddress);
      }
      const now = clock.now();
      for (const { what, whom, delay } of countsByPlace(signIns, email, caller, place)) {
        const until = await throttle.countTry(what, whom, delay);
        if (until !== null) throw tooManyTries('Too many failed sign-in attempts.', now, until);
      }
    },

    /** For somebody who has proved who they are. */
    async succeeded(email: string, caller: Caller): Promise<void> {
      const place = await places.find(email, caller);
      for (const { what, whom } of countsByPlace(signIns, email, caller, place)) {
        await throttle.forget(what, whom);
      }
      await throttle.dropForgotten();
      await places.remember(email, caller);
    },
  };
}
