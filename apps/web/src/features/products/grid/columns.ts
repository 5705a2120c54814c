import {
  declared,
  isPlainAttribute,
  LISTED_PLAIN_ATTRIBUTES,
  type ListedAttribute,
  type ListedPlainAttribute,
  labelOf,
} from '@storefleet/contract/attributes/attributes';
import { isListPrice, type ListPriceAttribute, listOf } from '@storefleet/contract/attributes/list-prices';
import {
  definitionsIn,
  isMetafield,
  type MetafieldAttribute,
  type MetafieldDefinition,
  metafieldOf,
} from '@storefleet/contract/attributes/metafields';
import type { ProductSortField } from '@storefleet/contract/catalogue/catalogue-constants';
import type { Product, Variant } from '@storefleet/contract/catalogue/products/products';
import type { Store } from '@storefleet/contract/stores/stores';
import { valueIn } from '@storefleet/contract/values/attribute-value';
import { marginPercent } from '@storefleet/contract/values/money/decimal';

/** Owner of the value, and how to read it as text; null for none. */
type Source =
  | { of: 'product'; read: (product: Product) => string | null }
  | { of: 'variant'; read: (variant: Variant) => string | null };

export type GridColumn = Source & {
  id: ColumnId;
  label: string;
  /** Minimum width in pixels. */
  width: number;
  /** Share of the remaining width. */
  grow: number;
  kind: 'name' | 'text' | 'code' | 'money' | 'percent' | 'number' | 'store' | 'time';
  /** The attribute edited in it. */
  attribute?: CellAttribute;
  /** Of a metafield: what each store that reads it says of it, by the store's id. */
  definitions?: ReadonlyMap<string, MetafieldDefinition>;
  /** Of a price list: its currency in each store that has it, by the store's id. */
  currencies?: ReadonlyMap<string, string>;
};

/** What cells show and edit. */
export type CellAttribute = ListedAttribute | MetafieldAttribute | ListPriceAttribute;
/** Most columns are sortable. */
type NamedColumnId = ProductSortField | ListedPlainAttribute;
export type ColumnId = NamedColumnId | MetafieldAttribute | ListPriceAttribute;

export type ColumnOf = (id: ColumnId) => GridColumn;

export const isSortable = (id: ColumnId): id is ProductSortField =>
  !isPlainAttribute(id) && !isMetafield(id) && !isListPrice(id);

const text = (width: number, grow = 0.5) => ({ width, grow, kind: 'text' }) as const;
const code = { width: 128, grow: 0.6, kind: 'code' } as const;
const money = { width: 96, grow: 0.4, kind: 'money' } as const;
const number = { width: 84, grow: 0.3, kind: 'number' } as const;

/** The columns of Search and Bulk Price that every store has, in menu order. */
export const COLUMNS: Readonly<Record<NamedColumnId, GridColumn>> = {
  title: {
    ...ofProduct('title', 'Name', (product) => product.title),
    width: 200,
    grow: 2.4,
    kind: 'name',
    attribute: 'title',
  },
  sku: { ...ofVariant('sku', 'SKU', ({ sku }) => sku), ...code, attribute: 'sku' },
  barcode: {
    ...ofVariant('barcode', 'Barcode', ({ barcode }) => barcode),
    ...code,
    attribute: 'barcode',
  },
  price: {
    ...ofVariant('price', 'Price', ({ price }) => price),
    ...money,
    attribute: 'price',
  },
  compare_at_price: {
    ...ofVariant('compare_at_price', 'Compare-at', ({ compare_at_price }) => compare_at_price),
    ...money,
    attribute: 'compare_at_price',
  },
  cost: { ...ofVariant('cost', 'Cost', ({ cost }) => cost), ...money, attribute: 'cost' },
  margin: {
    ...ofVariant('margin', 'Margin', ({ price, cost }) => marginPercent(price, cost)),
    ...number,
    kind: 'percent',
  },
  inventory_quantity: {
    ...ofVariant('inventory_quantity', 'Stock', ({ inventory_quantity: stock }) => stock?.toString() ?? null),
    ...number,
  },
  weight: { ...ofVariant('weight', 'Weight', ({ weight }) => weight), ...number, attribute: 'weight' },
  vendor: { ...ofProduct('vendor', 'Vendor', ({ vendor }) => vendor), ...text(120), attribute: 'vendor' },
  product_type: {
    ...ofProduct('product_type', 'Product type', ({ product_type }) => product_type),
    ...text(120),
    attribute: 'product_type',
  },
  status: { ...ofProduct('status', 'Status', ({ status }) => status), ...text(88, 0.2), attribute: 'status' },
  tags: { ...ofProduct('tags', 'Tags', ({ tags }) => tags.join(', ')), ...text(160, 0.8), attribute: 'tags' },
  handle: {
    ...ofProduct('handle', 'Handle', ({ handle }) => handle),
    ...text(160, 0.8),
    attribute: 'handle',
  },
  ...plainColumns(),
  store_name: {
    ...ofProduct('store_name', 'Store', ({ store_name }) => store_name),
    ...text(120, 0.7),
    kind: 'store',
  },
  updated_at: {
    ...ofProduct('updated_at', 'Updated', ({ updated_at }) => updated_at),
    ...text(144, 0.3),
    kind: 'time',
  },
};

