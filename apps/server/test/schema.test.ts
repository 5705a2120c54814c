import { createTestDatabase, type TestDatabase } from '@storefleet/test-support/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeRows, describeSchema } from './describe-schema.ts';

/** Tables whose rows are read and written as a whole. */
const WHOLE_ROWS = [
  'api_keys',
  'change_history',
  'edit_batch_stores',
  'edit_batches',
  'edit_items',
  'equality_rules',
  'file_work',
  'guard_rails',
  'late_write_checks',
  'hosted_members',
  'saved_views',
  'scheduled_changes',
  'scheduled_sync_runs',
  'scheduled_syncs',
  'second_factors',
  'settings',
  'stores',
  'sync_runs',
  'users',
];

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

// `npm test -- --project server apps/server/test/schema.test.ts -u` writes the files anew after a migration.
it('the whole database reads as migrations/schema.txt says', async () => {
  await expect(await describeSchema(db, 'public')).toMatchFileSnapshot('../migrations/schema.txt');
});

it('whole rows have the types of the columns', async () => {
  await expect(await describeRows(db, WHOLE_ROWS)).toMatchFileSnapshot(
    '../src/platform/db/rows.generated.ts',
  );
});
