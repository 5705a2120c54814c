import { get, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { bulkCatalogueQuery } from '@storefleet/server/connectors/shopify/documents';
import type { Database } from '@storefleet/server/platform/db/database';
import { v7 as uuidv7 } from 'uuid';
import { type SimulatedShop, shopAddress } from './scratch-shop.ts';

/** Lines of the file in one pair of statements: the best of 500, 1,000 and 2,000 on both databases. */
const LINES_PER_BATCH = 1_000;

type BulkOperation = { status: string; url: string | null };
type Line = {
  id: string;
  __parentId?: string;
  title: string;
  handle?: string;
  vendor?: string;
  productType?: string;
  status?: string;
  sku: string | null;
  barcode: string | null;
  price: string;
  compareAtPrice: string | null;
  inventoryQuantity: number | null;
  inventoryItem?: {
    unitCost: { amount: string } | null;
    measurement?: { weight: { value: number; unit: string } | null };
  };
};
type Product = Line & { rowId: string; variants: (Line & { rowId: string })[] };

/** Lets the shop export its catalogue; the address of the file. */
export async function exportCatalogue(shop: SimulatedShop): Promise<string> {
  const query = bulkCatalogueQuery(true);
  await graphql(
    shop,
    `mutation ($query: String!) { bulkOperationRunQuery(query: $query, groupObjects: true) { userErrors { message } } }`,
    { query },
  );
  for (;;) {
    const { bulkOperations } = await graphql<{ bulkOperations: { nodes: BulkOperation[] } }>(
      shop,
      '{ bulkOperations(first: 1, reverse: true) { nodes { status url } } }',
    );
    const operation = bulkOperations.nodes[0];
    if (operation?.status === 'COMPLETED' && operation.url) return operation.url;
    await setTimeout(100);
  }
}

/** The least that a sync can be: the file downloaded, parsed, and inserted with plain batched statements. */
export async function loadPlainly(db: Database, storeId: string, url: string): Promise<number> {
  const address = new URL(url);
  const answer = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    get(
      {
        host: '127.0.0.1',
        port: address.port,
        path: address.pathname + address.search,
        headers: { host: address.host },
      },
      resolve,
    ).on('error', reject);
  });
  let batch: Product[] = [];
  let lines = 0;
  let variants = 0;
  for await (const text of createInterface({ input: answer, crlfDelay: Number.POSITIVE_INFINITY })) {
    const line = JSON.parse(text) as Line;
    if (line.__parentId === undefined) {
      if (lines >= LINES_PER_BATCH) {
        await insertBatch(db, storeId, batch);
        batch = [];
        lines = 0;
      }
      batch.push({ ...line, rowId: uuidv7(), variants: [] });
    } else {
      batch.at(-1)?.variants.push({ ...line, rowId: uuidv7() });
      variants++;
    }
    lines++;
  }
  await insertBatch(db, storeId, batch);
  return variants;
}

async function insertBatch(db: Database, storeId: string, products: readonly Product[]): Promise<void> {
  const column = <Value>(read: (product: Product) => Value) => products.map(read);
  const lower = (texts: readonly (string | null)[]) => `\n${texts.join('\n').toLowerCase()}\n`;
  await db.query(
    `insert into products (id, store_id, source_id, title, handle, vendor, product_type, status, search_name,
       search_skus, search_barcodes, variants_count, price_min, price_max, cost_min, cost_max, barcode_min, barcode_max,
       content_hash, created_at, updated_at)
     select id, $1, source_id, title, handle, vendor, product_type, status, names, skus, barcodes, variants, price, price,
       cost, cost, barcode, barcode, id::text, now(), now()
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
         $10::text[], $11::text[], $12::integer[], $13::numeric[], $14::numeric[], $15::text[])
       as row (id, source_id, title, handle, vendor, product_type, status, names, skus, barcodes, variants, price, cost, barcode)`,
    [
      storeId,
      column((product) => product.rowId),
      column((product) => product.id),
      column((product) => product.title),
      column((product) => product.handle),
      column((product) => product.vendor),
      column((product) => product.productType),
      column((product) => product.status),
      column((product) => lower([product.title, ...product.variants.map((variant) => variant.title)])),
      column((product) => lower(product.variants.map((variant) => variant.sku))),
      column((product) => lower(product.variants.map((variant) => variant.barcode))),
      column((product) => product.variants.length),
      column((product) => product.variants[0]?.price),
      column((product) => product.variants[0]?.inventoryItem?.unitCost?.amount),
      column((product) => product.variants[0]?.barcode),
    ],
  );
  const rows = products.flatMap((product) =>
    product.variants.map((variant, index) => ({ productId: product.rowId, position: index + 1, variant })),
  );
  await db.query(
    `insert into variants (id, product_id, store_id, source_id, position, title, sku, barcode, price, cost,
       compare_at_price, inventory_quantity, weight, weight_unit, created_at, updated_at)
     select id, product_id, $1, source_id, position, title, sku, barcode, price, cost, compare_at, quantity, weight, unit,
       now(), now()
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::numeric[],
         $10::numeric[], $11::numeric[], $12::integer[], $13::numeric[], $14::text[])
       as row (id, product_id, source_id, position, title, sku, barcode, price, cost, compare_at, quantity, weight, unit)`,
    [
      storeId,
      rows.map((row) => row.variant.rowId),
      rows.map((row) => row.productId),
      rows.map((row) => row.variant.id),
      rows.map((row) => row.position),
      rows.map((row) => row.variant.title),
      rows.map((row) => row.variant.sku),
      rows.map((row) => row.variant.barcode),
      rows.map((row) => row.variant.price),
      rows.map((row) => row.variant.inventoryItem?.unitCost?.amount ?? null),
      rows.map((row) => row.variant.compareAtPrice),
      rows.map((row) => row.variant.inventoryQuantity),
      rows.map((row) => row.variant.inventoryItem?.measurement?.weight?.value ?? null),
      rows.map((row) => row.variant.inventoryItem?.measurement?.weight?.unit ?? null),
    ],
  );
}

async function graphql<Data>(shop: SimulatedShop, query: string, variables: object = {}): Promise<Data> {
  const { url, headers } = shopAddress(shop, '/admin/api/2026-10/graphql.json');
  const body = JSON.stringify({ query, variables });
  const text = await new Promise<string>((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'x-shopify-access-token': shop.token },
      },
      async (answer) => resolve((await answer.setEncoding('utf8').toArray()).join('')),
    );
    call.on('error', reject).end(body);
  });
  const answer = JSON.parse(text) as { data?: Data; errors?: unknown };
  if (!answer.data) throw new Error(`The simulated shop refused: ${text}`);
  return answer.data;
}
