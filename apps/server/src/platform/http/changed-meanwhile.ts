import { isDeepStrictEqual } from 'node:util';
import { conflict } from './problem.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Refuses a change of fields that hold something else by now than the person saw. What is not sent is not
 * compared, nor what holds already what it is to hold. `current` was read under the lock that the change is
 * written under.
 */
export function refuseChangedMeanwhile(seen: Fields | undefined, current: Fields, sent: Fields): void {
  const errors = Object.keys(seen ?? {})
    .filter((name) => sent[name] !== undefined)
    .filter((name) => !isDeepStrictEqual(seen?.[name], current[name]))
    .filter((name) => !isDeepStrictEqual(sent[name], current[name]))
    .map((path) => ({ path, message: 'Somebody else changed this in the meantime.' }));
  if (errors.length > 0) throw conflict(undefined, undefined, { errors });
}
