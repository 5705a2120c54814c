import { marginPercent } from '@storefleet/contract/values/decimal';
import type { Queryable } from '../../platform/db/database.ts';
import type { ItemRow } from './bulk-updates.repository.ts';

/** Which margin each item leaves whose price or cost is to change, with the other as it is stored; by the item's id. */
export async function plannedMargins(
  db: Queryable,
  items: readonly ItemRow[],
): Promise<ReadonlyMap<string, { readonly margin: string | null }>> {
  const planned = items.filter(
    ({ status, changes }) =>
      status === 'planned' && (changes.price !== undefined || changes.cost !== undefined),
  );
  if (planned.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; price: string | null; cost: string | null }>(
    'select id, price, cost from variants where id = any ($1::uuid[])',
    [planned.map((item) => item.variant_id)],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    planned.map(({ id, variant_id, changes: { price, cost } }) => {
      const variant = stored.get(variant_id ?? '');
      const after = [price ? price.new : (variant?.price ?? null), cost ? cost.new : (variant?.cost ?? null)];
      return [id, { margin: marginPercent(after[0] ?? null, after[1] ?? null) }];
    }),
  );
}
