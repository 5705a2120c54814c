import {
  FILE_PLAIN_ATTRIBUTES,
  PLAIN_VARIANT_ATTRIBUTES,
  type PlainAttribute,
} from '@storefleet/contract/attributes/attributes';
import type { MetafieldValues } from '@storefleet/contract/attributes/metafields';
import { isStock, locationOf, stockAt } from '@storefleet/contract/attributes/stock';
import { DEFAULT_VARIANT_TITLE } from '@storefleet/contract/catalogue/catalogue-constants';
import { type AttributeValues, isProductAttribute } from '@storefleet/contract/values/attribute-value';
import type { SkippedRow, SourceProduct, SourceStock, SourceVariant } from '../../connector.ts';
import { mapValue, type TargetField, targetLabel } from '../mapping/field-mapping.ts';
import type { TablePlan } from './catalogue-plan.ts';
import { refusalOfId } from './row-key.ts';
import { compareRows, mapRow, nameOfRow, type RawRow, rowKeyOf } from './row-reader.ts';

/** Assembles the rows of one product. */

export type AssembledProduct = {
  /** Null if none of its rows is usable. */
  readonly product: SourceProduct | null;
  readonly skipped: readonly SkippedRow[];
  /** Of its variants, if a column holds the stock at a location. */
  readonly stock: SourceStock['variants'];
  /** True if its rows disagree on product values: the first of them counts. */
  readonly differs: boolean;
};

type GoodRow = {
  readonly raw: RawRow;
  readonly id: string;
  readonly values: ReadonlyMap<string, string | null>;
};

/** Those that a column can be mapped to. */
const PLAIN_OF_PRODUCT = FILE_PLAIN_ATTRIBUTES.filter(isProductAttribute);

export function assembleProduct(rows: readonly RawRow[], plan: TablePlan): AssembledProduct {
  const sorted = rows.length > 1 ? [...rows].sort(compareRows(plan)) : rows;
  const [first] = sorted;
  if (first === undefined) return { product: null, skipped: [], stock: [], differs: false };
  const id = productIdOf(first, plan);
  const productId = id.ok ? id.value : null;
  const skip = (raw: RawRow, reason: string): SkippedRow => ({
    sourceKey: nameOfRow(raw, plan),
    productId,
    variantId: plan.key.length > 0 ? rowKeyOf(raw, plan) : null,
    reason,
  });
  if (!id.ok) {
    return { product: null, skipped: sorted.map((raw) => skip(raw, id.problem)), stock: [], differs: false };
  }

  const skipped: SkippedRow[] = [];
  const unreadVariantIds: string[] = [];
  const good: GoodRow[] = [];
  for (const [index, raw] of sorted.entries()) {
    const rowId = plan.key.length > 0 ? rowKeyOf(raw, plan) : `${id.value}#${index + 1}`;
    const { values, problems } = mapRow(raw, plan.fields);
    const refusal = refusalOfId(rowId);
    const all = refusal === null ? problems : [...problems, `The key of this row ${refusal}.`];
    if (all.length > 0) {
      skipped.push(skip(raw, all.join(' ')));
      unreadVariantIds.push(rowId);
    } else good.push({ raw, id: rowId, values });
  }
  const title = firstValue(good, 'title');
  if (title === null) {
    const reason = titleMissing(plan);
    return {
      product: null,
      skipped: [...skipped, ...good.map(({ raw }) => skip(raw, reason))],
      stock: [],
      differs: false,
    };
  }
  const product: SourceProduct = {
    sourceId: id.value,
    title,
    handle: firstValue(good, 'handle'),
    vendor: firstValue(good, 'vendor'),
    productType: firstValue(good, 'product_type'),
    status: firstValue(good, 'status'),
    tags: tagsIn(firstValue(good, 'tags')),
    plain: plainIn(PLAIN_OF_PRODUCT, (name) =>
      good.some(({ values }) => values.has(name)) ? firstValue(good, name) : undefined,
    ),
    variants: good.map((row, index) => ({
      ...toVariant(row, index + 1, plan),
      title: variantTitle(row, { title, isAlone: sorted.length === 1 }),
    })),
    ...(unreadVariantIds.length > 0 ? { unreadVariantIds } : {}),
  };
  return {
    product,
    skipped,
    stock: plan.locations.length === 0 ? [] : good.map(stockOf),
    differs: OF_PRODUCT.some((target) => disagree(good, target)),
  };
}

