import { hash } from 'node:crypto';

/** A statement that each connection parses and plans once. */
export type Prepared = { readonly name: string; readonly text: string };

/**
 * For the statements of every small edit, whose planning costs as much as running them. One plan serves all
 * parameters, so not for searches. The text must name its columns: `select *` fails once a migration has
 * added one.
 */
export function prepared(text: string): Prepared {
  return { name: hash('sha1', text, 'base64url'), text };
}

export function textOf(statement: string | Prepared): string {
  return typeof statement === 'string' ? statement : statement.text;
}
