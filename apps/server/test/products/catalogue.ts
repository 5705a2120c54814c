import type { MetafieldValues } from '@storefleet/contract/attributes/metafields';
import { summariseProduct } from '@storefleet/server/modules/catalogue/catalogue-summary';
import type { Database, Queryable } from '@storefleet/server/platform/db/database';
import { v7 as uuidv7 } from 'uuid';

export type VariantInput = {
  title?: string;
  sku?: string | null;
  barcode?: string | null;
  price?: string | null;
  cost?: string | null;
  compare_at_price?: string | null;
  inventory_quantity?: number | null;
  weight?: string | null;
  weight_unit?: string | null;
  inventory_policy?: string | null;
  tracked?: string | null;
  requires_shipping?: string | null;
  taxable?: string | null;
  metafields?: MetafieldValues;
};

export type ProductInput = {
  handle?: string | null;
  vendor?: string | null;
  product_type?: string | null;
  status?: string | null;
  tags?: readonly string[];
  updated_at?: Date;
  description?: string;
  metafields?: MetafieldValues;
};

/** A store with only what the catalogue needs. */
export async function addStore(db: Database, name: string, currency: string | null = null): Promise<string> {
  const id = uuidv7();
  await db.query(
    `insert into stores (id, shop_name, shop_url, store_type, api_version, store_currency, created_at, updated_at)
     values ($1, $2, $3, 'shopify', '2026-10', $4, $5, $5)`,
    [id, name, `shop-${id}.myshopify.com`, currency, new Date()],
  );
  return id;
}

/** A product with its variants (by default one without codes); returns its id. */
export async function addProduct(
  db: Database,
  storeId: string,
  title: string,
  variants: readonly VariantInput[] = [{}],
  product: ProductInput = {},
): Promise<string> {
  const id = uuidv7();
  const full = variants.map((variant) => ({
    title: 'Default Title',
    sku: null,
    barcode: null,
    price: null,
    cost: null,
    compare_at_price: null,
    inventory_quantity: null,
    weight: null,
    weight_unit: null,
    ...variant,
  }));
  const summary = summariseProduct(title, full);
  const now = new Date();
  const columns = {
    id,
    store_id: storeId,
    source_id: `gid://shopify/Product/${id}`,
    title,
    ...summary,
    created_at: now,
    updated_at: now,
    ...product,
  };
  await db.transaction(async (tx) => {
    await insert(tx, 'products', [columns]);
    const variantRows = full.map((variant, index) => {
      const variantId = uuidv7();
      return {
        ...variant,
        id: variantId,
        product_id: id,
        store_id: storeId,
        source_id: `gid://shopify/ProductVariant/${variantId}`,
        position: index + 1,
        created_at: now,
        updated_at: now,
      };
    });
    await insert(tx, 'variants', variantRows);
  });
  return id;
}

async function insert(tx: Queryable, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(rows[0] ?? {}).join(', ');
  await tx.query(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}
