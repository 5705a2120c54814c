import { openTestDatabase } from '@storefleet/test-support/database';
import { expect, it } from 'vitest';
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
  'passkeys',
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

/** Tables without data of stores, or reached through tables that have it: the same for everybody. */
const OF_ALL_STORES = [
  'account_notices',
  'api_keys',
  'article_changes',
  'article_matching',
  'attention_dismissals',
  'audit_attempts',
  'audit_collectors',
  'audit_log',
  'audit_outbox',
  'auth_throttle',
  'change_history_counts',
  'exchange_rates',
  'file_work',
  'former_app_secrets',
  'history_extent',
  'hosted_members',
  'import_file_parts',
  'import_files',
  'import_headings',
  'installation',
  'known_places',
  'one_time_tokens',
  'passkey_challenges',
  'passkeys',
  'recovery_codes',
  'refresh_tokens',
  'retention_runs',
  'schema_migrations',
  'sealing_key',
  'second_factor_challenges',
  'second_factors',
  'settings',
  'signing_keys',
  'storage_samples',
  'undone_chains',
  'user_sessions',
  'users',
  'view_pins',
];

const db = await openTestDatabase();

// `npm test -- --project server apps/server/test/schema.test.ts -u` writes the files anew after a migration.
it('the database schema matches migrations/schema.txt', async () => {
  await expect(await describeSchema(db, 'public')).toMatchFileSnapshot('../migrations/schema.txt');
});

it('row types match the columns', async () => {
  await expect(await describeRows(db, WHOLE_ROWS)).toMatchFileSnapshot(
    '../src/platform/db/rows.generated.ts',
  );
});

// A table that references a store's row belongs in migrations/store_scope.sql.
it('people limited to some stores see a view of every table with data of stores', async () => {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
       and to_regclass('store_scope.' || quote_ident(c.relname)) is null
     order by c.relname collate "C"`,
  );
  expect(rows.map(({ name }) => name)).toEqual(OF_ALL_STORES);
});
