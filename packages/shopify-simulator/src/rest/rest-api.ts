import { DEPRECATED, type Exchange } from '../exchange.ts';
import { inventoryItemJson, limitOf } from '../shop/rest-resources.ts';
import { hasScope } from '../shop/scopes.ts';
import type { Shop } from '../shop/shop.ts';
import { listProducts } from './products.ts';
import type { RestAnswer, RestRequest } from './request.ts';

const MAX_ITEM_IDS = 100;

/** Responds with REST's read-only resources, and returns the status. */
export function answerRest(exchange: Exchange, request: RestRequest): number {
  const { calls } = request.app;
  const accepted = calls.add();
  const headers = { ...request.headers, 'x-shopify-shop-api-call-limit': `${calls.used}/${calls.size}` };
  if (!accepted) {
    const errors = `Exceeded ${calls.leakRate} calls per second for api client. Reduce request rates to resume uninterrupted service.`;
    exchange.json(429, { errors }, { ...headers, 'retry-after': '2.0' });
    return 429;
  }
  const answer = route(exchange, request);
  // Products and variants have been deprecated in REST since 2024-04.
  const marks = /^(products|variants)\b/.test(request.resource) ? DEPRECATED : {};
  exchange.json(answer.status, answer.body, { ...headers, ...marks, ...answer.headers });
  return answer.status;
}

function route(exchange: Exchange, request: RestRequest): RestAnswer {
  const { shop, app, resource } = request;
  const { method } = exchange.request;
  if (method !== 'GET' || (resource !== 'products' && resource !== 'inventory_items')) {
    return { status: 501, body: { errors: `The simulator does not model ${method} ${resource}.` } };
  }
  const scope = resource === 'inventory_items' ? 'read_inventory' : 'read_products';
  if (!hasScope(app, scope)) {
    return {
      status: 403,
      body: { errors: `[API] This action requires merchant approval for ${scope} scope.` },
    };
  }
  return resource === 'products'
    ? listProducts(exchange, request)
    : listInventoryItems(shop, exchange.url.searchParams);
}

function listInventoryItems(shop: Shop, query: URLSearchParams): RestAnswer {
  const ids = (query.get('ids') ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0) return { status: 422, body: { errors: { ids: ['is missing'] } } };
  const limit = limitOf(query, MAX_ITEM_IDS);
  const items = ids
    .slice(0, MAX_ITEM_IDS)
    .map((id) => shop.catalogue.variantOfItem(Number(id)))
    .filter((item) => item !== null)
    .slice(0, limit)
    .map(inventoryItemJson);
  return { status: 200, body: { inventory_items: items } };
}