export const COLUMN_IDS = Object.keys(COLUMNS) as NamedColumnId[];

/** As these stores define it. */
export function metafieldColumn(
  attribute: MetafieldAttribute,
  stores: readonly Pick<Store, 'id' | 'metafields'>[],
): GridColumn {
  const definitions = new Map(
    stores.flatMap((store) => {
      const definition = definitionsIn([store])(attribute);
      return definition ? [[store.id, definition] as const] : [];
    }),
  );
  const known = [...definitions.values()];
  const isNumber = known.length > 0 && known.every(({ type }) => type.startsWith('number_'));
  return {
    id: attribute,
    label: labelOf(attribute, () => known[0]),
    of: metafieldOf(attribute).owner,
    read: (row: Product | Variant) => valueIn(row, attribute) ?? null,
    ...(isNumber ? number : text(132, 0.4)),
    attribute,
    definitions,
  };
}

/** Of the stores that read this price list. */
export function listPriceColumn(
  attribute: ListPriceAttribute,
  stores: readonly Pick<Store, 'id' | 'price_lists'>[],
): GridColumn {
  const name = listOf(attribute);
  const currencies = new Map(
    stores.flatMap(({ id, price_lists }) =>
      price_lists.filter((list) => list.name === name).map(({ currency }) => [id, currency] as const),
    ),
  );
  return {
    ...ofVariant(attribute, labelOf(attribute), (variant) => valueIn(variant, attribute) ?? null),
    ...money,
    width: 120,
    attribute,
    currencies,
  };
}

/** In which a column's amounts are. */
export const currencyIn = ({ currencies }: GridColumn, row: { store_id: string; store_currency: string }) =>
  currencies?.get(row.store_id) ?? row.store_currency;

function plainColumns() {
  const columns = LISTED_PLAIN_ATTRIBUTES.map((attribute): [ListedPlainAttribute, GridColumn] => {
    const { label, of, kind } = declared(attribute);
    const read = (row: Product | Variant) => valueIn(row, attribute) ?? null;
    const look = kind === 'hs_code' || kind === 'country' ? { ...code, width: 112 } : text(132, 0.4);
    return [attribute, { id: attribute, label, of, read, ...look, attribute }];
  });
  return Object.fromEntries(columns) as Record<ListedPlainAttribute, GridColumn>;
}

function ofProduct(id: ColumnId, label: string, read: (product: Product) => string | null) {
  return { id, label, of: 'product', read } as const;
}

function ofVariant(id: ColumnId, label: string, read: (variant: Variant) => string | null) {
  return { id, label, of: 'variant', read } as const;
}

const NUMBERS: ReadonlySet<GridColumn['kind']> = new Set(['money', 'percent', 'number']);

export const isNumeric = ({ kind }: Pick<GridColumn, 'kind'>): boolean => NUMBERS.has(kind);
