import { z } from 'zod';
import { type CatalogueEnd, type CataloguePage, IDS_PER_READING } from '../../connector.ts';
import type { JsonValue } from '../../json-value.ts';
import { SourceError } from '../../source-error.ts';
import type { GraphqlAnswer, GraphqlClient, Operation } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { countCatalogue } from '../read/catalogue-probe.ts';
import { timeOfMark } from '../read/change-marks.ts';
import { followCursors, type pageInfoSchema, pageOf } from '../read/cursors.ts';
import { CHANGED_ITEMS, CHANGED_PRODUCTS, CHANGED_VARIANTS } from '../read/documents.ts';
import type { ShopReading } from '../read/extras/metafields.ts';
import { readProducts } from '../read/product-reading.ts';

/**
 * Reads only what changed since a time by Shopify's clock: lists ids by `updated_at`, then fetches the
 * current state of their products.
 */

/**
 * Milliseconds before the mark that are read again. The search index has been seen to lag by a minute, and
 * the clock of the HTTP answer may differ from that of Shopify's database.
 */
const OVERLAP_MS = 600_000;

const productsSchema = pageOf(z.object({ id: z.string() }));
const productOf = z.object({ product: z.object({ id: z.string() }) });
const variantsSchema = pageOf(productOf);
const itemsSchema = pageOf(
  z.object({
    id: z.string(),
    variants: z.object({ nodes: z.array(productOf), pageInfo: z.object({ hasNextPage: z.boolean() }) }),
  }),
);

type IdsPage = { ids: string[]; pageInfo: z.output<typeof pageInfoSchema> };
type List = { operation: Operation; read(data: Record<string, unknown>, client: GraphqlClient): IdsPage };

function list<Page extends { nodes: unknown[]; pageInfo: IdsPage['pageInfo'] }>(
  operation: Operation,
  schema: z.ZodType<Page>,
  idsOf: (node: Page['nodes'][number]) => string[],
): List {
  const answer = z.object({ changed: schema });
  return {
    operation,
    read(data, client) {
      const { changed } = parse(answer, data, client);
      return { ids: changed.nodes.flatMap(idsOf), pageInfo: changed.pageInfo };
    },
  };
}

/** In this order. An inventory item shared by several variants is resolved to all their products. */
const LISTS = {
  products: list(CHANGED_PRODUCTS, productsSchema, (node) => [node.id]),
  variants: list(CHANGED_VARIANTS, variantsSchema, ({ product }) => [product.id]),
  items: list(CHANGED_ITEMS, itemsSchema, ({ id, variants }) =>
    variants.pageInfo.hasNextPage ? [id] : variants.nodes.map(({ product }) => product.id),
  ),
};
const NAMES = ['products', 'variants', 'items'] as const;

const checkpointSchema = z.object({
  kind: z.literal('changes'),
  list: z.enum(NAMES),
  after: z.string().nullable(),
});

const ITEMS_NOT_READABLE =
  'The token may not read inventory, so costs and weights that changed are found by the next sync of everything only. ' +
  'Give the app the scope read_inventory to have them found here.';

type Options = ShopReading & { since: JsonValue };

export async function* readChanged(
  client: GraphqlClient,
  { since, checkpoint, signal, onWaiting, metafields, descriptions }: Options,
): AsyncGenerator<CataloguePage, CatalogueEnd, void> {
  const start = checkpointSchema.safeParse(checkpoint).data;
  const from = new Date(timeOfMark(since) - OVERLAP_MS).toISOString();
  const notices: string[] = [];
  /** Already read: a changed item often belongs to a changed product. */
  const met = new Set<string>();
  const names = NAMES.slice(start === undefined ? 0 : NAMES.indexOf(start.list));
  for (const name of names) {
    const reading = { client, from, signal, onWaiting, metafields, descriptions, met };
    try {
      yield* readList(reading, name, name === start?.list ? start.after : null);
    } catch (error) {
      const isRefused = error instanceof SourceError && error.kind === 'scope_missing' && name === 'items';
      if (!isRefused) throw error;
      notices.push(ITEMS_NOT_READABLE);
    }
  }
  const count = await countCatalogue(client, signal);
  return { sourceProducts: count.exact ? count.products : null, sourceVariants: count.variants, notices };
}

type Reading = Pick<Options, 'signal' | 'onWaiting' | 'metafields' | 'descriptions'> & {
  client: GraphqlClient;
  from: string;
  met: Set<string>;
};

async function* readList(
  reading: Reading,
  name: (typeof NAMES)[number],
  start: string | null,
): AsyncGenerator<CataloguePage, void, void> {
  const { client, met } = reading;
  const nextCursor = followCursors(client);
  for (let after = start; ; ) {
    const { answer, restarted } = await ask(reading, LISTS[name].operation, after, after === start);
    if (restarted) after = null;
    const { ids, pageInfo } = LISTS[name].read(answer.data, client);
    const wanted = [...new Set(ids)].filter((id) => !met.has(id));
    const next = nextCursor(pageInfo);
    for (let from = 0; from < Math.max(1, wanted.length); from += IDS_PER_READING) {
      const part = wanted.slice(from, from + IDS_PER_READING);
      const isLast = from + IDS_PER_READING >= wanted.length;
      const { products, readAt } = await readProducts(client, part, reading);
      for (const id of part) met.add(id);
      yield {
        products,
        checkpoint: { kind: 'changes', list: name, after: isLast ? (next ?? after) : after },
        pages: from === 0 ? 1 : 0,
        readAt: part.length === 0 ? answer.sentAt : readAt,
      };
    }
    if (next === null) return;
    after = next;
  }
}

/** How long a cursor stays valid is not documented: if one is refused, the list starts over. */
async function ask(
  { client, from, signal, onWaiting }: Reading,
  operation: Operation,
  after: string | null,
  mayRestart: boolean,
): Promise<{ answer: GraphqlAnswer; restarted: boolean }> {
  const request = async (cursor: string | null) => {
    const variables = { query: `updated_at:>='${from}'`, after: cursor };
    return await client.requestComplete(operation, { variables, signal, onWaiting });
  };
  try {
    return { answer: await request(after), restarted: false };
  } catch (error) {
    const isRefused = error instanceof SourceError && error.kind === 'protocol';
    if (!isRefused || !mayRestart || after === null) throw error;
    return { answer: await request(null), restarted: true };
  }
}
