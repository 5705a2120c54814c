import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Database } from '../../../../platform/db/database.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { AuthError, type AuthErrorCode } from '../../auth-error.ts';

/** Milliseconds. */
const second = 1_000;
const minute = 60 * second;

/** Attempts are limited per window of five minutes. */
const windowLength = 5 * minute;

export type GrowingDelay = {
  /** Attempts before the first delay. */
  freeTries: number;
  /** Milliseconds; doubles with each further attempt up to `longestWait`. */
  firstWait: number;
  longestWait: number;
  /** Milliseconds without an attempt after which counting restarts. */
  forgottenAfter: number;
};

/** Delays for one account from one address: a stranger elsewhere cannot lock its owner out with it. */
export const accountAtAddressDelay: GrowingDelay = {
  freeTries: 5,
  firstWait: 5 * second,
  longestWait: 15 * minute,
  forgottenAfter: 60 * minute,
};

/** Delays for one account from anywhere: slows guesses from many addresses, and stays short for its owner. */
export const accountDelay: GrowingDelay = {
  freeTries: 50,
  firstWait: second,
  longestWait: 30 * second,
  forgottenAfter: 24 * 60 * minute,
};

export type Throttle = ReturnType<typeof createThrottle>;

/** Counts attempts in the database, so that all processes share one count. */
export function createThrottle({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Counts an attempt from an address; refuses it beyond `limit` in five minutes. */
    countByAddress(what: string, address: string, limit: number): Promise<void> {
      return this.countByNetworks(what, networksOf(address), limit);
    },

    async countByNetworks(what: string, networks: readonly Network[], limit: number): Promise<void> {
      for (const { name, factor } of networks) await this.countByNetwork(what, name, limit * factor);
    },

    async countByNetwork(what: string, network: string, limit: number): Promise<void> {
      const now = clock.now();
      const { rows } = await db.query<{ tries: number; counted_at: Date }>(
        `insert into auth_throttle (key, tries, counted_at) values ($1, 1, $2)
         on conflict (key) do update set
           tries = case when auth_throttle.counted_at <= $3 then 1 else auth_throttle.tries + 1 end,
           counted_at = case when auth_throttle.counted_at <= $3 then $2 else auth_throttle.counted_at end
         returning tries, counted_at`,
        [keyFor(what, network), now, new Date(now.getTime() - windowLength)],
      );
      const counted = rows[0];
      if (counted !== undefined && counted.tries > limit) {
        const ends = new Date(counted.counted_at.getTime() + windowLength);
        throw tooManyTries('Too many attempts from this address.', now, ends);
      }
    },

    /**
     * Counts an attempt as failed before it is checked, so that simultaneous ones all count; `forget` takes
     * it back on success. If the attempt is not allowed, returns when the wait ends.
     */
    async countTry(what: string, whom: string, delay: GrowingDelay): Promise<Date | null> {
      const now = clock.now();
      const key = keyFor(what, whom);
      const { rowCount } = await db.query(
        `insert into auth_throttle (key, tries, counted_at, blocked_until)
         values ($1, 1, $2, case when 1 >= $3 then $2::timestamptz + make_interval(secs => $4) end)
         on conflict (key) do update set
           tries = case when auth_throttle.counted_at <= $6 then 1 else auth_throttle.tries + 1 end,
           counted_at = $2,
           blocked_until = case
             when auth_throttle.counted_at <= $6 then excluded.blocked_until
             when auth_throttle.tries + 1 >= $3
               then $2 + make_interval(secs => least($5, $4 * 2 ^ least(auth_throttle.tries + 1 - $3, 30)))
           end
         where auth_throttle.blocked_until is null or auth_throttle.blocked_until <= $2`,
        [
          key,
          now,
          delay.freeTries,
          delay.firstWait / second,
          delay.longestWait / second,
          new Date(now.getTime() - delay.forgottenAfter),
        ],
      );
      if (rowCount > 0) return null;
      const { rows } = await db.query<{ blocked_until: Date | null }>(
        'select blocked_until from auth_throttle where key = $1',
        [key],
      );
      return rows[0]?.blocked_until ?? now;
    },

    /** Like `countTry`, but refuses with the time to try again. */
    async countTryOrRefuse(what: string, whom: string, delay: GrowingDelay): Promise<void> {
      const until = await this.countTry(what, whom, delay);
      if (until !== null) throw tooManyTries('Too many failed attempts.', clock.now(), until);
    },

    async forget(what: string, whom: string): Promise<void> {
      await db.query('delete from auth_throttle where key = $1', [keyFor(what, whom)]);
    },

    async dropForgotten(): Promise<void> {
      const oldest = new Date(clock.now().getTime() - accountDelay.forgottenAfter);
      await db.query('delete from auth_throttle where counted_at < $1', [oldest]);
    },
  };
}

export function tooManyTries(
  reason: string,
  now: Date,
  ends: Date,
  code: AuthErrorCode = 'over_request_rate_limit',
): AuthError {
  const seconds = Math.max(1, Math.ceil((ends.getTime() - now.getTime()) / second));
  return new AuthError(429, code, `${reason} Try again in ${inWords(seconds)}.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What counts as one address, and its limit as a multiple of the smallest network's. */
type Network = { name: string; factor: number };

/**
 * The networks an address counts in, smallest first. A household or office has a whole /64 of IPv6 addresses,
 * and a customer who rents a /48 has 65,536 of those: a /48 gets four times the attempts of one /64.
 */
export function networksOf(address: string): [Network, ...Network[]] {
  if (!isIPv6(address)) return [{ name: address, factor: 1 }];
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return [{ name: mapped, factor: 1 }];
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const full = [
    ...groups,
    ...Array.from({ length: missing }, () => '0'),
    ...(tail ?? '').split(':').filter(Boolean),
  ];
  const prefix = (groups: number) =>
    full
      .slice(0, groups)
      .map((group) => Number.parseInt(group, 16).toString(16))
      .join(':');
  return [
    { name: `${prefix(4)}::/64`, factor: 1 },
    { name: `${prefix(3)}::/48`, factor: 4 },
  ];
}

/** Identifies what is counted and for whom, without storing an address or an email. */
export function keyFor(what: string, whom: string): string {
  return `${what}/${createHash('sha256').update(whom).digest('base64url')}`;
}
