import { isDeepStrictEqual } from 'node:util';
import { conflict } from './problem.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Refuses to change fields whose values differ from those the person saw. Skips fields that are not sent, and
 * those that already hold the sent value. `current` must be read under the lock the change is written under.
 */
export function refuseStaleEdit(seen: Fields | undefined, current: Fields, sent: Fields): void {
  const errors = Object.keys(seen ?? {})
    .filter((name) => sent[name] !== undefined)
    .filter((name) => !isDeepStrictEqual(seen?.[name], current[name]))
    .filter((name) => !isDeepStrictEqual(sent[name], current[name]))
    .map((path) => ({ path, message: 'Somebody else changed this in the meantime.' }));
  if (errors.length > 0) throw conflict(undefined, undefined, { errors });
}
