import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { HoldMoment } from '@storefleet/simulator-kit/holds';
import { answerProductsPage, PRODUCTS_PAGE } from './admin-pages/products-page.ts';
import { resultKey, serveDownload } from './bulk/download.ts';
import { ResultStorage, STORAGE_PATH } from './bulk/result-storage.ts';
import { StagedUploads, UPLOAD_PATH } from './bulk/staged-uploads.ts';
import { readUpload, takeUpload } from './bulk/upload.ts';
import { type Clock, systemClock } from './clock.ts';
import { answerControl, CONTROL_PATH, type Controls } from './control/control-routes.ts';
import { type DueFault, type Fault, Faults } from './faults.ts';
import { type HeldRequest, RequestHolds } from './holds.ts';
import { answerAdminRequest, parseAdminPath } from './http/admin-api.ts';
import { Exchange } from './http/exchange.ts';
import { type ClientApp, toClientApp } from './oauth/client-app.ts';
import { answerOAuth, isOAuthPath } from './oauth/oauth-pages.ts';
import type { LoggedRequest } from './request-log.ts';
import { Shop } from './shop.ts';
import type { Tunnels } from './webhooks/delivery.ts';

export type { Fault, FaultAction } from './faults.ts';
export type { HeldRequest } from './holds.ts';
export type { Write } from './mutations/write-log.ts';
export type { ClientAppOptions } from './oauth/client-app.ts';
export type { Shop } from './shop.ts';
export type { ShopOptions } from './shop-options.ts';

/** Requests that stand still: which ones, and at which moment. */
export type HoldOptions = Omit<Fault, 'action'> & { readonly when: HoldMoment };

export type Hold = {
  /** The first request that stands still because of this hold. */
  readonly reached: Promise<HeldRequest>;
  /** Those that stand still go on. */
  release(): void;
  /** Their connections break; held before their execution, they are never executed. */
  drop(): void;
};

export type Simulator = Controls & {
  /** `http://127.0.0.1:port`: where to connect. Which shop answers is told by the Host header. */
  readonly url: string;
  readonly port: number;
  /**
   * Where webhooks sent to a public https address arrive: `https://hooks.example` to `http://127.0.0.1:8080`.
   */
  readonly tunnels: Tunnels;
  hold(options: HoldOptions): Hold;
  close(): Promise<void>;
};

