import type { Clock } from '../../../../platform/time/clock.ts';
import type { Caller } from '../parts.ts';
import type { KnownPlaces } from './known-places.ts';
import { type Throttle, tooManyTries } from './throttle.ts';
import { countsByPlace, type TriesKind } from './tries-by-place.ts';

const second = 1_000;
const minute = 60 * second;

/** Requests for mails from one address, to whomever. */
const requestsPerAddress = 30;

const mails: TriesKind = {
  name: 'mail',
  here: { freeTries: 1, firstWait: minute, longestWait: 15 * minute, forgottenAfter: 60 * minute },
  anywhere: { freeTries: 5, firstWait: 10 * second, longestWait: 5 * minute, forgottenAfter: 60 * minute },
};

export type MailTries = ReturnType<typeof createMailTries>;

/** How often a mail may be asked for, alike for addresses that are known and not, so that the answer tells nothing. */
export function createMailTries(deps: { throttle: Throttle; places: KnownPlaces; clock: Clock }) {
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
  };
}
