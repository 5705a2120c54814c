import { z } from 'zod';
import type { CatalogueEnd, CataloguePage, SourceProduct, SourceVariant } from '../../connector.ts';
import { SourceError } from '../../source-error.ts';
import { protocolError } from '../client/errors.ts';
import type { GraphqlAnswer, GraphqlClient, Operation } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { COST_NOT_READABLE, countCatalogue, isCostDenied } from './catalogue-probe.ts';
import { followCursors, nodesOf, pageOf } from './cursors.ts';
import { productsPage, productVariants, type Selection } from './documents.ts';
import { NO_METAFIELDS, type ShopReading } from './extras/metafields.ts';
import { MalformedObjectError, toSourceProduct, toSourceVariant } from './normalise.ts';

/** Reads a small shop page by page: no bulk operation to wait for, but it costs points. */

const checkpointSchema = z.object({
  kind: z.literal('paged'),
  after: z.string().nullable(),
  costReadable: z.boolean(),
});

const nodeSchema = z.record(z.string(), z.unknown());
const variantsSchema = pageOf(nodeSchema);
export const productSchema = z.looseObject({ id: z.string(), variants: variantsSchema });
const productsSchema = z.object({
  products: pageOf(productSchema),
});
const productAnswerSchema = z.object({ product: productSchema.nullable() });

type RequestControl = Pick<ShopReading, 'signal' | 'onWaiting' | 'metafields' | 'descriptions'>;

export async function* readPaged(
  client: GraphqlClient,
  options: ShopReading,
): AsyncGenerator<CataloguePage, CatalogueEnd, void> {
  const reader = createProductReader(client, options);
  const start = checkpointSchema.safeParse(options.checkpoint).data;
  if (start?.costReadable === false) reader.withoutCost();
  const nextCursor = followCursors(client);
  let after = start?.after ?? null;
  let resumed = after !== null;
  for (;;) {
    let answer: GraphqlAnswer;
    try {
      answer = await reader.ask(productsPage, { after });
    } catch (error) {
      // How long a cursor stays valid is not documented: if one is refused, the reading starts over.
      if (resumed && error instanceof SourceError && error.kind === 'protocol') {
        after = null;
        resumed = false;
        continue;
      }
      throw error;
    }
    resumed = false;
    const { nodes, pageInfo } = parse(productsSchema, answer.data, client).products;
    const products: SourceProduct[] = [];
    for (const node of nodes) {
      products.push(await reader.complete(node));
    }
    const next = nextCursor(pageInfo);
    yield {
      products,
      checkpoint: { kind: 'paged', after: next ?? after, costReadable: reader.costReadable() },
      pages: 1,
      readAt: answer.sentAt,
    };
    if (next === null) {
      const count = await countCatalogue(client, options.signal);
      return {
        sourceProducts: count.exact ? count.products : null,
        sourceVariants: count.variants,
        notices: reader.costReadable() ? [] : [COST_NOT_READABLE],
      };
    }
    after = next;
  }
}

export type ProductReader = ReturnType<typeof createProductReader>;

/** Reads products with all their variants, and continues without costs if these are refused. */
export function createProductReader(
  client: GraphqlClient,
  { signal, onWaiting, metafields = NO_METAFIELDS, descriptions = false }: RequestControl,
) {
  let withCost = true;

  async function ask(
    operationFor: (selection: Selection) => Operation,
    variables: Record<string, unknown>,
  ): Promise<GraphqlAnswer> {
    const options = { variables, signal, onWaiting, tolerates: isCostDenied };
    const operation = operationFor({ withCost, metafields, descriptions });
    const answer = await client.requestComplete(operation, options);
    if (answer.errors.length > 0) withCost = false;
    return answer;
  }

  async function askForProduct(id: string, after: string | null) {
    const { data } = await ask(productVariants, { id, after });
    return parse(productAnswerSchema, data, client).product;
  }

  async function complete(node: z.output<typeof productSchema>): Promise<SourceProduct> {
    const page = async (after: string | null) =>
      after === null ? node.variants : (await askForProduct(node.id, after))?.variants;
    const variants = await Array.fromAsync(nodesOf(client, page), (variant, index) =>
      toVariant(variant, index + 1),
    );
    return guarded(() => toSourceProduct(node, variants, metafields));
  }

  function toVariant(node: z.output<typeof nodeSchema>, place: number): SourceVariant {
    const variant = guarded(() => toSourceVariant(node, place, metafields));
    // Refused, it is null in the answer.
    return withCost ? variant : { ...variant, cost: undefined };
  }

  function guarded<T>(normalise: () => T): T {
    try {
      return normalise();
    } catch (error) {
      throw error instanceof MalformedObjectError ? protocolError(error.message, client.context()) : error;
    }
  }

  return {
    ask,
    complete,
    /** One product by its id, or null if it was deleted. */
    async read(id: string): Promise<SourceProduct | null> {
      const product = await askForProduct(id, null);
      return product === null ? null : await complete(product);
    },
    withoutCost: () => {
      withCost = false;
    },
    costReadable: () => withCost,
  };
}
