import { SCHEDULED_CHANGE_MAX_DAYS } from '@storefleet/contract/constants';
import type { ScheduleChange, ScheduleChangePreview } from '@storefleet/contract/edits/scheduled-changes';
import { messages } from '@storefleet/contract/messages';
import { invalidField } from '../../platform/http/problem.ts';
import { momentOf } from '../scheduled-syncs/timing/clock-time.ts';
import { findTimezone } from '../scheduled-syncs/timing/timezones.ts';

/** As stored; `starts` is null if only the end is moved. */
export type Times<Starts extends Date | null = Date> = {
  readonly starts: Starts;
  readonly ends: Date | null;
  readonly timezone: string;
};

type Problem = NonNullable<ScheduleChangePreview['problem']>;
type Asked = Pick<ScheduleChange, 'starts' | 'ends' | 'timezone'>;

const DAY_MS = 86_400_000;
const said = messages.scheduledChanges;

/** The moments meant by the input, or what is wrong with them. */
export function readTimes(asked: Asked, now: Date): { times: Times } | { problem: Problem } {
  const timezone = findTimezone(asked.timezone);
  if (timezone === null) {
    return {
      problem: { path: 'timezone', message: messages.scheduledSyncs.timezoneUnknown(asked.timezone) },
    };
  }
  const starts = momentOf(asked.starts, timezone);
  const ends = asked.ends === null ? null : momentOf(asked.ends, timezone);
  const start = { path: 'starts', message: whyNotAt(starts, now, said.startPassed) } as const;
  if (start.message !== null) return { problem: { ...start, message: start.message } };
  const end =
    ends === null ? null : ends <= starts ? said.endBeforeStart : whyNotAt(ends, now, said.endPassed);
  return end === null ? { times: { starts, ends, timezone } } : { problem: { path: 'ends', message: end } };
}

/** Throws if the times are invalid. */
export function requireTimes(asked: Asked, now: Date): Times {
  const read = readTimes(asked, now);
  if ('problem' in read) throw invalidField(read.problem.path, read.problem.message);
  return read.times;
}

export function requireEnd({ ends, timezone }: Pick<Asked, 'ends' | 'timezone'>, now: Date): Times<null> {
  const known = findTimezone(timezone);
  if (known === null) throw invalidField('timezone', messages.scheduledSyncs.timezoneUnknown(timezone));
  const at = ends === null ? null : momentOf(ends, known);
  const wrong = at && whyNotAt(at, now, said.endPassed);
  if (wrong) throw invalidField('ends', wrong);
  return { starts: null, ends: at, timezone: known };
}

function whyNotAt(moment: Date, now: Date, passed: string): string | null {
  if (moment <= now) return passed;
  const isTooFar = moment.getTime() > now.getTime() + SCHEDULED_CHANGE_MAX_DAYS * DAY_MS;
  return isTooFar ? said.tooFarAhead(SCHEDULED_CHANGE_MAX_DAYS) : null;
}
