import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Holds } from '@storefleet/simulator-kit/holds';
import { answerProductsPage, PRODUCTS_PAGE } from './admin-pages/products-page.ts';
import { resultKey, serveDownload } from './bulk/download.ts';
import type { Clock } from './clock.ts';
import { Exchange } from './exchange.ts';
import type { DueFault, FaultRequest, Faults } from './faults.ts';
import { type AdminPath, answerAdminRequest, parseAdminPath } from './http/admin-api.ts';
import { answerControl, CONTROL_PATH } from './http/control-routes.ts';
import { applyFaults } from './http/failures.ts';
import { answerOAuth, isOAuthPath } from './oauth/oauth-pages.ts';
import { answerPicture, PICTURES_PATH } from './pictures/picture-files.ts';
import type { ClientApp } from './shop/client-app.ts';
import { type ResultStorage, STORAGE_PATH } from './shop/result-storage.ts';
import type { Shop } from './shop/shop.ts';
import type { ShopOptions } from './shop/shop-options.ts';
import { readUpload, type StagedUploads, UPLOAD_PATH } from './shop/staged-uploads.ts';
import type { Tunnels } from './shop/webhook-delivery.ts';

/** The parts of a simulator. */
export type Parts = {
  readonly clock: Clock;
  readonly port: () => number;
  readonly storage: ResultStorage;
  readonly uploads: StagedUploads;
  readonly faults: Faults;
  readonly holds: Holds;
  readonly shops: ReadonlyMap<string, Shop>;
  readonly apps: Map<string, ClientApp>;
  /**
   * Where webhooks to a public https address are sent: `https://hooks.example` to `http://127.0.0.1:8080`.
   */
  readonly tunnels: Tunnels;
  readonly stopping: AbortSignal;
  addShop(options: ShopOptions): Shop;
};

/** Routes a request within the simulator. */
export async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: Parts,
): Promise<void> {
  const exchange = new Exchange(request, response, parts.clock.now());
  const { pathname } = exchange.url;
  if (pathname.startsWith(CONTROL_PATH)) return answerControl(exchange, parts);
  if (pathname.startsWith(STORAGE_PATH)) return download(exchange, parts);
  const shop = shopAt(exchange.domain, parts.shops);
  if (pathname.startsWith(UPLOAD_PATH)) return upload(exchange, shop, parts);
  if (shop !== undefined && pathname.startsWith(PICTURES_PATH)) return answerPicture(exchange);
  if (shop !== undefined && pathname === PRODUCTS_PAGE) return answerProductsPage(exchange, shop);
  if (shop !== undefined && isOAuthPath(pathname)) {
    const body = await exchange.body();
    const due = await pass(exchange, shop, { target: 'oauth', body }, parts);
    if (due !== null) answerOAuth(exchange, shop, parts.apps, { pathname, body });
    return;
  }
  const path = parseAdminPath(pathname);
  if (shop === undefined || path === null) exchange.json(404, { errors: 'Not Found' });
  else await adminApi(exchange, shop, path, parts);
}

function shopAt(host: string, shops: ReadonlyMap<string, Shop>): Shop | undefined {
  return shops.get(host) ?? [...shops.values()].find(({ aliases }) => aliases.includes(host));
}

async function adminApi(exchange: Exchange, shop: Shop, path: AdminPath, parts: Parts): Promise<void> {
  const body = await exchange.body();
  const target = path.kind === 'graphql' ? 'graphql' : 'rest';
  const due = await pass(exchange, shop, { target, body }, parts);
  if (due === null) return;
  await answerAdminRequest(exchange, shop, path, body, {
    uploads: parts.uploads,
    faults: due.map(({ action }) => action),
    refusals: (about, text) => parts.faults.refusal(shop.domain, about, text),
  });
}

async function download(exchange: Exchange, parts: Parts): Promise<void> {
  const { storage, shops } = parts;
  const shop = shops.get(storage.find(resultKey(exchange))?.shop ?? '');
  const due = await pass(exchange, shop, { target: 'download', body: '' }, parts);
  if (due === null) return;
  const actions = due.map(({ action }) => action);
  const outcome = await serveDownload(exchange, storage, {
    expired: actions.some((fault) => fault.kind === 'expired_url'),
    cut: actions.find((fault) => fault.kind === 'cut') ?? null,
  });
  const operation = exchange.request.headers.range === undefined ? 'download' : 'download (range)';
  const { at, requestId } = exchange;
  shop?.log.add({ at, kind: 'download', operation, requestId, ...outcome });
}

async function upload(exchange: Exchange, shop: Shop | undefined, parts: Parts): Promise<void> {
  const file = await readUpload(exchange);
  const due = await pass(exchange, shop, { target: 'upload', body: '' }, parts);
  if (due === null) return;
  const outcome = await parts.uploads.take(exchange, file);
  const { at, requestId } = exchange;
  shop?.log.add({ at, kind: 'upload', operation: 'upload', requestId, ...outcome });
}

/** The faults left for the request's own response; null if a fault has replaced it. */
async function pass(
  exchange: Exchange,
  shop: Shop | undefined,
  { target, body }: { target: FaultRequest['target']; body: string },
  parts: Parts,
): Promise<DueFault[] | null> {
  const text = `${exchange.url.pathname}\n${body}`;
  const due = parts.faults.due({ shop: shop?.domain ?? '', target, text });
  const failure = await applyFaults(exchange, due, parts);
  if (failure === null) return due;
  const { at, requestId, request } = exchange;
  const isFile = target === 'download' || target === 'upload';
  const operation = isFile ? target : `${request.method} ${target}`;
  shop?.log.add({ at, kind: target, operation, requestId, ...failure });
  return null;
}
