import { answerHolds } from '@storefleet/simulator-kit/hold-routes';
import type { Fault, Faults } from '../faults.ts';
import type { RequestHolds } from '../holds.ts';
import type { Exchange } from '../http/exchange.ts';
import type { ClientAppOptions } from '../oauth/client-app.ts';
import type { Shop } from '../shop.ts';
import { type AppOptions, type ShopOptions, shopStates } from '../shop-options.ts';

export const CONTROL_PATH = '/__sim';

/** What can be done with the whole simulator, by code and by control routes. */
export type Controls = {
  readonly faults: Faults;
  readonly holds: RequestHolds;
  readonly shops: ReadonlyMap<string, Shop>;
  addShop(options: ShopOptions): Shop;
  /** Registers an app, or replaces the one with the same client id; shops install it by its consent page or by hand. */
  addApp(options: ClientAppOptions): void;
  removeShop(domain: string): void;
  /** All shops as they were added, no faults. */
  reset(): void;
};
type Handler = (input: {
  body: Record<string, unknown>;
  parts: string[];
  query: URLSearchParams;
  shop: Shop;
}) => unknown;

/** The way in for tests and people: look at the shops, change them, arm faults. Shopify has nothing like it. */
export async function answerControl(exchange: Exchange, simulator: Controls): Promise<void> {
  const method = exchange.request.method ?? 'GET';
  const parts = exchange.url.pathname
    .slice(CONTROL_PATH.length)
    .split('/')
    .filter((part) => part !== '');
  let body: Record<string, unknown>;
  try {
    body = await jsonBody(exchange);
  } catch (error) {
    exchange.json(400, { error: `The body is not a JSON object: ${(error as Error).message}` });
    return;
  }
  const [area, domain, collection] = parts;
  if (area === 'holds') {
    await answerHolds(exchange, simulator.holds, parts.slice(1));
    return;
  }
  try {
    if (area === 'shops' && domain !== undefined) {
      const shop = simulator.shops.get(domain.replace(/:\d+$/, ''));
      if (shop === undefined) {
        exchange.json(404, { error: `There is no shop ${domain}.` });
        return;
      }
      const handler = shopRoutes[`${method} ${collection ?? ''}`];
      if (handler === undefined) unknownRoute(exchange);
      else exchange.json(200, handler({ body, parts, query: exchange.url.searchParams, shop }) ?? {});
      return;
    }
    switch (`${method} ${area ?? ''}`) {
      case 'GET ':
      case 'GET shops':
        exchange.json(200, {
          shops: [...simulator.shops.values()].map(summary),
          faults: simulator.faults.list(),
        });
        return;
      case 'POST shops':
        exchange.json(201, summary(simulator.addShop(body as ShopOptions)));
        return;
      case 'POST apps':
        simulator.addApp(body as ClientAppOptions);
        exchange.json(201, {});
        return;
      case 'GET faults':
        exchange.json(200, { faults: simulator.faults.list() });
        return;
      case 'POST faults':
        exchange.json(201, { id: simulator.faults.add(body as Fault), faults: simulator.faults.list() });
        return;
      case 'DELETE faults':
        simulator.faults.clear();
        exchange.json(200, {});
        return;
      case 'POST reset':
        simulator.reset();
        exchange.json(200, {});
        return;
      default:
        unknownRoute(exchange);
    }
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof TypeError)) throw error;
    exchange.json(422, { error: error.message });
  }
}

/** Method and what follows the shop. */
const shopRoutes: Readonly<Record<string, Handler>> = {
  'GET ': ({ shop }) => ({
    ...summary(shop),
    counters: shop.log.counters(),
    requests: shop.log.recent,
    bulk_operations: shop.bulkOperations.all,
  }),
  'PATCH ': ({ shop, body }) => {
    const { state, bulkObjectsPerSecond, bulkObjectLimit, revoke, install, expireTokens, uninstallClient } =
      body;
    if (state !== undefined) {
      const known = shopStates.find((candidate) => candidate === state);
      if (known === undefined) throw new RangeError(`The state must be one of ${shopStates.join(', ')}.`);
      shop.state = known;
    }
    if (typeof bulkObjectsPerSecond === 'number' || bulkObjectsPerSecond === null) {
      shop.bulkObjectsPerSecond = bulkObjectsPerSecond;
    }
    if (typeof bulkObjectLimit === 'number' || bulkObjectLimit === null) {
      shop.bulkObjectLimit = bulkObjectLimit;
    }
    if (typeof revoke === 'string') shop.revoke(revoke);
    if (typeof install === 'object' && install !== null) {
      for (const [token, options] of Object.entries(install)) shop.install(token, options as AppOptions);
    }
    if (expireTokens === true) shop.expireTokens();
    if (typeof uninstallClient === 'string') shop.uninstallClient(uninstallClient);
    return summary(shop);
  },
  'GET writes': ({ shop, query }) => ({ writes: shop.writes.all.slice(Number(query.get('from') ?? 0)) }),
};

function summary(shop: Shop) {
  const { domain, name, state, currency, plan, tokens, bulkObjectsPerSecond, bulkObjectLimit } = shop;
  const { productCount, variantCount } = shop.catalogue;
  return {
    domain,
    name,
    state,
    currency,
    plan,
    tokens,
    bulkObjectsPerSecond,
    bulkObjectLimit,
    productCount,
    variantCount,
  };
}

function unknownRoute(exchange: Exchange): void {
  exchange.json(404, {
    error: `There is no ${exchange.request.method} ${exchange.url.pathname}; see the README.`,
  });
}

async function jsonBody(exchange: Exchange): Promise<Record<string, unknown>> {
  const text = await exchange.body();
  if (text === '') return {};
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new TypeError('not an object');
  return { ...body };
}
