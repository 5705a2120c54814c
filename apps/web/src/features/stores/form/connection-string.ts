/** The single fields that a connection string can set. */
export type StringPart = 'server' | 'database' | 'username' | 'trust';

/** Their keywords, without spaces. */
const NAMES: Readonly<Record<string, StringPart>> = {
  server: 'server',
  datasource: 'server',
  addr: 'server',
  address: 'server',
  networkaddress: 'server',
  database: 'database',
  initialcatalog: 'database',
  user: 'username',
  userid: 'username',
  uid: 'username',
  trustservercertificate: 'trust',
};

/** A keyword and its value, which is quoted if it contains a semicolon. */
const PAIR = /([^=;]+)=\s*("(?:[^"]|"")*"|'(?:[^']|'')*'|[^;]*)/g;

/** What the connection string sets; the single fields apply to the rest. */
export function partsOf(connectionString: string): ReadonlySet<StringPart> {
  const parts = new Set<StringPart>();
  for (const [, name = '', value = ''] of connectionString.matchAll(PAIR)) {
    const part = NAMES[name.replace(/\s/g, '').toLowerCase()];
    if (part && value.trim() !== '') parts.add(part);
  }
  return parts;
}
