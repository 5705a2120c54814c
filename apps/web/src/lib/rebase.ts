/** A value changed both here and by somebody else. */
export type EditConflict<Values> = {
  [Name in keyof Values]: { name: Name; seen: Values[Name]; theirs: Values[Name] };
}[keyof Values];

/**
 * Three-way merge of typed values onto what somebody else saved: untouched values become theirs, typed
 * values stay, and different changes to the same value need a decision.
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
