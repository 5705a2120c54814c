import { PLAIN_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { isProductAttribute } from '@storefleet/contract/values/attribute-value';
import type { Queryable } from '../../../platform/db/database.ts';

const NUMBER = String.raw`'^-?\d+(\.\d+)?$'`;

/**
 * Counts rows whose values in our copy are no longer the expected ones. Only a hint: when they are written,
 * the source is asked.
 */
export async function countDrifted(db: Queryable, batchId: string): Promise<number> {
  const { rows } = await db.query<{ changed: number }>(
    `select count(*)::int as changed
     from edit_items item
     left join products product on product.id = item.product_id
     left join variants variant on variant.id = item.variant_id
     where item.batch_id = $1 and item.status = 'planned' and not exists (
       select from left_out_items left_out where left_out.batch_id = $1 and left_out.item_id = item.id)
     and (product.id is null or (item.variant_id is not null and variant.id is null) or exists (
       select from jsonb_each(item.changes) as change (attribute, value)
       cross join lateral (select nullif(change.value ->> 'old', '') as expected) as old
       cross join lateral (select case change.attribute
         when 'price' then variant.price::text when 'cost' then variant.cost::text
         when 'compare_at_price' then variant.compare_at_price::text when 'weight' then variant.weight::text
         when 'sku' then variant.sku when 'barcode' then variant.barcode
         when 'title' then product.title when 'vendor' then product.vendor
         when 'product_type' then product.product_type when 'status' then product.status when 'handle' then product.handle
         ${PLAIN_ATTRIBUTES.map((name) => `when '${name}' then ${isProductAttribute(name) ? 'product' : 'variant'}.${name}`).join(' ')}
       end as held) as now
       where case
         when change.attribute = 'tags' then
           not (coalesce(string_to_array(expected, ', '), '{}') @> product.tags
             and product.tags @> coalesce(string_to_array(expected, ', '), '{}'))
         when expected ~ ${NUMBER} and held ~ ${NUMBER} then expected::numeric <> held::numeric
         else expected is distinct from nullif(held, '')
       end))`,
    [batchId],
  );
  return rows[0]?.changed ?? 0;
}
