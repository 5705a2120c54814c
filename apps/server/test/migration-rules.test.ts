import { readMigrations } from '@storefleet/server/platform/db/migrate';
import { MIGRATIONS } from '@storefleet/test-support/database';
import { expect, it } from 'vitest';
import { breachesIn } from './migration-rules.ts';

/** Up to this migration, processes of two versions never shared a database. */
const LAST_FREE = 12;

it('processes of the previous version survive every migration', async () => {
  const bound = (await readMigrations(MIGRATIONS)).filter(({ version }) => version > LAST_FREE);
  expect(bound.length).toBeGreaterThan(0);
  for (const { name, sql } of bound)
    expect({ name, breaches: breachesIn(sql) }).toEqual({ name, breaches: [] });
});

it.each([
  'drop table stores;',
  'alter table stores drop column shop_url;',
  'alter table stores rename column shop_url to address;',
  'alter table stores rename to shops;',
  'alter table stores alter column shop_name type varchar(20);',
  'alter table stores alter column plan set not null;',
  'alter table stores alter column plan drop default;',
  'alter table stores\n  add column region text not null;',
  'alter table stores add constraint fits check (length(shop_name) < 20);',
  'create unique index stores_names on stores (shop_name);',
])('refuses: %s', (sql) => {
  expect(breachesIn(`-- A reason.\n${sql}\n`)).toHaveLength(1);
});

it.each([
  'alter table stores add column region text;',
  "alter table stores add column region text not null default 'eu';",
  'create index stores_names on stores (shop_name);',
  'drop index stores_names;',
  'alter table stores drop constraint stores_plan_check;',
  'create table regions (id uuid primary key);\nalter table regions add constraint fits check (true);\ncreate unique index regions_ids on regions (id);',
  '-- Contract: nothing reads it since 000020.\nalter table stores drop column region;',
])('allows: %s', (sql) => {
  expect(breachesIn(sql)).toEqual([]);
});
