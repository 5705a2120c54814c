/** What of the single fields a connection string can say by itself. */
export type StringPart = 'server' | 'database' | 'username' | 'trust';

/** The names under which it says so, without their blanks. */
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

/** A name and its value, which is quoted where it contains a semicolon. */
const PAIR = /([^=;]+)=\s*("(?:[^"]|"")*"|'(?:[^']|'')*'|[^;]*)/g;

/** What the connection string says: the single fields count for the rest. */
export function partsOf(connectionString: string): ReadonlySet<StringPart> {
  const parts = new Set<StringPart>();
  for (const [, name = '', value = ''] of connectionString.matchAll(PAIR)) {
    const part = NAMES[name.replace(/\s/g, '').toLowerCase()];
    if (part && value.trim() !== '') parts.add(part);
  }
  return parts;
}
