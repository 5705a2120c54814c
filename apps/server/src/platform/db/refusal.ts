import { sqlState } from './errors.ts';

const MAKE_ONE = "create database … encoding 'UTF8' template template0";

/** Why the PostgreSQL of DATABASE_URL refuses a start, by SQLSTATE; `said` is its own message. */
const REFUSALS: Readonly<Record<string, (said: string) => string>> = {
  '28P01': (said) =>
    `The database of DATABASE_URL refuses this user or password (${said}): correct them in DATABASE_URL.`,
  '28000': (said) =>
    `The database of DATABASE_URL does not let this user in (${said}): name another one in DATABASE_URL, or allow it in pg_hba.conf.`,
  '3D000': (said) =>
    `The database that DATABASE_URL names is not there (${said}): make it (${MAKE_ONE}), or name another one.`,
  '42501': (said) =>
    `The user of DATABASE_URL lacks a right (${said}): make it the owner of a database of its own, or grant it all on that database and its schema public.`,
  '3F000': (said) =>
    `The user of DATABASE_URL has no schema to make tables in (${said}): grant it all on the schema public of that database.`,
  '25006': (said) =>
    `The database of DATABASE_URL only reads (${said}): name the primary server in DATABASE_URL.`,
  '53100': () => 'The disk of the database is full: make room there, then start again.',
};

/** How node-postgres, which has no codes for it, reports problems before login. */
const BEFORE_SIGN_IN: readonly (readonly [RegExp, string])[] = [
  [
    /password must be a string/,
    'asks for a password: write it into DATABASE_URL (postgres://user:password@…)',
  ],
  [
    /does not support SSL/,
    'knows no encryption: take sslmode out of DATABASE_URL, in a network that you trust',
  ],
];

/** One sentence for the person who starts the server; null if the database refused nothing. */
export function describeRefusal(error: Error): string | null {
  const state = sqlState(error);
  const refusal = state === null ? undefined : REFUSALS[state];
  if (refusal) return refusal(innermost(error).message);
  const early = BEFORE_SIGN_IN.find(([words]) => words.test(error.message));
  return early ? `The database of DATABASE_URL ${early[1]}.` : null;
}

export function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
