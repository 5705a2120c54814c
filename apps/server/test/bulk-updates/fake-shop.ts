import {
  EDITABLE_ATTRIBUTES,
  type EditableAttribute,
  PRODUCT_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import type { Store } from '@storefleet/contract/stores/stores';
import type { AttributeValue, AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { SourceProduct, SourceVariant } from '@storefleet/server/connectors/connector';
import type {
  EditCallOptions,
  EditOutcome,
  EditTarget,
  SourceEdit,
} from '@storefleet/server/connectors/editing';
import { SourceError } from '@storefleet/server/connectors/source-error';
import { openTestApp, type TestAppOptions } from '@storefleet/test-support/app';
import { createFakeSource, type FakeSource } from '../sync/fake-source.ts';

type Write = {
  readonly target: string;
  readonly attribute: EditableAttribute;
  readonly before: AttributeValue;
  readonly after: AttributeValue;
};

/** How a fault treats the edits of a call; the default applies them and says so. */
type Treatment = 'apply' | 'lose answer after applying' | 'lose before applying';

/** A shop in memory that follows the contract of `Editing`, with faults and a record of all writes. */
export type FakeShop = {
  readonly source: FakeSource;
  /** Every value written, in order, including unchanged ones. */
  readonly writes: Write[];
  concurrency: number;
  /** Sentences by variant or product id: edits of these are refused. */
  readonly refusals: Map<string, string>;
  /** Called before the shop returns its values; may throw or wait. */
  beforeRead: (targets: readonly EditTarget[], signal: AbortSignal) => Promise<void> | void;
  /** Called when edits arrive; may throw, wait, or return how to treat them. */
  onWrite: (
    edits: readonly SourceEdit[],
    signal: AbortSignal,
  ) => Promise<Treatment | undefined> | Treatment | undefined;
  /** Called after edits were applied and before the response is sent. */
  beforeAnswer: (edits: readonly SourceEdit[]) => Promise<void> | void;
  get(target: string, attribute: EditableAttribute): AttributeValue;
  /** Changes a value in the shop itself. */
  set(target: string, attribute: EditableAttribute, value: AttributeValue): void;
  removeProduct(productId: string): void;
  catalogue(): SourceProduct[];
};

export const lostAnswer = () =>
  new SourceError({ kind: 'transient', message: 'The store did not answer.', mayHaveRun: true });

export const NO_FAULTS: Pick<FakeShop, 'beforeRead' | 'onWrite' | 'beforeAnswer'> = {
  beforeRead: () => {},
  onWrite: () => undefined,
  beforeAnswer: () => {},
};

export function createFakeShop(products: SourceProduct[]): FakeShop {
  const source = createFakeSource(structuredClone(products));
  const shop: FakeShop = {
    source,
    writes: [],
    concurrency: 4,
    refusals: new Map(),
    ...NO_FAULTS,
    get: (target, attribute) => read(find(source, target), attribute),
    set: (target, attribute, value) => write(find(source, target), attribute, value),
    removeProduct(productId) {
      source.products = source.products.filter((product) => product.sourceId !== productId);
    },
    catalogue: () => structuredClone(source.products),
  };
  Object.assign(source.connector, { editing: editingOf(shop) });
  return shop;
}

/** An app with a synced store of a third kind: a source in memory with these products, until the tests end. */
export async function openMemoryStore(products: SourceProduct[], options: Pick<TestAppOptions, 'db'> = {}) {
  const shop = createFakeShop(products);
  const app = await openTestApp({
    ...options,
    moreSources: () => [{ storeTypes: ['test'], connect: async () => shop.source.connector }],
  });
  const call = <T>(path: string, json?: object) => app.bodyOf<T>(json ? 'POST' : 'GET', path, json);
  const store = await call<Store>('/stores', {
    shop_name: 'Memory',
    shop_url: 'memory.myshopify.com',
    store_type: 'test',
    access_token: 'shpat_0123456789abcdef',
  });
  await app.sync(store.id);
  return { app, call, shop, store };
}

function editingOf(shop: FakeShop) {
  return {
    attributes: EDITABLE_ATTRIBUTES,
    get concurrency() {
      return shop.concurrency;
    },
    async readValues(
      targets: readonly (EditTarget & { attributes: readonly EditableAttribute[] })[],
      { signal }: EditCallOptions,
    ): Promise<(AttributeValues | null)[]> {
      signal.throwIfAborted();
      await shop.beforeRead(targets, signal);
      return targets.map((target) => {
        const found = lookUp(shop.source, target.variantId ?? target.productId);
        if (found === null) return null;
        return Object.fromEntries(target.attributes.map((attribute) => [attribute, read(found, attribute)]));
      });
    },
    async write(
      edits: readonly SourceEdit[],
      { signal, beforeWrite }: EditCallOptions,
    ): Promise<EditOutcome[]> {
      signal.throwIfAborted();
      const treatment = (await shop.onWrite(edits, signal)) ?? 'apply';
      beforeWrite?.();
      signal.throwIfAborted();
      const outcomes = edits.map((edit): EditOutcome => {
        const unknown: EditOutcome = { key: edit.key, kind: 'unknown', error: lostAnswer() };
        if (treatment === 'lose before applying') return unknown;
        const outcome = take(shop, edit);
        return treatment === 'apply' ? outcome : unknown;
      });
      await shop.beforeAnswer(edits);
      return outcomes;
    },
    bulk: null,
  };
}

/** Applies one edit. */
export function take(shop: FakeShop, edit: SourceEdit): EditOutcome {
  const id = edit.variantId ?? edit.productId;
  const refusal = shop.refusals.get(id);
  if (refusal !== undefined) return { key: edit.key, kind: 'refused', message: refusal };
  const found = lookUp(shop.source, id);
  if (found === null) return { key: edit.key, kind: 'missing' };
  const values: AttributeValues = {};
  for (const [name, given] of Object.entries(edit.values)) {
    const [attribute, after] = [name as EditableAttribute, given ?? null];
    shop.writes.push({ target: id, attribute, before: read(found, attribute), after });
    write(found, attribute, after);
    values[attribute] = read(found, attribute);
  }
  return { key: edit.key, kind: 'applied', values };
}

function lookUp(source: FakeSource, id: string): SourceProduct | SourceVariant | null {
  for (const product of source.products) {
    if (product.sourceId === id) return product;
    const variant = product.variants.find((candidate) => candidate.sourceId === id);
    if (variant) return variant;
  }
  return null;
}

function find(source: FakeSource, id: string): SourceProduct | SourceVariant {
  const found = lookUp(source, id);
  if (found === null) throw new Error(`The shop has no ${id}.`);
  return found;
}

const FIELDS = { compare_at_price: 'compareAtPrice', product_type: 'productType' } as const;
const fieldOf = (attribute: EditableAttribute) =>
  attribute === 'compare_at_price' || attribute === 'product_type' ? FIELDS[attribute] : attribute;

function read(row: SourceProduct | SourceVariant, attribute: EditableAttribute): AttributeValue {
  const isOwn = 'variants' in row === (PRODUCT_ATTRIBUTES as readonly string[]).includes(attribute);
  if (!isOwn) throw new Error(`${attribute} was asked of the wrong kind of row.`);
  const value: unknown = Object.entries(row).find(([field]) => field === fieldOf(attribute))?.[1];
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(', ');
  return typeof value === 'string' ? value : null;
}

function write(
  row: SourceProduct | SourceVariant,
  attribute: EditableAttribute,
  value: AttributeValue,
): void {
  const stored = attribute === 'tags' ? (value ?? '').split(', ').filter((tag) => tag !== '') : value;
  Object.assign(row, { [fieldOf(attribute)]: stored });
}
