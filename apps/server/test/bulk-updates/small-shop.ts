import { randomBytes } from 'node:crypto';
import type { Product, ProductList } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { Role } from '@storefleet/contract/people/permissions';
import { TOKEN } from '@storefleet/server/connectors/shopify/testing/simulated-shop';
import { startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { openTestApp, type TestAppOptions } from '@storefleet/test-support/app';
import { closedAtEnd } from '@storefleet/test-support/closed-at-end';

/**
 * The whole server with one synced shop of eight products with a variant each, an owner, an editor and a
 * proposer.
 */
export async function openSmallShop(options: Pick<TestAppOptions, 'moreSources'> = {}) {
  const simulator = closedAtEnd(await startShopifySimulator());
  const environment = {
    SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}`,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  const app = await openTestApp({ environment, ...options });
  /** Bearer tokens of other members. */
  const tokens = new Map<Role, string>();

  const call = <Body>(method: string, path: string, json?: unknown, as?: Role) =>
    app.call<Body>(method, path, json, as === undefined ? {} : { token: tokens.get(as) ?? null });

  const domain = 'atlas.localhost';
  const shop = simulator.addShop({ domain, token: TOKEN, plan: 'Plus', products: 8, variantsPerProduct: 1 });
  const { body: store } = await call<{ id: string }>('POST', '/stores', {
    shop_name: 'Atlas',
    shop_url: `${domain}:${simulator.port}`,
    access_token: TOKEN,
    api_version: '2026-10',
  });
  await app.sync(store.id);
  const list = async () => (await call<ProductList>('GET', `/products/stores/${store.id}`)).body.products;
  const products: Product[] = await list();
  for (const role of ['editor', 'proposer'] as const) tokens.set(role, await app.signInAs(role));

  const referenceTo = (index: number) => ({ store_id: store.id, id: products[index]?.id });
  const read = async (batchId: string) =>
    (await call<BulkUpdateBatch>('GET', `/products/bulk-updates/${batchId}`)).body;

  return {
    app,
    /** For another process on the same database. */
    environment,
    shop,
    storeId: store.id,
    call,
    read,
    priceOf: async (index: number) =>
      (await list()).find(({ id }) => id === products[index]?.id)?.variants[0]?.price,
    edit: (index: number, price: string, reason?: string, as?: Role) =>
      call<{ batch_id: string }>(
        'POST',
        '/products/bulk-update',
        {
          products_to_update: [referenceTo(index)],
          attributes_to_set: { price },
          ...(reason === undefined ? {} : { override_reason: reason }),
        },
        as,
      ),
    preview: (indexes: number[], price: string, as?: Role) =>
      call<BulkUpdateBatch>(
        'POST',
        '/products/bulk-updates/preview',
        { products_to_update: indexes.map(referenceTo), attributes_to_set: { price } },
        as,
      ),
    apply: (batchId: string, reason: string | null = null, as?: Role) =>
      call<{ batch_id: string }>(
        'POST',
        `/products/bulk-updates/${batchId}/apply`,
        { override_reason: reason },
        as,
      ),
    untilEnded: app.untilEnded,
  };
}
