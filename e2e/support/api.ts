import type { ProductList } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { Product } from './product.ts';
import type { OpenShop } from './shops.ts';

export const ACCOUNT = { email: 'robin@example.com', password: 'four-quiet-harbour-lamps' };

/** The settings that create the first account at the start. */
export const ACCOUNT_SETTINGS = { ADMIN_EMAIL: ACCOUNT.email, ADMIN_PASSWORD: ACCOUNT.password };

export type Api = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;

/** Calls the API as a member, by default the first one, for a test's preconditions. */
export async function signInToApi(
  product: Pick<Product, 'url'>,
  account: { email: string; password: string } = ACCOUNT,
): Promise<Api> {
  const session = await beginSession(product, account);
  const headers = { authorization: `Bearer ${session.access_token}` };
  return (method, path, body) => send(method, `${product.url}/api/v1${path}`, body, headers);
}

export type Session = { readonly access_token: string };

/** A session as returned by the sign-in service and stored by the browser. */
export function beginSession(
  product: Pick<Product, 'url'>,
  account: { email: string; password: string } = ACCOUNT,
) {
  return send<Session>('POST', `${product.url}/auth/v1/token?grant_type=password`, account);
}

async function send<Answer>(
  method: string,
  address: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(address, {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${address} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

export type ConnectedStore = OpenShop & { readonly id: string; readonly name: string };

/** Connects a store to a shop. */
export async function connectStore(
  api: Api,
  opened: OpenShop,
  fields: Record<string, unknown> = {},
): Promise<ConnectedStore> {
  const store = await api<{ id: string; shop_name: string }>('POST', '/stores', {
    shop_name: opened.shop.name,
    shop_url: opened.address,
    access_token: opened.token,
    api_version: '2026-10',
    ...fields,
  });
  return { ...opened, id: store.id, name: store.shop_name };
}

type SyncStatus = { status: string; message: string | null; error_message: string | null };

/** Syncs the stores and waits for all of them. */
export async function syncStores(api: Api, stores: readonly ConnectedStore[]): Promise<void> {
  for (const { id } of stores) await api('POST', `/stores/${id}/sync-graphql`);
  await Promise.all(stores.map((store) => untilSynced(api, store)));
}

export async function untilSynced(
  api: Api,
  { id, name }: Pick<ConnectedStore, 'id' | 'name'>,
): Promise<void> {
  for (;;) {
    const status = await api<SyncStatus>('GET', `/stores/${id}/sync/status`);
    if (status.status === 'completed') return;
    if (status.status === 'failed') throw new Error(`The sync of ${name} failed: ${status.error_message}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** All products of a store in our copy. */
export async function productsOf(
  api: Api,
  { id }: Pick<ConnectedStore, 'id'>,
): Promise<ProductList['products']> {
  const all: ProductList['products'] = [];
  let cursor: string | null = null;
  do {
    const path: string = `/products/stores/${id}?limit=250${cursor === null ? '' : `&page_info=${cursor}`}`;
    const { products, pagination } = await api<ProductList>('GET', path);
    all.push(...products);
    cursor = pagination.next_page_info;
  } while (cursor !== null);
  return all;
}

/** Waits until a bulk update has ended, and returns it. */
export async function untilEnded(api: Api, batchId: string): Promise<BulkUpdateBatch> {
  for (;;) {
    const batch = await api<BulkUpdateBatch>('GET', `/products/bulk-updates/${batchId}`);
    if (batch.status !== 'in_progress') return batch;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