/** Many Shopify shops on one port of the loopback interface. */
export async function startShopifySimulator(
  options: { port?: number; clock?: Clock; tunnels?: Readonly<Record<string, string>> } = {},
): Promise<Simulator> {
  const clock = options.clock ?? systemClock;
  const storage = new ResultStorage(clock);
  const uploads = new StagedUploads(clock);
  const faults = new Faults();
  const holds = new RequestHolds();
  const shops = new Map<string, Shop>();
  const apps = new Map<string, ClientApp>();
  const tunnels: Tunnels = new Map(Object.entries(options.tunnels ?? {}));
  const stopping = new AbortController();

  const simulator: Omit<Simulator, 'url' | 'port'> = {
    faults,
    holds,
    shops,
    tunnels,
    addShop(shopOptions) {
      const shop = new Shop(shopOptions, { clock, storage, uploads, tunnels, apps });
      shops.set(shop.domain, shop);
      return shop;
    },
    addApp(appOptions) {
      const app = toClientApp(appOptions);
      apps.set(app.clientId, app);
    },
    hold({ when, ...fault }) {
      const id = faults.add({ ...fault, action: { kind: 'hold', when } });
      const isOurs = (held: HeldRequest): boolean => held.fault === id;
      const end = (outcome: 'release' | 'drop'): void => {
        for (const held of holds.list().filter(isOurs)) holds.end(held.id, outcome);
      };
      return {
        reached: holds.reached(isOurs),
        release: () => end('release'),
        drop: () => end('drop'),
      };
    },
    removeShop(domain) {
      shops.get(domain)?.reset();
      shops.delete(domain);
    },
    reset() {
      faults.clear();
      holds.endAll('drop');
      for (const shop of shops.values()) shop.reset();
    },
    async close() {
      stopping.abort();
      holds.endAll('drop');
      for (const shop of shops.values()) shop.reset();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await storage.close();
    },
  };

  function shopAt(host: string): Shop | undefined {
    return shops.get(host) ?? [...shops.values()].find(({ aliases }) => aliases.includes(host));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const exchange = new Exchange(request, response, clock.now());
    const { pathname } = exchange.url;
    if (pathname.startsWith(CONTROL_PATH)) {
      await answerControl(exchange, simulator);
      return;
    }
    if (pathname.startsWith(STORAGE_PATH)) {
      await download(exchange);
      return;
    }
    if (pathname.startsWith(UPLOAD_PATH)) {
      await upload(exchange);
      return;
    }
    const shop = shopAt(exchange.domain);
    if (shop !== undefined && pathname === PRODUCTS_PAGE) {
      await answerProductsPage(exchange, shop);
      return;
    }
    if (shop !== undefined && isOAuthPath(pathname)) {
      const body = await exchange.body();
      const due = faults.due({ shop: shop.domain, target: 'oauth', text: `${pathname}\n${body}` });
      const failure = await fail(exchange, due, { shop: shop.domain, body });
      if (failure === null) answerOAuth(exchange, shop, apps, { pathname, body });
      else logFault(shop, exchange, 'oauth', `${request.method} oauth`, failure);
      return;
    }
    const path = parseAdminPath(pathname);
    if (shop === undefined || path === null) {
      exchange.json(404, { errors: 'Not Found' });
      return;
    }
    const body = await exchange.body();
    const target = path.kind === 'graphql' ? 'graphql' : 'rest';
    const due = faults.due({ shop: shop.domain, target, text: `${pathname}\n${body}` });
    const failure = await fail(exchange, due, { shop: shop.domain, body });
    if (failure !== null) {
      const operation = `${request.method} ${target}`;
      logFault(shop, exchange, target, operation, failure);
      return;
    }
    await answerAdminRequest(exchange, shop, path, body, {
      uploads,
      faults: due.map(({ action }) => action),
      refusals: (about, text) => faults.refusal(shop.domain, about, text),
    });
  }

  async function download(exchange: Exchange): Promise<void> {
    const shop = shops.get(storage.find(resultKey(exchange))?.shop ?? '');
    const due = faults.due({
      shop: shop?.domain ?? '',
      target: 'download',
      text: exchange.url.pathname,
    });
    const failure = await fail(exchange, due, { shop: shop?.domain ?? '', body: '' });
    if (failure !== null) {
      if (shop !== undefined) logFault(shop, exchange, 'download', 'download', failure);
      return;
    }
    const actions = due.map(({ action }) => action);
    const outcome = await serveDownload(exchange, storage, {
      expired: actions.some((fault) => fault.kind === 'expired_url'),
      cut: actions.find((fault) => fault.kind === 'cut') ?? null,
    });
    shop?.log.add({
      at: exchange.at,
      kind: 'download',
      operation: exchange.request.headers.range === undefined ? 'download' : 'download (range)',
      requestId: exchange.requestId,
      ...outcome,
    });
  }

  async function upload(exchange: Exchange): Promise<void> {
    const body = await readUpload(exchange);
    const shop = shopAt(exchange.domain);
    const about = { shop: shop?.domain ?? '', target: 'upload', text: exchange.url.pathname } as const;
    const failure = await fail(exchange, faults.due(about), { shop: about.shop, body: '' });
    if (failure !== null) {
      if (shop !== undefined) logFault(shop, exchange, 'upload', 'upload', failure);
      return;
    }
    const outcome = takeUpload(exchange, uploads, body);
    const { at, requestId } = exchange;
    shop?.log.add({ at, kind: 'upload', operation: 'upload', requestId, ...outcome });
  }

  function logFault(
    shop: Shop,
    exchange: Exchange,
    kind: LoggedRequest['kind'],
    operation: string,
    failure: { status: number; outcome: string },
  ): void {
    shop.log.add({ at: exchange.at, kind, operation, requestId: exchange.requestId, ...failure });
  }

  /** Slowness and holds first, then what replaces the answer; null: the request goes on. */
  async function fail(
    exchange: Exchange,
    due: readonly DueFault[],
    about: { shop: string; body: string },
  ): Promise<{ status: number; outcome: string } | null> {
    const heldBy = (fault: string, when: HoldMoment) =>
      holds.hold({
        fault,
        when,
        ...about,
        requestId: exchange.requestId,
        method: exchange.request.method ?? '',
        path: exchange.url.pathname,
      });
    for (const { id, action } of due) {
      if (action.kind === 'applied_answer_lost') exchange.loseAnswer();
      if (action.kind !== 'hold') continue;
      if (action.when === 'after') {
        exchange.interceptAnswer((deliver) => {
          void heldBy(id, 'after').then((outcome) => (outcome === 'drop' ? exchange.reset() : deliver()));
        });
      } else if ((await heldBy(id, 'before')) === 'drop') {
        exchange.reset();
        return { status: 0, outcome: 'dropped' };
      }
    }
    for (const { action: fault } of due) {
      if (fault.kind === 'slow') await pause(fault.milliseconds, undefined, { signal: stopping.signal });
    }
    for (const { action: fault } of due) {
      if (fault.kind === 'reset') {
        exchange.reset();
        return { status: 0, outcome: 'reset' };
      }
      if (fault.kind === 'status') {
        const headers: Record<string, string> =
          fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
        if (fault.html === true) exchange.html(fault.status, `Error ${fault.status}`, headers);
        else exchange.json(fault.status, fault.body ?? { errors: `Error ${fault.status}` }, headers);
        return { status: fault.status, outcome: String(fault.status) };
      }
    }
    return null;
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (stopping.signal.aborted || request.socket.destroyed) return;
      console.error(`${request.method} ${request.url} failed:`, error);
      if (response.headersSent) request.socket.destroy();
      else
        response
          .writeHead(500, { 'content-type': 'application/json' })
          .end('{"errors":"An unexpected error occurred"}');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { ...simulator, url: `http://127.0.0.1:${port}`, port };
}
