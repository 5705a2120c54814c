import type { Exchange } from '../exchange.ts';
import { limitOf, productJson, selectFields } from '../shop/rest-resources.ts';
import type { RestAnswer, RestRequest } from './request.ts';

const MAX_LIMIT = 250;
/** The only parameters allowed with `page_info`. */
const besidePageInfo = new Set(['limit', 'fields', 'page_info']);
const modelled = new Set([...besidePageInfo, 'since_id']);

type PageInfo = {
  last_id: number;
  direction: 'next' | 'prev';
  /** Milliseconds since 1970, by the simulator's clock. */
  made_at: number;
};
/** Links are short-lived; their lifetime is not documented. */
const LINK_LIVES_MS = 10 * 60_000;

const badParameter = (errors: Record<string, string>): RestAnswer => ({ status: 400, body: { errors } });

/** Products by id, after `since_id` or the previous page. */
export function listProducts(exchange: Exchange, { shop, version }: RestRequest): RestAnswer {
  const { searchParams: query } = exchange.url;
  const now = shop.now().getTime();
  const page = readPageInfo(query, now);
  if (page !== null && 'status' in page) return page;
  const unknown = [...query.keys()].find((name) => !modelled.has(name));
  if (unknown !== undefined || page?.direction === 'prev') {
    const what = unknown === undefined ? 'paging backwards' : `the filter ${unknown}`;
    return { status: 501, body: { errors: `The simulator does not model ${what}.` } };
  }
  const limit = limitOf(query, MAX_LIMIT);
  const sinceId = page?.last_id ?? Number(query.get('since_id') ?? 0);
  const found = shop.catalogue
    .products(sinceId)
    .take(limit + 1)
    .toArray();
  const products = found.slice(0, limit);
  const link = (direction: 'next' | 'prev', lastId: number | undefined): string[] => {
    if (lastId === undefined) return [];
    const info: PageInfo = { last_id: lastId, direction, made_at: now };
    const parameters = new URLSearchParams({
      limit: String(limit),
      ...(query.has('fields') ? { fields: query.get('fields') ?? '' } : {}),
      page_info: Buffer.from(JSON.stringify(info)).toString('base64url'),
    });
    const path = `/admin/api/${version.handle}/products.json`;
    return [
      `<http://${exchange.host}${path}?${parameters}>; rel="${direction === 'next' ? 'next' : 'previous'}"`,
    ];
  };
  const links = [
    ...link('prev', page === null ? undefined : products[0]?.id),
    ...link('next', found.length > limit ? products.at(-1)?.id : undefined),
  ];
  return {
    status: 200,
    body: { products: products.map((product) => selectFields(productJson(product), query)) },
    headers: links.length > 0 ? { link: links.join(', ') } : {},
  };
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
  const info = parsePageInfo(text);
  const isGood = info?.made_at !== undefined && now - info.made_at < LINK_LIVES_MS;
  return isGood ? info : badParameter({ page_info: 'Invalid value.' });
}

/** One of our links, or null. */
function parsePageInfo(text: string): PageInfo | null {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as PageInfo;
  } catch {
    return null;
  }
}
