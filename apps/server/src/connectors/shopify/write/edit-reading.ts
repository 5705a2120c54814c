import { isListPrice, listOf, type PriceList } from '@storefleet/contract/attributes/list-prices';
import { isMetafield } from '@storefleet/contract/attributes/metafields';
import { isStock } from '@storefleet/contract/attributes/stock';
import type { EditableAttribute } from '@storefleet/contract/constants';
import { type AttributeValues, attributesOf } from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import type { EditCallOptions, Editing, EditTarget, SourceEdit } from '../../editing.ts';
import { fromGraphqlErrors, protocolError } from '../client/errors.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { type MembershipIds, NO_MEMBERSHIPS } from '../memberships/membership-fields.ts';
import { noPrices, readFixedPrices } from '../price-lists/fixed-prices.ts';
import { isCostDenied } from '../read/catalogue-probe.ts';
import { type Json, MalformedObjectError, objectOrEmpty } from '../read/normalise.ts';
import { allLevels, levelsSchema } from '../stock/stock-levels.ts';
import { type HeldStock, stockOf } from '../stock/stock-values.ts';
import { editedValues } from './edit-documents.ts';
import { digestOf, LIST_PRICES, listPricesOf, valuesOf, weightUnitOf } from './edit-values.ts';

/** Fetches variants and products right before they are written, and to reconcile afterwards. */

type ReadTarget = EditTarget & { attributes: readonly EditableAttribute[] };

/** Shopify's maximum of ids per query; the cost does not depend on their number. */
const IDS_PER_READ = 250;
/** Parallel reads, to hide the network's latency. */
const READS_AT_ONCE = 4;
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
const NOTHING_OF_ITS_OWN = { memberships: NO_MEMBERSHIPS, priceLists: new Map<string, PriceList>() };

/** `digests`: Shopify's compare digests of the values; null for no value. */
export type HeldMetafields = {
  readonly values: AttributeValues;
  readonly digests: Readonly<Record<string, string | null>>;
};

/** `gone`: the variant was deleted. Null: it has no weight, and so no unit. */
export type WeightUnit = string | null | 'gone';

export function createEditReader(
  client: GraphqlClient,
  { memberships = NO_MEMBERSHIPS, priceLists = [] }: Asked = {},
): EditReader {
  const asked = { memberships, priceLists: new Map(priceLists.map((list) => [list.name, list])) };
  const units = remembered<string | null>();
  const metafields = remembered<HeldMetafields>();
  const stock = remembered<HeldStock>();
  const listPrices = remembered<AttributeValues>();

  function heldMetafields(node: Json, attributes: readonly EditableAttribute[]): HeldMetafields {
    const names = attributes.filter(isMetafield);
    const digests = names.map((name) => [name, digestOf(node, name)]);
    return { values: valuesOf(node, names), digests: Object.fromEntries(digests) };
  }

  function toValues(node: Json, attributes: readonly EditableAttribute[]): AttributeValues {
    if (attributes.includes('weight')) units.remember(String(node.id), weightUnitOf(node));
    if (attributes.some(isMetafield)) metafields.remember(String(node.id), heldMetafields(node, attributes));
    if (attributes.some(isStock)) stock.remember(String(node.id), stockOf(node));
    if (attributes.some(isListPrice)) listPrices.remember(String(node.id), listPricesOf(node));
    try {
      return valuesOf(node, attributes);
    } catch (error) {
      throw error instanceof MalformedObjectError ? protocolError(error.message, client.context()) : error;
    }
  }

  return {
    ...asked,

    async readValues(targets, options) {
      const nodes = await fetchNodes(client, targets, options, asked);
      return targets.map((target) => {
        const node = nodes.get(idOf(target));
        return node === undefined || !belongs(node, target) ? null : toValues(node, target.attributes);
      });
    },

    async weightUnits(edits, options) {
      const found = new Map<string, WeightUnit>();
      const unread: ReadTarget[] = [];
      for (const { productId, variantId, values } of edits) {
        if (variantId === null || values.weight === undefined) continue;
        const unit = units.take(variantId);
        if (unit === undefined) {
          unread.push({ productId, variantId, attributes: ['weight'] });
        } else {
          found.set(variantId, unit);
        }
      }
      const nodes = unread.length > 0 ? await fetchNodes(client, unread, options) : new Map<string, Json>();
      for (const target of unread) {
        const node = nodes.get(idOf(target));
        const there = node !== undefined && belongs(node, target);
        found.set(idOf(target), there ? weightUnitOf(node) : 'gone');
      }
      return found;
    },

    async stock(edits, { anew = false, ...options }) {
      const found = new Map<string, HeldStock>();
      const unread: ReadTarget[] = [];
      for (const { productId, variantId, values } of edits) {
        if (variantId === null) continue;
        const held = stock.take(variantId);
        if (held === undefined || anew)
          unread.push({ productId, variantId, attributes: attributesOf(values) });
        else found.set(variantId, held);
      }
      const nodes = unread.length > 0 ? await fetchNodes(client, unread, options) : new Map<string, Json>();
      for (const target of unread) {
        const node = nodes.get(idOf(target));
        if (node !== undefined && belongs(node, target)) found.set(idOf(target), stockOf(node));
      }
      return found;
    },

    async listPrices(edits, { anew = false, ...options }) {
      const found = new Map<string, AttributeValues>();
      const unread: ReadTarget[] = [];
      for (const { productId, variantId, values } of edits) {
        if (variantId === null) continue;
        const attributes = attributesOf(values);
        const held = listPrices.take(variantId);
        if (held === undefined || anew || attributes.some((name) => !(name in held))) {
          unread.push({ productId, variantId, attributes });
        } else found.set(variantId, held);
      }
      const nodes =
        unread.length > 0 ? await fetchNodes(client, unread, options, asked) : new Map<string, Json>();
      for (const target of unread) {
        const node = nodes.get(idOf(target));
        if (node !== undefined && belongs(node, target)) found.set(idOf(target), listPricesOf(node));
      }
      return found;
    },

    async metafields(edits, { anew = false, ...options }) {
      const found = new Map<string, HeldMetafields>();
      const unread: ReadTarget[] = [];
      for (const { productId, variantId, values } of edits) {
        const attributes = attributesOf(values);
        const held = metafields.take(variantId ?? productId);
        if (held === undefined || anew || attributes.some((name) => !(name in held.digests))) {
          unread.push({ productId, variantId, attributes });
        } else {
          found.set(variantId ?? productId, held);
        }
      }
      const nodes = unread.length > 0 ? await fetchNodes(client, unread, options) : new Map<string, Json>();
      for (const target of unread) {
        const node = nodes.get(idOf(target));
        if (node !== undefined && belongs(node, target)) {
          found.set(idOf(target), heldMetafields(node, target.attributes));
        }
      }
      return found;
    },
  };
}

