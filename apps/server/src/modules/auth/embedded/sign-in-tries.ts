import type { Clock } from '../../../platform/time/clock.ts';
import type { KnownPlaces, Place } from './known-places.ts';
import type { Caller } from './parts.ts';
import {
  accountAtAddressDelay,
  accountDelay,
  type GrowingDelay,
  networksOf,
  type Throttle,
  tooManyTries,
} from './throttle.ts';

export type SignInTries = ReturnType<typeof createSignInTries>;

type Count = { what: string; whom: string; delay: GrowingDelay };

/**
 * How often somebody may guess a password: by address, by account, and by both together. A device or a network that
 * the account has signed in from is counted by itself, so that guesses from elsewhere do not keep its owner out.
 */
export function createSignInTries(deps: {
  throttle: Throttle;
  places: KnownPlaces;
  clock: Clock;
  triesPerAddress: number;
}) {
  const { throttle, places, clock, triesPerAddress } = deps;

  /** What a try from a place counts against. */
  function countsOf(email: string, caller: Caller, place: Place): Count[] {
    if (place === 'device') {
      return [{ what: 'account-on-device', whom: `${email} ${caller.device}`, delay: accountAtAddressDelay }];
    }
    const networks = networksOf(caller.address).map(({ name, share }) => ({
      what: 'account-at-address',
      whom: `${email} ${name}`,
      delay: { ...accountAtAddressDelay, freeTries: accountAtAddressDelay.freeTries * share },
    }));
    if (place === 'network') return networks.slice(0, 1);
    return [...networks, { what: 'account', whom: email, delay: accountDelay }];
  }

  return {
    /** Refuses while a wait is running; otherwise counts the try as failed until `succeeded` takes it back. */
    async count(email: string, caller: Caller): Promise<void> {
      const place = await places.find(email, caller);
      if (place !== 'device') {
        const networks = networksOf(caller.address).slice(0, place === 'network' ? 1 : undefined);
        await throttle.countByNetworks('sign-in', networks, triesPerAddress);
      }
      const now = clock.now();
      for (const { what, whom, delay } of countsOf(email, caller, place)) {
        const until = await throttle.countTry(what, whom, delay);
        if (until !== null) throw tooManyTries('Too many failed sign-in attempts.', now, until);
      }
    },

    /** For somebody who has proved who they are. */
    async succeeded(email: string, caller: Caller): Promise<void> {
      const place = await places.find(email, caller);
      for (const { what, whom } of countsOf(email, caller, place)) await throttle.forget(what, whom);
      await throttle.dropForgotten();
      await places.remember(email, caller);
    },
  };
}