const OF_PRODUCT: readonly TargetField[] = [
  'title',
  'handle',
  'vendor',
  'product_type',
  'status',
  'tags',
  ...PLAIN_OF_PRODUCT,
];

/** The id of the product that the row belongs to. */
export function productIdOf(
  raw: RawRow,
  plan: TablePlan,
): { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: string } {
  if (plan.productId === null) return checkedId(rowKeyOf(raw, plan));
  const { mapping, at } = plan.productId;
  const mapped = mapValue(raw[at] ?? null, { ...mapping, is_required: true });
  return mapped.ok ? checkedId(mapped.value ?? '') : mapped;
}

function checkedId(id: string): ReturnType<typeof productIdOf> {
  const refusal = refusalOfId(id);
  return refusal === null
    ? { ok: true, value: id }
    : { ok: false, problem: `The ${targetLabel('shopify_id')} ${refusal}.` };
}

export function titleMissing(plan: TablePlan): string {
  const source = plan.fields.find(({ mapping }) => mapping.target_field === 'title')?.mapping.source_field;
  return `The column “${source}” is empty, and ${targetLabel('title')} is required.`;
}

function firstValue(rows: readonly GoodRow[], target: TargetField): string | null {
  for (const { values } of rows) {
    const value = values.get(target) ?? null;
    if (value !== null) return value;
  }
  return null;
}

function disagree(rows: readonly GoodRow[], target: TargetField): boolean {
  if (rows.length < 2) return false;
  const first = firstValue(rows, target);
  return rows.some(({ values }) => (values.get(target) ?? first) !== first);
}

/** A row with its own name is a variant of that name; rows with the same name are distinguished by SKU. */
function variantTitle({ values }: GoodRow, { title, isAlone }: { title: string; isAlone: boolean }): string {
  const own = values.get('title') ?? null;
  if (own !== null && own !== title) return own;
  return (isAlone ? null : values.get('sku')) ?? DEFAULT_VARIANT_TITLE;
}

function toVariant({ id, values }: GoodRow, position: number, plan: TablePlan): Omit<SourceVariant, 'title'> {
  const value = (target: TargetField) => values.get(target) ?? null;
  const weight = value('weight');
  return {
    sourceId: id,
    position,
    sku: value('sku'),
    barcode: value('barcode'),
    price: value('price'),
    cost: value('cost'),
    compareAtPrice: null,
    inventoryQuantity: quantityIn(values, plan),
    weight,
    weightUnit: weight === null ? null : value('weight_unit'),
    plain: plainIn(PLAIN_VARIANT_ATTRIBUTES, (name) => values.get(name)),
    metafields: customFieldsIn(values, plan),
  };
}

/** A location without a value does not stock the variant. */
function stockOf({ id, values }: GoodRow): SourceStock['variants'][number] {
  const available = [...values].flatMap(([target, value]): [string, number][] =>
    value !== null && isStock(target) ? [[locationOf(target), Number(value)]] : [],
  );
  return { variantId: id, available: new Map(available) };
}

/** Without a column of its own, the sum of the locations. */
function quantityIn(values: GoodRow['values'], { locations }: TablePlan): number | null {
  const own = values.get('inventory_quantity');
  if (own !== undefined || locations.length === 0) return own == null ? null : Number(own);
  const levels = locations.flatMap((location) => values.get(stockAt(location)) ?? []);
  return levels.length === 0 ? null : levels.reduce((sum, level) => sum + Number(level), 0);
}

/** Mapped attributes only. */
function plainIn<Name extends PlainAttribute>(
  names: readonly Name[],
  mapped: (name: Name) => string | null | undefined,
): AttributeValues | undefined {
  const values = names.flatMap((name) => {
    const value = mapped(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

function customFieldsIn(values: GoodRow['values'], { fields }: TablePlan): MetafieldValues | undefined {
  let custom: Record<string, string | null> | undefined;
  for (const { mapping, definition } of fields) {
    if (definition === undefined) continue;
    custom ??= {};
    custom[definition.key] = values.get(mapping.target_field) ?? null;
  }
  return custom;
}

/** Each tag once, ignoring case. */
function tagsIn(text: string | null): string[] {
  const tags = (text ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const byKey = new Map<string, string>();
  for (const tag of tags) if (!byKey.has(tag.toLowerCase())) byKey.set(tag.toLowerCase(), tag);
  return [...byKey.values()];
}
