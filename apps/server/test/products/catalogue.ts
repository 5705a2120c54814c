import { summariseProduct } from '@storefleet/server/modules/catalogue/catalogue-summary';
import type { Database } from '@storefleet/server/platform/db/database';
import { v7 as uuidv7 } from 'uuid';

export type VariantInput = {
  title?: string;
  sku?: string | null;
  barcode?: string | null;
  price?: string | null;
  cost?: string | null;
};

/** A store as far as the catalogue needs one. */
export async function addStore(db: Database, name: string, currency: string | null = null): Promise<string> {
  const id = uuidv7();
  await db.query(
    `insert into stores (id, shop_name, shop_url, store_type, api_version, store_currency, created_at, updated_at)
     values ($1, $2, $3, 'shopify', '2026-10', $4, $5, $5)`,
    [id, name, `shop-${id}.myshopify.com`, currency, new Date()],
  );
  return id;
}

/** A product with its variants (one without codes unless given); answers its id. */
export async function addProduct(
  db: Database,
  storeId: string,
  title: string,
  variants: readonly VariantInput[] = [{}],
): Promise<string> {
  const id = uuidv7();
  const full = variants.map((variant) => ({
    title: 'Default Title',
    sku: null,
    barcode: null,
    price: null,
    cost: null,
    ...variant,
  }));
  const summary = summariseProduct(title, full);
  const now = new Date();
  const columns = { id, store_id: storeId, source_id: `gid://shopify/Product/${id}`, title, ...summary };
  const names = Object.keys(columns);
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into products (${names.join(', ')}, created_at, updated_at)
       values (${names.map((_, index) => `$${index + 1}`).join(', ')}, $${names.length + 1}, $${names.length + 1})`,
      [...Object.values(columns), now],
    );
    for (const [index, variant] of full.entries()) {
      const variantId = uuidv7();
      await tx.query(
        `insert into variants (id, product_id, store_id, source_id, position, title, sku, barcode, price, cost,
           created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
        [
          variantId,
          id,
          storeId,
          `gid://shopify/ProductVariant/${variantId}`,
          index + 1,
          variant.title,
          variant.sku,
          variant.barcode,
          variant.price,
          variant.cost,
          now,
        ],
      );
    }
  });
  return id;
}
