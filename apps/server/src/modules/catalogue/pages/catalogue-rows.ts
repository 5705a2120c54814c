import {
  PLAIN_PRODUCT_ATTRIBUTES,
  PLAIN_VARIANT_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import type { Memberships } from '@storefleet/contract/attributes/memberships';
import type { MetafieldValues } from '@storefleet/contract/attributes/metafields';
import type { SourceVariant } from '../../../connectors/connector.ts';
import { orderedIds } from '../../../platform/db/statements/ordered-ids.ts';
import type { CatalogueSummary } from '../catalogue-summary.ts';
import { FILTER_VALUE_COLUMNS, FILTER_VALUE_NAMES, type FilterValues } from '../filter-values.ts';
import { MEDIA_COLUMN_NAMES, MEDIA_COLUMN_TYPES, type MediaColumns } from '../media-columns.ts';
import { keptOf, PLAIN_VARIANT_COLUMNS, type PlainProductColumns } from '../plain-columns.ts';

/** A row of `products` to write: one entry of each array that `unnest` expands. */
export type ProductRow = CatalogueSummary &
  PlainProductColumns &
  MediaColumns & {
    readonly id: string;
    readonly source_id: string;
    readonly title: string;
    readonly handle: string | null;
    readonly vendor: string | null;
    readonly product_type: string | null;
    readonly status: string | null;
    readonly tags: readonly string[];
    readonly metafields: MetafieldValues | null;
    readonly collections: Memberships | null;
    readonly channels: Memberships | null;
    readonly content_hash: string | null;
    /** When the source was asked for it. */
    readonly read_at: Date;
    readonly filterValues: FilterValues;
  };

export type VariantRow = { readonly productId: string; readonly variant: SourceVariant };

/** Objects, which are passed as their texts. */
export const JSON_COLUMNS = ['metafields', 'collections', 'channels'] as const;

export const PRODUCT_COLUMNS = [
  'title',
  'handle',
  'vendor',
  'product_type',
  'status',
  'search_name',
  'search_skus',
  'search_barcodes',
  'variants_count',
  'price_min',
  'price_max',
  'cost_min',
  'cost_max',
  'barcode_min',
  'barcode_max',
  'content_hash',
  'read_at',
  ...PLAIN_PRODUCT_ATTRIBUTES,
  ...MEDIA_COLUMN_NAMES,
] as const;

export const PRODUCT_TYPES = [
  ...'uuid text text jsonb jsonb jsonb text text text text text text text text integer numeric numeric numeric numeric text text text timestamptz'.split(
    ' ',
  ),
  ...PLAIN_PRODUCT_ATTRIBUTES.map(() => 'text'),
  ...MEDIA_COLUMN_TYPES,
  ...FILTER_VALUE_NAMES.map((name) => FILTER_VALUE_COLUMNS[name]),
];
export const PRODUCT_NAMES = `id, source_id, tags, ${[...JSON_COLUMNS, ...PRODUCT_COLUMNS].join(', ')}`;
export const PRODUCT_ROW_NAMES = `${PRODUCT_NAMES}, ${FILTER_VALUE_NAMES.join(', ')}`;

export const VARIANT_TYPES = [
  ...'uuid uuid text integer text text text numeric numeric numeric integer numeric text jsonb jsonb'.split(
    ' ',
  ),
  ...PLAIN_VARIANT_ATTRIBUTES.map(() => 'text'),
];
export const VARIANT_NAMES = `id, product_id, source_id, position, title, sku, barcode, price, cost, compare_at_price,
  inventory_quantity, weight, weight_unit, metafields, list_prices${PLAIN_VARIANT_COLUMNS}`;
/** What was not read this time stays as it was last read: everything of a kind, or single metafields. */
const kept = (name: (typeof JSON_COLUMNS)[number] | 'list_prices', table: string, row: string): string =>
  name === 'metafields'
    ? `${name} = coalesce(${table}.${name} || ${row}.${name}, ${row}.${name}, ${table}.${name})`
    : `${name} = coalesce(${row}.${name}, ${table}.${name})`;

/** An existing variant keeps its row id. */
export const VARIANT_UPDATES = VARIANT_NAMES.split(/,\s+/)
  .filter((name) => !['id', 'source_id', 'metafields', 'list_prices'].includes(name))
  .concat('article_key')
  .map((name) => `${name} = excluded.${name}`)
  .concat(kept('metafields', 'variants', 'excluded'), kept('list_prices', 'variants', 'excluded'))
  .join(', ');

export const PRODUCT_UPDATES = [
  'tags = row.tags::text[]',
  ...JSON_COLUMNS.map((name) => kept(name, 'products', 'row')),
  ...PRODUCT_COLUMNS.map((name) => `${name} = row.${name}`),
].join(', ');

/** One array parameter per column, so the statement's text does not depend on the number of rows. */
export function unnest(firstParameter: number, types: readonly string[], names: string): string {
  const arrays = types.map((type, index) => `$${firstParameter + index}::${type}[]`);
  return `unnest(${arrays.join(', ')}) as row (${names})`;
}

export function productArrays(rows: readonly ProductRow[]): unknown[][] {
  return [
    rows.map((row) => row.id),
    rows.map((row) => row.source_id),
    rows.map((row) => arrayLiteral(row.tags)),
    ...JSON_COLUMNS.map((name) => rows.map((row) => row[name] && JSON.stringify(row[name]))),
    ...PRODUCT_COLUMNS.map((name) => rows.map((row) => row[name])),
    ...FILTER_VALUE_NAMES.map((name) => rows.map(({ filterValues }) => filterValues[name])),
  ];
}

export function variantArrays(rows: readonly VariantRow[]): unknown[][] {
  return [
    orderedIds(rows.length),
    rows.map((row) => row.productId),
    rows.map((row) => row.variant.sourceId),
    rows.map((row) => row.variant.position),
    rows.map((row) => row.variant.title),
    rows.map((row) => row.variant.sku),
    rows.map((row) => row.variant.barcode),
    rows.map((row) => row.variant.price),
    rows.map((row) => row.variant.cost ?? null),
    rows.map((row) => row.variant.compareAtPrice),
    rows.map((row) => row.variant.inventoryQuantity),
    rows.map((row) => row.variant.weight),
    rows.map((row) => row.variant.weightUnit),
    rows.map(({ variant }) => (variant.metafields ? JSON.stringify(variant.metafields) : null)),
    rows.map(({ variant }) => (variant.listPrices ? JSON.stringify(variant.listPrices) : null)),
    ...PLAIN_VARIANT_ATTRIBUTES.map((name) => rows.map(({ variant }) => keptOf(variant.plain)(name))),
  ];
}

/** `unnest` cannot expand an array of arrays of different lengths, so each list of tags is passed as text. */
function arrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
