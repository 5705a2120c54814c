/** A value that somebody else changed while it was being changed here, too. */
export type EditConflict<Values> = {
  [Name in keyof Values]: { name: Name; seen: Values[Name]; theirs: Values[Name] };
}[keyof Values];

/**
 * What was typed, moved onto what somebody else saved meanwhile: what was left alone becomes theirs, what was
 * typed stays, and where both changed the same value to something different, a person has to decide.
 */
export function rebase<Values extends object>(
  typed: Values,
  seen: Values,
  theirs: Values,
): { values: Values; conflicts: EditConflict<Values>[] } {
  const values = { ...typed };
  const conflicts: EditConflict<Values>[] = [];
  for (const name of Object.keys(typed) as (keyof Values)[]) {
    if (isSame(typed[name], seen[name])) values[name] = theirs[name];
    else if (!isSame(theirs[name], seen[name]) && !isSame(theirs[name], typed[name])) {
      conflicts.push({ name, seen: seen[name], theirs: theirs[name] });
    }
  }
  return { values, conflicts };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
