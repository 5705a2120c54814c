import { z } from 'zod';
import type { CatalogueEnd, CataloguePage, SourceProduct } from '../../connector.ts';
import { protocolError } from '../client/errors.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import { COST_NOT_READABLE, countCatalogue } from '../read/catalogue-probe.ts';
import { productsBeyondRest, variantsBeyondRest } from '../read/documents.ts';
import { NO_METAFIELDS, type ShopReading } from '../read/extras/metafields.ts';
import { type Json, MalformedObjectError } from '../read/normalise.ts';
import { createProductReader } from '../read/paged-catalogue.ts';
import type { RestClient } from './rest-client.ts';
import { type Costs, costOrigins, createCostReader, readBeyondRest } from './rest-costs.ts';
import {
  fromRestProduct,
  fromRestVariant,
  productId,
  type RestProduct,
  variantId,
} from './rest-normalise.ts';
import { readPages } from './rest-paging.ts';

/**
 * Reads the catalogue through REST. What REST omits comes through GraphQL: the variants of large products,
 * and the final counts that prove completeness.
 */

const checkpointSchema = z.object({
  kind: z.literal('rest'),
  /** The last product passed on. A link to the next page expires too soon to be stored. */
  sinceId: z.string().regex(/^\d+$/),
  costOrigin: costOrigins,
  costsComplete: z.boolean(),
});

/** REST returns this many variants of a product and silently omits the others. */
const MAX_VARIANTS_SHOWN = 100;

export async function* readRest(
  { rest, graphql }: { rest: RestClient; graphql: GraphqlClient },
  { checkpoint, signal, onWaiting, metafields = NO_METAFIELDS, descriptions = false }: ShopReading,
): AsyncGenerator<CataloguePage, CatalogueEnd, void> {
  const start = checkpointSchema.safeParse(checkpoint).data;
  const costs = createCostReader(rest, graphql, { start: start?.costOrigin ?? 'rest', signal, onWaiting });
  const reader = createProductReader(graphql, { signal, onWaiting, metafields, descriptions });
  if (start?.costsComplete === false) reader.withoutCost();

  async function complete(shown: readonly RestProduct[]): Promise<SourceProduct[]> {
    const whole = shown.filter(({ variants }) => variants.length < MAX_VARIANTS_SHOWN);
    const variants = whole.flatMap((product) => product.variants);
    const beyond = (operation: Operation, ids: string[]) =>
      readBeyondRest(graphql, operation, ids, { signal, onWaiting });
    const [costOf, beyondProduct, beyondVariant] = await Promise.all([
      costs.read(variants),
      beyond(
        productsBeyondRest({ metafields, descriptions }),
        whole.map(({ id }) => productId(id)),
      ),
      beyond(
        variantsBeyondRest(metafields),
        variants.map(({ id }) => variantId(id)),
      ),
    ]);
    const products: SourceProduct[] = [];
    for (const product of shown) {
      // A product that has lost a variant since is fetched again, like one that may have more variants.
      const read =
        product.variants.length < MAX_VARIANTS_SHOWN && product.variants.every(({ id }) => costOf.has(id))
          ? withCosts(product, costOf, new Map([...beyondProduct, ...beyondVariant]))
          : await reader.read(productId(product.id));
      if (read !== null) products.push(read);
    }
    return products;
  }

  function withCosts(product: RestProduct, costOf: Costs, beyond: ReadonlyMap<string, Json>): SourceProduct {
    try {
      const variants = product.variants.map((variant, index) =>
        fromRestVariant(variant, index + 1, costOf.get(variant.id) ?? {}, {
          beyond: beyond.get(variantId(variant.id)) ?? {},
          metafields,
        }),
      );
      return fromRestProduct(product, variants, {
        beyond: beyond.get(productId(product.id)) ?? {},
        metafields,
      });
    } catch (error) {
      throw error instanceof MalformedObjectError ? protocolError(error.message, rest.context()) : error;
    }
  }

  for await (const page of readPages(rest, { sinceId: start?.sinceId ?? '0', signal, onWaiting })) {
    yield {
      products: await complete(page.products),
      checkpoint: {
        kind: 'rest',
        sinceId: page.lastId,
        costOrigin: costs.origin(),
        costsComplete: reader.costReadable(),
      },
      pages: 1,
      readAt: page.readAt,
    };
  }
  const count = await countCatalogue(graphql, signal);
  const notices = new Set(costs.notices());
  if (!reader.costReadable()) notices.add(COST_NOT_READABLE);
  return {
    sourceProducts: count.exact ? count.products : null,
    sourceVariants: count.variants,
    notices: [...notices],
  };
}
