import { z } from 'zod';
import { SourceError } from '../../connector.ts';
import { shopOrigin } from '../client/address.ts';
import { protocolError } from '../client/errors.ts';
import { parse } from '../client/parse.ts';
import type { RestAnswer, RestClient, RestOptions } from './rest-client.ts';
import type { RestProduct } from './rest-normalise.ts';

/** Walking through the products by the `Link` header, in the order of their ids. */

/** The largest page there is. */
const PRODUCTS_PER_PAGE = 250;
/** All that is stored, and of that what REST has: cost is with the inventory item. */
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
  /** Of the last product up to here; where to resume when the link is no longer valid. */
  lastId: string;
  /** Where the next page is, or null behind the last one. Holds for a short time only, so it is never stored. */
  next: string | null;
  readAt: Date;
};

/** The first page as it is asked for at the start: how much it holds, and whether there is more. */
export async function readFirstPage(
  rest: RestClient,
  options: RestOptions,
): Promise<{ products: number; hasMore: boolean }> {
  const answer = await rest.get('products', firstParameters('0', 'id'), options);
  const { products } = parse(idsSchema, answer.body, rest);
  return { products: products.length, hasMore: nextPageInfo(answer, rest) !== null };
}

/**
 * The pages behind a product. Without `since_id` no order is promised; with it, products come by their ids, so that new
 * ones are met last and none is passed over while others come and go.
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
    // Everything else that was asked for is kept by Shopify within `page_info`, and refused beside it.
    const parameters = { limit: PRODUCTS_PER_PAGE, fields: PRODUCT_FIELDS, page_info: pageInfo };
    try {
      return await rest.get('products', parameters, options);
    } catch (error) {
      // A link that is too old is a bad request, but the product that it followed is known.
      if (!(error instanceof SourceError) || error.kind !== 'protocol') throw error;
    }
  }
  return rest.get('products', firstParameters(lastId, PRODUCT_FIELDS), options);
}

function firstParameters(sinceId: string, fields: string): Record<string, string | number> {
  return { limit: PRODUCTS_PER_PAGE, since_id: sinceId, fields };
}

/** What follows a link of the header is only this: never an address, which could be another host's. */
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
