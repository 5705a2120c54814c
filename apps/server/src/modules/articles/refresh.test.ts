import { openTestDatabase } from '@storefleet/test-support/database';
import { expect, it } from 'vitest';
import { addStore } from '../../../test/products/catalogue.ts';
import type { Database } from '../../platform/db/database.ts';
import { textOf } from '../../platform/db/statements/prepared.ts';
import { refreshSome } from './refresh.ts';

const db = await openTestDatabase();

it('refreshes the articles of a store without statistics without reading all variants', async () => {
  const storeId = await addStore(db, 'New', 'EUR');
  await db.query(
    `with product as (
       insert into products (id, store_id, source_id, title, search_name, search_skus, search_barcodes, variants_count,
         created_at, updated_at)
       select gen_random_uuid(), $1, n::text, 'Product', '', '', '', 1, now(), now() from generate_series(1, 20000) as n returning id, source_id
     )
     insert into variants (id, product_id, store_id, source_id, position, title, sku, created_at, updated_at)
     select gen_random_uuid(), id, $1, source_id, 1, '', 'S-' || source_id, now(), now() from product`,
    [storeId],
  );
  const plans: string[] = [];
  const explained: Database = {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          async query(statement, params) {
            const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`explain ${textOf(statement)}`, params);
            plans.push(...rows.map((row) => row['QUERY PLAN']));
            return tx.query(statement, params);
          },
        }),
      ),
  };

  // Enough rows that a full scan costs more than a thousand lookups, whatever row width the planner assumes.
  expect(await refreshSome(db, 10_000)).toBe(10_000);
  expect(await refreshSome(explained, 1_000)).toBe(1_000);
  expect(plans.filter((line) => /Seq Scan on (variants|articles)/.test(line))).toEqual([]);
  const { rows } = await db.query<{ count: number }>('select count(*)::integer as count from articles');
  expect(rows).toEqual([{ count: 11_000 }]);
});
