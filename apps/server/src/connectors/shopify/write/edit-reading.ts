import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { isListPrice, listOf, type PriceList } from '@storefleet/contract/attributes/list-prices';
import { isMetafield } from '@storefleet/contract/attributes/metafields';
import { isStock } from '@storefleet/contract/attributes/stock';
import { type AttributeValues, attributesOf } from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import type { EditCallOptions, Editing, EditTarget, SourceEdit } from '../../editing.ts';
import type { Asking } from '../client/ask.ts';
import { protocolError } from '../client/errors.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { IDS_PER_QUERY, inParts } from '../client/in-parts.ts';
import { parse } from '../client/parse.ts';
import { isCostDenied } from '../read/catalogue-probe.ts';
import { noPrices, readFixedPrices } from '../read/extras/fixed-prices.ts';
import { type MembershipIds, NO_MEMBERSHIPS } from '../read/extras/membership-fields.ts';
import { allLevels, levelsSchema } from '../read/extras/stock-levels.ts';
import { type HeldStock, stockOf } from '../read/extras/stock-values.ts';
import { type Json, MalformedObjectError, objectOrEmpty } from '../read/normalise.ts';
import { createCategoryIds } from '../read/taxonomy.ts';
import { editedValues } from './edit-documents.ts';
import { digestOf, LIST_PRICES, listPricesOf, valuesOf, weightUnitOf } from './edit-values.ts';

/** Fetches variants and products right before they are written, and to reconcile afterwards. */

type ReadTarget = EditTarget & { attributes: readonly EditableAttribute[] };

const CACHED_VALUES = 10_000;

const answerSchema = z.object({ nodes: z.array(z.record(z.string(), z.unknown()).nullable()) });

export type EditReader = {
  /** Ids of the store's collections and channels. */
  readonly memberships: MembershipIds;
  readValues: Editing['readValues'];
  /** The weight units of the edits' variants, as Shopify names them. */
  weightUnits(edits: readonly SourceEdit[], options: EditCallOptions): Promise<Map<string, WeightUnit>>;
  /**
   * Current values of the metafields that the edits change, by owner id: those fetched to decide on the
   * write, or `anew`. Deleted owners are omitted.
   */
  metafields(
    edits: readonly SourceEdit[],
    options: EditCallOptions & { readonly anew?: boolean },
  ): Promise<Map<string, HeldMetafields>>;
  /** The stock of the edits' variants; options and result as for `metafields`. */
  stock(
    edits: readonly SourceEdit[],
    options: EditCallOptions & { readonly anew?: boolean },
  ): Promise<Map<string, HeldStock>>;
  /** The ids of the categories that the edits set, by full name; unknown ones are omitted. */
  categories(edits: readonly SourceEdit[], options: EditCallOptions): Promise<Map<string, string>>;
  /** By name, those that were read. */
  readonly priceLists: ReadonlyMap<string, PriceList>;
  /** What the edits' variants cost on the lists that they change, as `metafields` does. */
  listPrices(
    edits: readonly SourceEdit[],
    options: EditCallOptions & { readonly anew?: boolean },
  ): Promise<Map<string, AttributeValues>>;
};

type Asked = {
  readonly memberships?: MembershipIds;
  readonly priceLists?: readonly PriceList[];
};

/** `digests`: Shopify's compare digests of the values; null for no value. */
export type HeldMetafields = {
  readonly values: AttributeValues;
  readonly digests: Readonly<Record<string, string | null>>;
};

/** `gone`: the variant was deleted. Null: it has no weight, and so no unit. */
type WeightUnit = string | null | 'gone';

export function createEditReader(
  client: GraphqlClient,
  { memberships = NO_MEMBERSHIPS, priceLists = [] }: Asked = {},
): EditReader {
  const asked = { memberships, priceLists: new Map(priceLists.map((list) => [list.name, list])) };
  const fetch: Fetch = (targets, options) => fetchNodes(client, targets, options, asked);
  const units = held(weightUnitOf, fetch);
  const metafields = held(metafieldsOf, fetch);
  const stock = held(stockOf, fetch);
  const listPrices = held(listPricesOf, fetch);

  function toValues(node: Json, attributes: readonly EditableAttribute[]): AttributeValues {
    if (attributes.includes('weight')) units.remember(node, attributes);
    if (attributes.some(isMetafield)) metafields.remember(node, attributes);
    if (attributes.some(isStock)) stock.remember(node, attributes);
    if (attributes.some(isListPrice)) listPrices.remember(node, attributes);
    try {
      return valuesOf(node, attributes);
    } catch (error) {
      throw error instanceof MalformedObjectError ? protocolError(error.message, client.context()) : error;
    }
  }

  const idsOfCategories = createCategoryIds(client);

  return {
    ...asked,

    categories: (edits, options) =>
      idsOfCategories(
        edits.flatMap(({ values }) => values.category ?? []),
        { signal: options.signal, onWaiting: options.onWaiting, priority: 'person' },
      ),

    async readValues(targets, options) {
      const nodes = await fetch(targets, options);
      return targets.map((target) => {
        const node = nodeOf(nodes, target);
        return node === undefined ? null : toValues(node, target.attributes);
      });
    },

    async weightUnits(edits, options) {
      const weighed = edits.filter(
        ({ variantId, values }) => variantId !== null && values.weight !== undefined,
      );
      const targets = weighed.map((edit): ReadTarget => ({ ...edit, attributes: ['weight'] }));
      const found = await units.of(targets, options);
      return new Map(targets.map(idOf).map((id) => [id, found.has(id) ? (found.get(id) ?? null) : 'gone']));
    },

    metafields: (edits, options) =>
      metafields.of(edits.map(targetOf), options, ({ digests }, names) =>
        names.every((name) => name in digests),
      ),
    stock: (edits, options) => stock.of(edits.filter(isOfVariant).map(targetOf), options),
    listPrices: (edits, options) =>
      listPrices.of(edits.filter(isOfVariant).map(targetOf), options, (values, names) =>
        names.every((name) => name in values),
      ),
  };
}

