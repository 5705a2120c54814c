import type { Clock } from '../../../../platform/time/clock.ts';
import type { Caller } from '../parts.ts';
import type { KnownPlaces, Place } from './known-places.ts';
import {
  accountAtAddressDelay,
  accountDelay,
  type GrowingDelay,
  networksOf,
  type Throttle,
  tooManyTries,
} from './throttle.ts';

/** Something attempted with an email address, and the delay until the next attempt. */
type TriesKind = {
  name: string;
  /** From one network or device. */
  here: GrowingDelay;
  /** From all unknown places together. */
  anywhere: GrowingDelay;
};

type Count = { what: string; whom: string; delay: GrowingDelay };

/**
 * What an attempt counts against. A device or network the account has signed in from counts separately, so
 * that strangers elsewhere do not use up its owner's attempts.
 */
function countsByPlace(kind: TriesKind, email: string, caller: Caller, place: Place): Count[] {
  const { name, here, anywhere } = kind;
  if (place === 'device') {
    return [{ what: `${name}-on-device`, whom: `${email} ${caller.device}`, delay: here }];
  }
  const networks = networksOf(caller.address).map(({ name: network, factor }) => ({
    what: `${name}-at-address`,
    whom: `${email} ${network}`,
    delay: { ...here, freeTries: here.freeTries * factor },
  }));
  if (place === 'network') return networks.slice(0, 1);
  return [...networks, { what: name, whom: email, delay: anywhere }];
}

type TriesDeps = { throttle: Throttle; places: KnownPlaces; clock: Clock };

export type SignInTries = ReturnType<typeof createSignInTries>;

const signIns: TriesKind = { name: 'account', here: accountAtAddressDelay, anywhere: accountDelay };

/** Limits password guesses: by address, by account, and by both together. */
export function createSignInTries(deps: TriesDeps & { triesPerAddress: number }) {
  const { throttle, places, clock, triesPerAddress } = deps;

  return {
    /** Refuses during a delay; else counts the attempt as failed until `succeeded` takes it back. */
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

    /** Call after a proof of identity. */
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

const second = 1_000;
const minute = 60 * second;

/** Mail requests from one address, for any recipient. */
const requestsPerAddress = 30;

const mails: TriesKind = {
  name: 'mail',
  here: { freeTries: 1, firstWait: minute, longestWait: 15 * minute, forgottenAfter: 60 * minute },
  anywhere: { freeTries: 5, firstWait: 10 * second, longestWait: 5 * minute, forgottenAfter: 60 * minute },
};

export type MailTries = ReturnType<typeof createMailTries>;

/** Limits mail requests: the same for known and unknown addresses, so that responses reveal nothing. */
export function createMailTries(deps: TriesDeps) {
  const { throttle, places, clock } = deps;

  return {
    async count(what: string, email: string, caller: Caller): Promise<void> {
      await throttle.countByAddress(what, caller.address, requestsPerAddress);
      const place = await places.find(email, caller);
      for (const { what: kind, whom, delay } of countsByPlace(mails, email, caller, place)) {
        const until = await throttle.countTry(kind, whom, delay);
        if (until === null) continue;
        const sentence = 'A message was sent to this address a moment ago.';
        throw tooManyTries(sentence, clock.now(), until, 'over_email_send_rate_limit');
      }
    },

    /** For a mail that could not be sent. */
    async takeBack(email: string, caller: Caller): Promise<void> {
      const place = await places.find(email, caller);
      for (const { what, whom } of countsByPlace(mails, email, caller, place)) {
        await throttle.forget(what, whom);
      }
    },
  };
}
