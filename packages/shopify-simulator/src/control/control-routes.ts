import type { Fault, Faults } from '../faults.ts';
import type { RequestHolds } from '../holds.ts';
import type { Exchange } from '../http/exchange.ts';
import type { ClientAppOptions } from '../oauth/client-app.ts';
import type { Shop } from '../shop.ts';
import type { ShopOptions } from '../shop-options.ts';

export const CONTROL_PATH = '/__sim';

/** What can be done with the whole simulator, by code and by control routes. */
export type Controls = {
  readonly faults: Faults;
  readonly holds: RequestHolds;
  readonly shops: ReadonlyMap<string, Shop>;
  addShop(options: ShopOptions): Shop;
  /**
   * Registers an app, or replaces the one with the same client id; shops install it by its consent page or by
   * hand.
   */
  addApp(options: ClientAppOptions): void;
  removeShop(domain: string): void;
  /** All shops as they were added, no faults. */
  reset(): void;
};
/**
 * The way in for tests and people: look at the shops, change them, arm faults. Shopify has nothing like it.
 */
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
  const [area, domain] = parts;
  try {
    if (method === 'GET' && area === 'shops' && domain !== undefined) {
      const shop = simulator.shops.get(domain.replace(/:\d+$/, ''));
      if (shop === undefined) exchange.json(404, { error: `There is no shop ${domain}.` });
      else exchange.json(200, { ...summary(shop), counters: shop.log.counters(), requests: shop.log.recent });
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
      default:
        unknownRoute(exchange);
    }
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof TypeError)) throw error;
    exchange.json(422, { error: error.message });
  }
}

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
