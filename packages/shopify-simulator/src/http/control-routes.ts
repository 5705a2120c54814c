import type { Exchange } from '../exchange.ts';
import type { Shop } from '../shop/shop.ts';
import type { ShopOptions } from '../shop/shop-options.ts';

export const CONTROL_PATH = '/__sim';

type Shops = { readonly shops: ReadonlyMap<string, Shop>; addShop(options: ShopOptions): Shop };

/** For other processes, which add shops and see their requests. Not part of Shopify. */
export async function answerControl(exchange: Exchange, { shops, addShop }: Shops): Promise<void> {
  const { method } = exchange.request;
  const [area, domain] = exchange.url.pathname
    .slice(CONTROL_PATH.length)
    .split('/')
    .filter((part) => part !== '');
  if (method === 'POST' && area === 'shops') {
    exchange.json(201, summary(addShop(JSON.parse(await exchange.body()) as ShopOptions)));
    return;
  }
  if (method === 'GET' && domain === undefined && (area === undefined || area === 'shops')) {
    exchange.json(200, { shops: [...shops.values()].map(summary) });
    return;
  }
  const shop = area === 'shops' ? shops.get(domain ?? '') : undefined;
  if (method !== 'GET' || shop === undefined) {
    exchange.json(404, { error: `There is no ${method} ${exchange.url.pathname}; see the README.` });
    return;
  }
  exchange.json(200, { ...summary(shop), counters: shop.log.counters(), requests: shop.log.recent });
}

function summary({ domain, name, state, currency, plan, tokens, bulkObjectsPerSecond, catalogue }: Shop) {
  const { productCount, variantCount } = catalogue;
  return { domain, name, state, currency, plan, tokens, bulkObjectsPerSecond, productCount, variantCount };
}
