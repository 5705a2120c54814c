import type { Product } from '../catalogue/model.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Shop } from '../shop.ts';
import type { RestAnswer, RestRequest } from './request.ts';
import { limitOf, productJson, selectFields } from './resources.ts';

const MAX_LIMIT = 250;
const DEFAULT_LIMIT = 50;
/** All that may stand beside `page_info`. */
const besidePageInfo = new Set(['limit', 'fields', 'page_info']);

type Filter = (product: Product) => boolean;
type PageInfo = {
  last_id: number;
  direction: 'next' | 'prev';
  filters: Record<string, string>;
  /** Milliseconds since 1970, by the simulator's clock. */
  made_at: number;
};
/** Links are short-lived; for how long is not documented. */
const LINK_LIVES_MS = 10 * 60_000;

const filters: Record<string, (value: string) => Filter> = {
  ids: (value) => {
    const ids = new Set(value.split(',').map(Number));
    return ({ id }) => ids.has(id);
  },
  since_id: (value) => (product) => product.id > Number(value),
  title: (value) => (product) => product.title === value,
  vendor: (value) => (product) => product.vendor === value,
  handle: (value) => (product) => value.split(',').includes(product.handle),
  product_type: (value) => (product) => product.productType === value,
  status: (value) => (product) => value.split(',').includes(product.status.toLowerCase()),
  created_at_min: (value) => (product) => product.createdAt >= Date.parse(value),
  created_at_max: (value) => (product) => product.createdAt <= Date.parse(value),
  updated_at_min: (value) => (product) => product.updatedAt >= Date.parse(value),
  updated_at_max: (value) => (product) => product.updatedAt <= Date.parse(value),
  published_at_min: (value) => (product) => (product.publishedAt ?? 0) >= Date.parse(value),
  published_at_max: (value) => (product) =>
    product.publishedAt !== null && product.publishedAt <= Date.parse(value),
};

function badParameter(errors: Record<string, string>): RestAnswer {
  return { status: 400, body: { errors } };
}

export function listProducts(exchange: Exchange, { shop, version }: RestRequest): RestAnswer {
  const { searchParams: query } = exchange.url;
  const now = shop.now().getTime();
  const page = readPageInfo(query, now);
  if (page !== null && 'status' in page) return page;
  const limit = limitOf(query, { otherwise: DEFAULT_LIMIT, most: MAX_LIMIT });
  const given = page?.filters ?? Object.fromEntries(query);
  const matches = compileFilters(given);
  const isBackward = page?.direction === 'prev';
  const sinceId = page?.last_id ?? (given.since_id === undefined ? null : Number(given.since_id));
  const products: Product[] = [];
  let hasMore = false;
  for (const product of shop.catalogue.products(isBackward ? 'backward' : 'forward', sinceId)) {
    if (!matches(product)) continue;
    if (products.length === limit) {
      hasMore = true;
      break;
    }
    products.push(product);
  }
  if (isBackward) products.reverse();
  const link = (direction: 'next' | 'prev', edge: Product | undefined, exists: boolean): string[] => {
    if (edge === undefined || !exists) return [];
    const info: PageInfo = { last_id: edge.id, direction, filters: keptFilters(given), made_at: now };
    const next = new URLSearchParams({
      limit: String(limit),
      ...(query.has('fields') ? { fields: query.get('fields') ?? '' } : {}),
      page_info: Buffer.from(JSON.stringify(info)).toString('base64url'),
    });
    const rel = direction === 'next' ? 'next' : 'previous';
    return [`<http://${exchange.host}/admin/api/${version.handle}/products.json?${next}>; rel="${rel}"`];
  };
  const links = [
    ...link('prev', products[0], isBackward ? hasMore : page !== null),
    ...link('next', products.at(-1), isBackward || hasMore),
  ];
  return {
    status: 200,
    body: { products: products.map((product) => selectFields(productJson(product, shop), query)) },
    headers: links.length > 0 ? { link: links.join(', ') } : {},
  };
}

export function countProducts(shop: Shop, query: URLSearchParams): RestAnswer {
  const given = keptFilters(Object.fromEntries(query));
  if (Object.keys(given).length === 0) return { status: 200, body: { count: shop.catalogue.productCount } };
  const matches = compileFilters(given);
  let count = 0;
  for (const product of shop.catalogue.products()) if (matches(product)) count += 1;
  return { status: 200, body: { count } };
}

function keptFilters(given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name in filters && name !== 'since_id'));
}

function compileFilters(given: Record<string, string>): Filter {
  const tests = Object.entries(given).flatMap(([name, value]) => {
    const make = filters[name];
    return make === undefined ? [] : [make(value)];
  });
  return (product) => tests.every((test) => test(product));
}

function readPageInfo(query: URLSearchParams, now: number): PageInfo | RestAnswer | null {
  const text = query.get('page_info');
  if (text === null) return null;
  const extra = [...query.keys()].find((name) => !besidePageInfo.has(name));
  if (extra !== undefined) {
    return badParameter({
      [extra]: `${extra} cannot be passed when page_info is present. See https://shopify.dev/api/usage/pagination-rest for more information.`,
    });
  }
  try {
    const info: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (isPageInfo(info) && now - info.made_at < LINK_LIVES_MS) return info;
  } catch {
    return badParameter({ page_info: 'Invalid value.' });
  }
  return badParameter({ page_info: 'Invalid value.' });
}

function isPageInfo(value: unknown): value is PageInfo {
  return (
    typeof value === 'object' &&
    value !== null &&
    'last_id' in value &&
    typeof value.last_id === 'number' &&
    'direction' in value &&
    (value.direction === 'next' || value.direction === 'prev') &&
    'filters' in value &&
    typeof value.filters === 'object' &&
    'made_at' in value &&
    typeof value.made_at === 'number'
  );
}
