import { MIGRATIONS, openTestDatabase } from '@storefleet/test-support/database';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createSchemaNotice } from './schema-notice.ts';

const db = await openTestDatabase();

it('is given once a newer version has migrated the database, and logged once', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  const notice = createSchemaNotice({ db, directory: MIGRATIONS, logger });
  expect(await notice()).toBeNull();

  await db.query(
    `insert into schema_migrations (version, name, checksum) values (999000, '999000_next_year.sql', '')`,
  );
  const sentence = await notice();
  expect(sentence).toMatch(
    /^A newer version of this program has changed the database \(999000_next_year.sql\): /,
  );
  expect(await notice()).toBe(sentence);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([sentence]);
});
