type Fields = Readonly<Record<string, string | null>> | null | undefined;

/** Null and undefined count as no fields. */
export function haveSameFields(one: Fields, other: Fields): boolean {
  const [a, b] = [one ?? {}, other ?? {}];
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** Whether what was read is stored already; fields that were not read may be stored as well. */
export const hasFields = (stored: Fields, read: Fields): boolean =>
  Object.entries(read ?? {}).every(([name, value]) => stored?.[name] === value);
