/** Where a name has no schema, nearly every login means this one. */
const DEFAULT_SCHEMA = 'dbo';

/** Whether two names, as a person or as SQL Server writes them, mean one table. */
export function isSameTable(one: string, other: string): boolean {
  return tableKey(one) === tableKey(other);
}

function tableKey(name: string): string {
  const parts = name.match(/\[(?:[^\]]|\]\])*\]|"(?:[^"]|"")*"|[^.]+/g) ?? [];
  const plain = parts.map((part) => undelimited(part.trim()).toLowerCase());
  return JSON.stringify(plain.length === 1 ? [DEFAULT_SCHEMA, ...plain] : plain);
}

function undelimited(part: string): string {
  if (part.startsWith('[') && part.endsWith(']')) return part.slice(1, -1).replaceAll(']]', ']');
  if (part.startsWith('"') && part.endsWith('"')) return part.slice(1, -1).replaceAll('""', '"');
  return part;
}
