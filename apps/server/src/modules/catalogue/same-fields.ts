type Fields = Readonly<Record<string, string | null>> | null | undefined;

/** Null and undefined count as no fields. */
export function haveSameFields(one: Fields, other: Fields): boolean {
  const [a, b] = [one ?? {}, other ?? {}];
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
