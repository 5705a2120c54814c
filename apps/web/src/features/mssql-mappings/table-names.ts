/** Default schema of nearly every login. */
const DEFAULT_SCHEMA = 'dbo';

/** Whether two names, typed or from SQL Server, mean the same table. */
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
