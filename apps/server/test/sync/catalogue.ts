import {
  PLAIN_PRODUCT_ATTRIBUTES,
  PLAIN_VARIANT_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { SourceProduct } from '@storefleet/server/connectors/connector';
import type { Database } from '@storefleet/server/platform/db/database';
import { v7 as uuidv7 } from 'uuid';

/** A store's row with only the required columns. */
export async function insertStore(
  db: Database,
  {
    name = 'Shop',
    type = 'shopify',
    status = 'active',
  }: { name?: string; type?: string; status?: string } = {},
): Promise<string> {
  const id = uuidv7();
  await db.query(
    `insert into stores (id, shop_name, shop_url, store_type, store_status, api_version, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '2026-10', now(), now())`,
    [id, name, `${id}.myshopify.com`, type, status],
  );
  return id;
}

/** The stored catalogue of a store in the format of a source, for comparison. */
export async function readStoredCatalogue(
  db: Pick<Database, 'query'>,
  storeId: string,
): Promise<SourceProduct[]> {
  const { rows } = await db.query<SourceProduct>(
    `select source_id as "sourceId", title, case when media_count is not null then json_build_object('count', media_count,
         'image', case when image_url is not null then json_build_object('url', image_url, 'alt', image_alt,
           'width', image_width, 'height', image_height) end) end as media, handle, vendor, product_type as "productType", status, tags,
       coalesce((select json_agg(json_build_object('sourceId', variants.source_id, 'position', position, 'title', variants.title,
           'sku', sku, 'barcode', barcode, 'price', price::text, 'cost', cost::text,
           'compareAtPrice', compare_at_price::text, 'inventoryQuantity', inventory_quantity,
           'weight', weight::text, 'weightUnit', weight_unit${plainJson(PLAIN_VARIANT_ATTRIBUTES)}) order by position, variants.source_id)
         from variants where variants.product_id = products.id), '[]') as variants${plainColumn}
     from products where store_id = $1 order by source_id`,
    [storeId],
  );
  return rows.map(({ media, ...row }) => ({
    ...known(row),
    ...(media && { media }),
    variants: row.variants.map(known),
  }));
}

const plainJson = (names: readonly string[]) =>
  `, 'plain', json_build_object(${names.map((name) => `'${name}', ${name}`).join(', ')})`;
const plainColumn = `${plainJson(PLAIN_PRODUCT_ATTRIBUTES).replace(", 'plain',", ',')} as plain`;

/** Plain attributes in a source's format; absent if none was ever read. */
function known<Row extends { plain?: AttributeValues | undefined }>({ plain, ...row }: Row) {
  const read = Object.entries(plain ?? {}).filter(([, kept]) => kept !== null);
  return read.length === 0
    ? (row as Row)
    : ({ ...row, plain: Object.fromEntries(read.map(([name, kept]) => [name, kept || null])) } as Row);
}

export function sortedById(products: readonly SourceProduct[]): SourceProduct[] {
  return products.toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1));
}

/** Which version of each row is stored: rewriting a row changes it. */
export async function readRowVersions(
  db: Pick<Database, 'query'>,
  storeId: string,
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ source_id: string; version: string }>(
    `select source_id, xmin::text || ctid::text as version from products where store_id = $1
     union all
     select source_id, xmin::text || ctid::text from variants where store_id = $1`,
    [storeId],
  );
  return new Map(rows.map((row) => [row.source_id, row.version]));
}
