import type { Queryable } from '@storefleet/server/platform/db/database';
import { expect, it } from 'vitest';
import { readColumns } from './import-columns.ts';
import { draftImport } from './import-drafts.ts';
import type { MatchedRow } from './row-matching.ts';

it('refuses rows of too many variants before comparing any with our copy', async () => {
  const target = { storeId: 'store', productId: 'product', variantId: 'variant', handle: null };
  const row = { rowNumber: 2, cells: [], match: { by: 'sku', value: 'LAMP' }, problem: null } as const;
  const inThreeStores: MatchedRow = {
    row,
    match: { kind: 'matched', targets: [target, target, target], ambiguous: null },
  };
  async function* matched() {
    for (;;) yield Array<MatchedRow>(1_000).fill(inThreeStores);
  }
  const db: Queryable = {
    query: () => Promise.reject(new Error('Our copy was read.')),
  };

  await expect(
    draftImport(db, {
      rows: [row],
      columns: readColumns(['SKU', 'Price'], new Map(), new Set()),
      decimalComma: false,
      stores: new Map(),
      matched: matched(),
    }),
  ).rejects.toThrow(/more than 250,000 variants.*Choose fewer stores, or split the rows/);
});
