import type { Clock } from '../../../platform/time/clock.ts';
import type { Caller } from './parts.ts';
import { accountAtAddressDelay, accountDelay, networkOf, type Throttle, tooManyTries } from './throttle.ts';

export type SignInTries = ReturnType<typeof createSignInTries>;

/** How often somebody may guess a password: by address, by account, and by both together. */
export function createSignInTries(deps: { throttle: Throttle; clock: Clock; triesPerAddress: number }) {
  const { throttle, clock, triesPerAddress } = deps;
  const atAddress = (email: string, caller: Caller) => `${email} ${networkOf(caller.address)}`;

  return {
    /** Refuses while a wait is running; otherwise counts the try as failed until `forget` takes it back. */
    async count(email: string, caller: Caller): Promise<void> {
      await throttle.countByAddress('sign-in', caller.address, triesPerAddress);
      const now = clock.now();
      const until =
        (await throttle.countTry('account-at-address', atAddress(email, caller), accountAtAddressDelay)) ??
        (await throttle.countTry('account', email, accountDelay));
      if (until !== null) throw tooManyTries('Too many failed sign-in attempts.', now, until);
    },

    /** For somebody who has proved who they are. */
    async forget(email: string, caller: Caller): Promise<void> {
      await throttle.forget('account-at-address', atAddress(email, caller));
      await throttle.forget('account', email);
      await throttle.dropForgotten();
    },
  };
}
