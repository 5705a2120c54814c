import { z } from 'zod';
import { SourceError } from '../../source-error.ts';
import { shopOrigin } from '../client/address.ts';
import { protocolError } from '../client/errors.ts';
import { parse } from '../client/parse.ts';
import type { RestAnswer, RestClient, RestOptions } from './rest-client.ts';
import type { RestProduct } from './rest-normalise.ts';

/** Reads products by the `Link` header, ordered by id. */

/** Shopify's maximum page size. */
const PRODUCTS_PER_PAGE = 250;
/** The stored fields that REST has: cost is on the inventory item. */
const PRODUCT_FIELDS = 'id,title,handle,vendor,product_type,status,tags,variants';

const idSchema = z.string().regex(/^\d+$/);
const productsSchema = z.object({
  products: z.array(
    z.looseObject({
      id: idSchema,
      variants: z.array(z.looseObject({ id: idSchema, inventory_item_id: idSchema })),
    }),
  ),
});
const idsSchema = z.object({ products: z.array(z.object({ id: idSchema })) });

export type RestPage = {
  products: RestProduct[];
  /** The last product so far; where to resume when the link has expired. */
  lastId: string;
  /** The next page, or null after the last one. Short-lived, so it is never stored. */
  next: string | null;
  readAt: Date;
};

/** The first page when a sync starts: how much it has, and whether there is more. */
export async function readFirstPage(
  rest: RestClient,
  options: RestOptions,
): Promise<{ products: number; hasMore: boolean }> {
  const answer = await rest.get('products', firstParameters('0', 'id'), options);
  const { products } = parse(idsSchema, answer.body, rest);
  return { products: products.length, hasMore: nextPageInfo(answer, rest) !== null };
}

/**
 * The pages after a product. Without `since_id` no order is guaranteed; with it, products are ordered by id,
 * so new ones come last and none is skipped while others come and go.
 */
export async function* readPages(
  rest: RestClient,
  { sinceId, ...options }: RestOptions & { sinceId: string },
): AsyncGenerator<RestPage, void, void> {
  let lastId = sinceId;
  let pageInfo: string | null = null;
  const met = new Set<string>();
  do {
    const answer = await readAt(rest, { lastId, pageInfo }, options);
    const { products } = parse(productsSchema, answer.body, rest);
    for (const { id } of products) {
      if (BigInt(id) <= BigInt(lastId)) {
        throw protocolError(
          'products that do not come in the order of their ids',
          rest.context(answer.requestId),
        );
      }
      lastId = id;
    }
    const next = nextPageInfo(answer, rest);
    if (next !== null && met.has(next)) {
      throw protocolError(
        'a page that leads back to one that was read before',
        rest.context(answer.requestId),
      );
    }
    if (next !== null) met.add(next);
    yield { products, lastId, next, readAt: answer.sentAt };
    pageInfo = next;
  } while (pageInfo !== null);
}

async function readAt(
  rest: RestClient,
  { lastId, pageInfo }: { lastId: string; pageInfo: string | null },
  options: RestOptions,
): Promise<RestAnswer> {
  if (pageInfo !== null) {
    // Shopify keeps the other parameters within `page_info`, and refuses them next to it.
    const parameters = { limit: PRODUCTS_PER_PAGE, fields: PRODUCT_FIELDS, page_info: pageInfo };
    try {
      return await rest.get('products', parameters, options);
    } catch (error) {
      // An expired link is a bad request, but the product before it is known.
      if (!(error instanceof SourceError) || error.kind !== 'protocol') throw error;
    }
  }
  return rest.get('products', firstParameters(lastId, PRODUCT_FIELDS), options);
}

function firstParameters(sinceId: string, fields: string): Record<string, string | number> {
  return { limit: PRODUCTS_PER_PAGE, since_id: sinceId, fields };
}

/** The only part of a link that is followed: never an address, which could be another host's. */
function nextPageInfo({ link, requestId }: RestAnswer, rest: RestClient): string | null {
  for (const [, target = '', rel] of (link ?? '').matchAll(/<([^>]*)>\s*;\s*rel="?([a-z]+)"?/gi)) {
    if (rel?.toLowerCase() !== 'next') continue;
    const context = rest.context(requestId);
    const url = URL.parse(target);
    if (url?.host !== new URL(shopOrigin(context.shop)).host) {
      throw protocolError('a next page at another address than the shop’s', context);
    }
    const pageInfo = url.searchParams.get('page_info');
    if (pageInfo === null || pageInfo === '') {
      throw protocolError('a next page without its page_info', context);
    }
    return pageInfo;
  }
  return null;
}
