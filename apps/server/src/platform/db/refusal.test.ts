import pg from 'pg';
import { expect, it } from 'vitest';
import { describeFailure } from '../../start-failure.ts';
import { MigrationError } from './migrate.ts';

function refused(code: string, message: string): Error {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code });
}

it.each([
  [
    'a wrong password',
    refused('28P01', 'password authentication failed for user "boss"'),
    'The database of DATABASE_URL refuses this user or password (password authentication failed for user "boss"): correct them in DATABASE_URL.',
  ],
  [
    'no password',
    new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    'The database of DATABASE_URL asks for a password: write it into DATABASE_URL (postgres://user:password@…).',
  ],
  [
    'an unknown user',
    refused(
      '28000',
      'no pg_hba.conf entry for host "[local]", user "stranger", database "empty", no encryption',
    ),
    'The database of DATABASE_URL does not let this user in (no pg_hba.conf entry for host "[local]", user "stranger", database "empty", no encryption): name another one in DATABASE_URL, or allow it in pg_hba.conf.',
  ],
  [
    'a database that is not there',
    refused('3D000', 'database "elsewhere" does not exist'),
    `The database that DATABASE_URL names is not there (database "elsewhere" does not exist): make it (create database … encoding 'UTF8' template template0), or name another one.`,
  ],
  [
    'a standby',
    refused('25006', 'cannot execute CREATE TABLE in a read-only transaction'),
    'The database of DATABASE_URL only reads (cannot execute CREATE TABLE in a read-only transaction): name the primary server in DATABASE_URL.',
  ],
  [
    'a full disk in the middle of a migration',
    new MigrationError('The migration 000001_create_accounts.sql failed.', {
      cause: refused('53100', 'could not extend file "base/1/2": No space left on device'),
    }),
    'The disk of the database is full: make room there, then start again.',
  ],
  [
    'a database that leaves in the middle of a query',
    new Error('Failed query: select "value" from "settings"\nparams: app_name', {
      cause: new Error('Connection terminated unexpectedly'),
    }),
    'The database has stopped answering (Connection terminated unexpectedly): see that it runs, then try again.',
  ],
])('a start refused by the database ends with one sentence: %s', (_what, error, sentence) => {
  expect(describeFailure(error)).toBe(sentence);
});
