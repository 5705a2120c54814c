import { SourceError } from '../source-error.ts';

/** Names of SQL Server: delimited in statements, readable on screens. */

export type TableName = {
  /** Null if the name has none: the user's default schema applies. */
  readonly schema: string | null;
  readonly name: string;
};

/** SQL Server's sysname, in UTF-16 units. */
const MAX_LENGTH = 128;

export function quoteIdentifier(name: string): string {
  if (name === '' || name.length > MAX_LENGTH || name.includes('\0') || !name.isWellFormed()) {
    throw new SourceError({
      kind: 'rejected',
      message: `“${shorten(name)}” cannot be a name in SQL Server: names have 1 to ${MAX_LENGTH} characters.`,
    });
  }
  return `[${name.replaceAll(']', ']]')}]`;
}

export function quoteTableName({ schema, name }: TableName): string {
  return schema === null ? quoteIdentifier(name) : `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

/** As a person writes it; `parseTableName` reads it back. */
export function formatTableName({ schema, name }: TableName): string {
  return [schema, name]
    .flatMap((part) => part ?? [])
    .map((part) => (isPlain(part) ? part : quoteIdentifier(part)))
    .join('.');
}

/** Reads `Products`, `dbo.Products`, `[my schema].[odd.name]` and `"dbo"."Products"`. */
export function parseTableName(text: string): TableName {
  const parts = splitName(text.trim());
  if (parts === null) throw unreadableName(text);
  const [first, second, ...more] = parts;
  if (first === undefined || more.length > 0) {
    throw new SourceError({
      kind: 'rejected',
      message:
        `“${shorten(text)}” names a table of another database or server. Connect to that database, and write the ` +
        'table as schema.name. A name that holds a dot goes in brackets, such as [odd.name].',
    });
  }
  const name = second === undefined ? { schema: null, name: first } : { schema: first, name: second };
  quoteTableName(name);
  return name;
}

/** Null if it is not a name. A part without brackets may contain spaces, as people write them. */
function splitName(text: string): string[] | null {
  const part = /\s*(?:\[((?:[^\]]|\]\])+)\]|"((?:[^"]|"")+)"|([^.[\]"]+))\s*(\.|$)/y;
  const parts: string[] = [];
  for (;;) {
    const match = part.exec(text);
    if (match === null) return null;
    const [, bracketed, quoted, plain = '', end] = match;
    const name = bracketed?.replaceAll(']]', ']') ?? quoted?.replaceAll('""', '"') ?? plain.trim();
    if (name === '') return null;
    parts.push(name);
    if (end === '') return parts;
  }
}

/** Whether a name can be written without brackets, even next to a dot. */
function isPlain(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{Nd}_@$#]*$/u.test(name);
}

function unreadableName(text: string): SourceError {
  return new SourceError({
    kind: 'rejected',
    message:
      `“${shorten(text)}” is not a table name. Write schema.name, such as dbo.Products; a name with a dot, a bracket or a ` +
      'quote in it goes in brackets, where ] is written twice.',
  });
}

function shorten(text: string): string {
  return text.length > 150 ? `${text.slice(0, 150)}…` : text;
}
