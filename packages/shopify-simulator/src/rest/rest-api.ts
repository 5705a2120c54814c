import { variantsOf } from '../catalogue/catalogue.ts';
import { DEPRECATED } from '../http/deprecation.ts';
import type { Exchange } from '../http/exchange.ts';
import { hasScope } from '../scopes.ts';
import type { Shop } from '../shop.ts';
import { countProducts, listProducts } from './products.ts';
import type { RestAnswer, RestRequest } from './request.ts';
import {
  inventoryItemJson,
  limitOf,
  MAX_VARIANTS,
  productJson,
  selectFields,
  shopJson,
  variantJson,
} from './resources.ts';

const MAX_ITEM_IDS = 100;
const DEFAULT_LIMIT = 50;

/** Answers from the reading part and returns the status. */
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
  // Products and variants are deprecated in REST since 2024-04.
  const marks = /^(products|variants)\b/.test(request.resource) ? DEPRECATED : {};
  exchange.json(answer.status, answer.body, { ...headers, ...marks, ...answer.headers });
  return answer.status;
}

function route(exchange: Exchange, request: RestRequest): RestAnswer {
  const { shop, app, resource } = request;
  const { searchParams: query } = exchange.url;
  if (exchange.request.method !== 'GET') {
    return {
      status: 501,
      body: { errors: `The simulator does not model ${exchange.request.method} ${resource}.` },
    };
  }
  if (resource === 'shop')
    return { status: 200, body: { shop: selectFields(shopJson(shop, exchange.host), query) } };
  const scope = resource.startsWith('inventory_items') ? 'read_inventory' : 'read_products';
  if (!hasScope(app, scope)) {
    return {
      status: 403,
      body: { errors: `[API] This action requires merchant approval for ${scope} scope.` },
    };
  }
  if (resource === 'products') return listProducts(exchange, request);
  if (resource === 'products/count') return countProducts(shop, query);
  if (resource === 'inventory_items') return listInventoryItems(shop, query);
  const [collection, text, nested, count] = resource.split('/');
  const id = Number(text);
  if (collection === 'products') {
    const product = shop.catalogue.product(id);
    if (product === null) return notFound;
    if (nested === undefined) {
      return { status: 200, body: { product: selectFields(productJson(product, shop), query) } };
    }
    if (nested !== 'variants') return notFound;
    if (count === 'count') return { status: 200, body: { count: product.variants.length } };
    const sinceId = Number(query.get('since_id') ?? 0);
    const limit = limitOf(query, { otherwise: DEFAULT_LIMIT, most: MAX_VARIANTS });
    const variants = variantsOf(product)
      .slice(0, MAX_VARIANTS)
      .filter(({ variant }) => variant.id > sinceId)
      .slice(0, limit)
      .map((node) => selectFields(variantJson(node, shop), query));
    return { status: 200, body: { variants } };
  }
  if (collection === 'variants') {
    const found = shop.catalogue.variant(id);
    return found === null
      ? notFound
      : { status: 200, body: { variant: selectFields(variantJson(found, shop), query) } };
  }
  if (collection === 'inventory_items') {
    const found = shop.catalogue.variantOfItem(id);
    return found === null
      ? notFound
      : { status: 200, body: { inventory_item: inventoryItemJson(found, shop) } };
  }
  return notFound;
}

const notFound: RestAnswer = { status: 404, body: { errors: 'Not Found' } };

function listInventoryItems(shop: Shop, query: URLSearchParams): RestAnswer {
  const ids = (query.get('ids') ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0) return { status: 422, body: { errors: { ids: ['is missing'] } } };
  const limit = limitOf(query, { otherwise: DEFAULT_LIMIT, most: MAX_ITEM_IDS });
  const items = ids
    .slice(0, MAX_ITEM_IDS)
    .map((id) => shop.catalogue.variantOfItem(Number(id)))
    .filter((item) => item !== null)
    .slice(0, limit)
    .map((item) => inventoryItemJson(item, shop));
  return { status: 200, body: { inventory_items: items } };
}