/**
 * Keeps fetched values for the write that follows, which takes them out; drops the oldest beyond the limit.
 */
function remembered<Value>() {
  const values = new Map<string, Value>();
  return {
    remember(id: string, value: Value): void {
      values.delete(id);
      values.set(id, value);
      const [oldest] = values.keys();
      if (oldest !== undefined && values.size > CACHED_VALUES) values.delete(oldest);
    },
    take(id: string): Value | undefined {
      const value = values.get(id);
      values.delete(id);
      return value;
    },
  };
}

/** Nodes by id, without deleted products and variants. */
async function fetchNodes(
  client: GraphqlClient,
  targets: readonly ReadTarget[],
  { signal, onWaiting }: EditCallOptions,
  { memberships, priceLists }: Pick<EditReader, 'memberships' | 'priceLists'> = NOTHING_OF_ITS_OWN,
): Promise<Map<string, Json>> {
  const ids = [...new Set(targets.map(idOf))];
  const attributes = [...new Set(targets.flatMap((target) => target.attributes))].sort();
  const operation = editedValues(attributes, memberships);
  const nodes = new Map<string, Json>();

  async function ask(asked: Operation, variables: Record<string, unknown>): Promise<unknown> {
    const options = { variables, signal, onWaiting, priority: 'person' } as const;
    const answer = await client.request(asked, options);
    const others = answer.errors.filter((error) => !isCostDenied(error));
    if (others.length === 0) return answer.data;
    throw fromGraphqlErrors(others, { ...client.context(), requestId: answer.requestId });
  }

  async function fetchParts(): Promise<void> {
    for (let part = ids.splice(0, IDS_PER_READ); part.length > 0; part = ids.splice(0, IDS_PER_READ)) {
      for (const node of parse(answerSchema, await ask(operation, { ids: part }), client).nodes) {
        if (typeof node?.id !== 'string') continue;
        nodes.set(node.id, attributes.some(isStock) ? await withAllLevels(client, ask, node) : node);
      }
    }
  }

  await Promise.all(Array.from({ length: READS_AT_ONCE }, fetchParts));
  for (const name of new Set(attributes.filter(isListPrice).map(listOf))) {
    const list = priceLists.get(name);
    const isOnList = ({ attributes: own }: ReadTarget) =>
      own.some((attribute) => isListPrice(attribute) && listOf(attribute) === name);
    const variants = [...new Set(targets.filter(isOnList).map(idOf))].filter((id) => nodes.has(id));
    if (list === undefined || variants.length === 0) continue;
    const fixed = await readFixedPrices(client, ask, list, { kind: 'ProductVariant', ids: variants });
    for (const id of variants) {
      const node = nodes.get(id) ?? {};
      nodes.set(id, {
        ...node,
        [LIST_PRICES]: { ...listPricesOf(node), ...(fixed.get(id) ?? noPrices(name)) },
      });
    }
  }
  return nodes;
}

/** Adds the stock at locations beyond the first page. */
async function withAllLevels(
  client: GraphqlClient,
  ask: Parameters<typeof allLevels>[1],
  node: Json,
): Promise<Json> {
  const item = objectOrEmpty(node.inventoryItem);
  const { data: first } = levelsSchema.safeParse(item.inventoryLevels);
  if (!first?.pageInfo.hasNextPage) return node;
  const nodes = await allLevels(client, ask, String(node.id), first);
  return { ...node, inventoryItem: { ...item, inventoryLevels: { nodes } } };
}

function idOf({ productId, variantId }: EditTarget): string {
  return variantId ?? productId;
}

/** False for a variant that now belongs to another product: it is not the one that was edited. */
function belongs(node: Json, { productId, variantId }: EditTarget): boolean {
  return variantId === null || objectOrEmpty(node.product).id === productId;
}