type Fetch = (targets: readonly ReadTarget[], options: EditCallOptions) => Promise<Map<string, Json>>;

/**
 * Keeps fetched values for the write that follows, which takes them out, and fetches the others; drops the
 * oldest beyond the limit.
 */
function held<Value>(read: (node: Json, attributes: readonly EditableAttribute[]) => Value, fetch: Fetch) {
  const kept = new Map<string, Value>();

  function take(id: string): Value | undefined {
    const value = kept.get(id);
    kept.delete(id);
    return value;
  }

  return {
    remember(node: Json, attributes: readonly EditableAttribute[]): void {
      const id = String(node.id);
      kept.delete(id);
      kept.set(id, read(node, attributes));
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size > CACHED_VALUES) kept.delete(oldest);
    },

    /** By id, without deleted ones. `covers`: whether a kept value has all these attributes. */
    async of(
      targets: readonly ReadTarget[],
      { anew = false, ...options }: EditCallOptions & { readonly anew?: boolean },
      covers: (value: Value, attributes: readonly EditableAttribute[]) => boolean = () => true,
    ): Promise<Map<string, Value>> {
      const found = new Map<string, Value>();
      const unread: ReadTarget[] = [];
      for (const target of targets) {
        const value = take(idOf(target));
        if (value === undefined || anew || !covers(value, target.attributes)) unread.push(target);
        else found.set(idOf(target), value);
      }
      if (unread.length === 0) return found;
      const nodes = await fetch(unread, options);
      for (const target of unread) {
        const node = nodeOf(nodes, target);
        if (node !== undefined) found.set(idOf(target), read(node, target.attributes));
      }
      return found;
    },
  };
}

function metafieldsOf(node: Json, attributes: readonly EditableAttribute[]): HeldMetafields {
  const names = attributes.filter(isMetafield);
  const digests = names.map((name) => [name, digestOf(node, name)]);
  return { values: valuesOf(node, names), digests: Object.fromEntries(digests) };
}

/** Nodes by id, without deleted products and variants. */
async function fetchNodes(
  client: GraphqlClient,
  targets: readonly ReadTarget[],
  { signal, onWaiting }: EditCallOptions,
  { memberships, priceLists }: Pick<EditReader, 'memberships' | 'priceLists'>,
): Promise<Map<string, Json>> {
  const options = { signal, onWaiting, priority: 'person', tolerates: isCostDenied } as const;
  const asking: Asking = { client, ...options };
  const attributes = [...new Set(targets.flatMap((target) => target.attributes))].sort();
  const operation = editedValues(attributes, memberships);
  const nodes = new Map<string, Json>();
  await inParts([...new Set(targets.map(idOf))], IDS_PER_QUERY, signal, async (ids, stop) => {
    const within = { ...asking, signal: stop };
    const answer = await client.requestComplete(operation, { ...options, signal: stop, variables: { ids } });
    for (const found of parse(answerSchema, answer.data, client).nodes) {
      if (typeof found?.id !== 'string') continue;
      const node = answer.errors.length > 0 ? withoutCost(found) : found;
      nodes.set(found.id, attributes.some(isStock) ? await withAllLevels(within, node) : node);
    }
  });
  for (const name of new Set(attributes.filter(isListPrice).map(listOf))) {
    const list = priceLists.get(name);
    const isOnList = ({ attributes: own }: ReadTarget) =>
      own.some((attribute) => isListPrice(attribute) && listOf(attribute) === name);
    const variants = [...new Set(targets.filter(isOnList).map(idOf))].filter((id) => nodes.has(id));
    if (list === undefined || variants.length === 0) continue;
    const fixed = await readFixedPrices(asking, list, { kind: 'ProductVariant', ids: variants });
    for (const id of variants) {
      const node = nodes.get(id) ?? {};
      const prices = { ...listPricesOf(node), ...(fixed.get(id) ?? noPrices(name)) };
      nodes.set(id, { ...node, [LIST_PRICES]: prices });
    }
  }
  return nodes;
}

/** Refused, it is null in the answer. */
function withoutCost(node: Json): Json {
  return { ...node, inventoryItem: { ...objectOrEmpty(node.inventoryItem), unitCost: undefined } };
}

/** Adds the stock at locations beyond the first page. */
async function withAllLevels(asking: Asking, node: Json): Promise<Json> {
  const item = objectOrEmpty(node.inventoryItem);
  const { data: first } = levelsSchema.safeParse(item.inventoryLevels);
  if (!first?.pageInfo.hasNextPage) return node;
  const nodes = await allLevels(asking, String(node.id), first);
  return { ...node, inventoryItem: { ...item, inventoryLevels: { nodes } } };
}

const isOfVariant = ({ variantId }: EditTarget) => variantId !== null;

const targetOf = ({ productId, variantId, values }: SourceEdit): ReadTarget => ({
  productId,
  variantId,
  attributes: attributesOf(values),
});

const idOf = ({ productId, variantId }: EditTarget): string => variantId ?? productId;

/** Undefined for a variant that now belongs to another product: it is not the one that was edited. */
function nodeOf(nodes: ReadonlyMap<string, Json>, target: EditTarget): Json | undefined {
  const node = nodes.get(idOf(target));
  const isOfProduct = target.variantId === null || objectOrEmpty(node?.product).id === target.productId;
  return isOfProduct ? node : undefined;
}
