import { ATTRIBUTES } from '@storefleet/contract/attributes/attribute-table';
import {
  FILE_PLAIN_ATTRIBUTES,
  type FilePlainAttribute,
  labelOf,
} from '@storefleet/contract/attributes/attributes';
import { attributesOnList, headingOfListPrice } from '@storefleet/contract/attributes/list-prices';
import { publishedTo } from '@storefleet/contract/attributes/memberships';
import {
  definitionsIn,
  isMetafield,
  type MetafieldAttribute,
  metafieldHeading,
  metafieldName,
} from '@storefleet/contract/attributes/metafields';
import { stockAt } from '@storefleet/contract/attributes/stock';
import {
  CHANNEL_COLUMNS,
  DEFAULT_PRODUCT_FILE_COLUMNS,
  LIST_PRICE_COLUMNS,
  type NamedFileColumn,
  type PlainFileColumn,
  PRODUCT_FILE_COLUMNS,
  type ProductFileColumn,
  STOCK_COLUMNS,
  UNIT_PRICE_COLUMNS,
} from '@storefleet/contract/catalogue/file-constants';
import type { NamedLocation } from '@storefleet/contract/catalogue/stock';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import { isProductAttribute, valueIn } from '@storefleet/contract/values/attribute-value';
import { toGrams } from '@storefleet/contract/values/weight';
import type { Queryable } from '../../../platform/db/database.ts';
import {
  type CopiedProduct,
  type CopiedVariant,
  readProductsWithVariants,
} from '../../bulk-updates/plan/catalogue-copy.ts';
import { readPast } from '../../catalogue/past/past-values.ts';
import { rowThen } from '../../catalogue/past/row-then.ts';
import { findLocations } from '../../stock/stock.service.ts';
import { cellOf, NOT_READ, NOT_STOCKED } from '../plain-cells.ts';
import { OWN_COLUMNS } from '../product-columns.ts';
import { measureCell, unitPriceCell } from '../unit-price-cells.ts';
import { type FileStore, findStores } from './csv.repository.ts';
import type { Cell } from './csv-writer.ts';
import type { TableChunk } from './table.ts';
import { valueCell } from './value-cell.ts';

/** Products read at once. */
const PRODUCTS_PER_CHUNK = 500;

type Row = { product: CopiedProduct; variant: CopiedVariant; store: FileStore; isFirst: boolean };

const text = (value: string | null): Cell => ({ text: value });
const number = (value: string | null): Cell => ({ number: value });
/** In Shopify's format, product values are only on a product's first row. */
const ofProduct = (value: (product: CopiedProduct) => string | null) => (row: Row) =>
  text(row.isFirst ? value(row.product) : null);

/** Each stands for a column for everything of its kind. */
type ColumnGroup = typeof STOCK_COLUMNS | typeof LIST_PRICE_COLUMNS | typeof CHANNEL_COLUMNS;

const CELLS: Readonly<Record<Exclude<NamedFileColumn, ColumnGroup>, (row: Row) => Cell>> = {
  Handle: ({ product }) => text(product.handle),
  Title: ofProduct((product) => product.title),
  Vendor: ofProduct((product) => product.vendor),
  Type: ofProduct((product) => product.product_type),
  Tags: ofProduct((product) => product.tags.join(', ')),
  'Variant SKU': ({ variant }) => text(variant.sku),
  'Variant Grams': ({ variant }) => number(toGrams(variant.weight, variant.weight_unit)),
  'Variant Inventory Qty': ({ variant }) => number(variant.inventory_quantity?.toString() ?? null),
  'Variant Price': ({ variant }) => number(variant.price),
  'Variant Compare At Price': ({ variant }) => number(variant.compare_at_price),
  'Variant Barcode': ({ variant }) => text(variant.barcode),
  'Variant Weight Unit': ({ variant }) => text(variant.weight_unit),
  'Cost per item': ({ variant }) => number(variant.cost),
  Status: ofProduct((product) => product.status),
  ...plainCells(),
  ...unitPriceCells(),
  [OWN_COLUMNS.storeName]: ({ store }) => text(store.shop_name),
  [OWN_COLUMNS.storeId]: ({ store }) => text(store.id),
  [OWN_COLUMNS.currency]: ({ store }) => text(store.store_currency ?? DEFAULT_CURRENCY),
  [OWN_COLUMNS.variantTitle]: ({ variant }) => text(variant.title),
  [OWN_COLUMNS.variantId]: ({ variant }) => text(variant.id),
};

/** A table has no value for an attribute that is not mapped. */
const plainCell = (name: FilePlainAttribute, kept: string | null, { store_type }: FileStore): string =>
  kept === null ? (store_type === 'mssql' ? '' : NOT_READ) : cellOf(name, kept);

function headingOf(name: FilePlainAttribute): PlainFileColumn {
  return ATTRIBUTES[name].headings[0];
}

function plainCells() {
  const cells = FILE_PLAIN_ATTRIBUTES.map((name): [string, (row: Row) => Cell] => [
    headingOf(name),
    ({ product, variant, store, isFirst }) => {
      const kept = { ...product, ...variant }[name];
      return text(isProductAttribute(name) && !isFirst ? null : plainCell(name, kept, store));
    },
  ]);
  return Object.fromEntries(cells) as Record<PlainFileColumn, (row: Row) => Cell>;
}

function unitPriceCells() {
  const heading = headingOf('unit_price');
  const cells = UNIT_PRICE_COLUMNS.map((name): [string, (row: Row) => Cell] => [
    name,
    ({ variant }) => text(unitPriceCell(name, variant.unit_price)),
  ]);
  const measure = ({ variant, store }: Row) =>
    text(measureCell(variant.unit_price, plainCell('unit_price', null, store)));
  return { ...Object.fromEntries(cells), [heading]: measure } as Record<
    typeof heading | (typeof UNIT_PRICE_COLUMNS)[number],
    (row: Row) => Cell
  >;
}

type FileColumn = {
  readonly heading: string;
  readonly cell: (row: Row) => Cell;
};

type Asked = {
  readonly chosen: readonly ProductFileColumn[] | undefined;
  readonly asOf: Date | null;
  readonly stores: readonly FileStore[];
};

/**
 * In the order of the file, metafields last; all columns but descriptions unless some are chosen. Past values are
 * without stock.
 */
export async function productColumns(db: Queryable, { chosen, asOf, stores }: Asked): Promise<FileColumn[]> {
  const read = stores.flatMap(({ metafields }) => metafields);
  const names = new Set(read.map(({ owner, key }) => metafieldName(owner, key)));
  const metafields = [...names].toSorted();
  const wanted = chosen ?? [...DEFAULT_PRODUCT_FILE_COLUMNS, ...metafields];
  const definitionOf = definitionsIn(stores);
  const columns: FileColumn[] = [];
  for (const name of [...PRODUCT_FILE_COLUMNS, ...metafields]) {
    if (!wanted.includes(name)) continue;
    if (isMetafield(name)) {
      const heading = metafieldHeading(labelOf(name, definitionOf), name);
      columns.push({ heading, cell: (row) => metafieldCell(name, row) });
    } else if (name === LIST_PRICE_COLUMNS) columns.push(...listPriceColumns(stores));
    else if (name === CHANNEL_COLUMNS) columns.push(...channelColumns(stores));
    else if (name !== STOCK_COLUMNS) columns.push({ heading: name, cell: CELLS[name] });
    else if (asOf === null) columns.push(...(await stockColumns(db, stores)));
  }
  return columns;
}

export const productHeader = (columns: readonly FileColumn[], asOf: Date | null): string[] => [
  ...columns.map(({ heading }) => heading),
  ...(asOf === null ? [] : [OWN_COLUMNS.asOf]),
];

async function stockColumns(db: Queryable, stores: readonly FileStore[]): Promise<FileColumn[]> {
  const ids = new Set(stores.map(({ id }) => id));
  const locations = await findLocations(db);
  return locations.filter(({ store_ids }) => store_ids.some((id) => ids.has(id))).map(stockColumn);
}

function stockColumn({ name, store_ids }: NamedLocation): FileColumn {
  const stores = new Set(store_ids);
  return {
    heading: labelOf(stockAt(name)),
    cell({ variant, store }) {
      const available = variant.stock?.[name];
      if (available !== undefined) return number(String(available));
      return text(stores.has(store.id) ? NOT_STOCKED : null);
    },
  };
}

/** As Shopify's own file calls them. */
function listPriceColumns(stores: readonly FileStore[]): FileColumn[] {
  const names = new Set(stores.flatMap(({ price_lists }) => price_lists.map(({ name }) => name)));
  return [...names].toSorted().flatMap((name) =>
    attributesOnList(name).map((attribute) => ({
      heading: headingOfListPrice(attribute),
      cell({ variant, store }): Cell {
        const value = valueIn(variant, attribute);
        if (value !== undefined) return number(value);
        return text(store.price_lists.some((list) => list.name === name) ? NOT_READ : null);
      },
    })),
  );
}

function channelColumns(stores: readonly FileStore[]): FileColumn[] {
  const names = new Set(stores.flatMap(({ channels }) => channels));
  return [...names].toSorted().map((name) => ({
    heading: `Published to ${name}`,
    cell({ product, store, isFirst }) {
      if (!isFirst || !store.channels.includes(name)) return text(null);
      const value = valueIn(product, publishedTo(name));
      return text(value === undefined ? NOT_READ : cellOf(publishedTo(name), value));
    },
  }));
}

function metafieldCell(attribute: MetafieldAttribute, { product, variant, store, isFirst }: Row): Cell {
  const isOfProduct = isProductAttribute(attribute);
  if (isOfProduct && !isFirst) return text(null);
  const value = valueIn(isOfProduct ? product : variant, attribute);
  const definition = definitionsIn([store])(attribute);
  if (value === undefined) return text(definition ? NOT_READ : '');
  return valueCell(attribute, value, definition);
}

export type Found = { readonly productIds: readonly string[]; shows(variant: CopiedVariant): boolean };

/** The rows of the products, some hundred at a time, in the given order. */
export async function* inChunks(
  found: () => Promise<Found>,
  signal: AbortSignal,
  rowsOf: (ids: readonly string[], shows: Found['shows']) => Promise<Cell[][]>,
): AsyncGenerator<TableChunk, void, void> {
  signal.throwIfAborted();
  const { productIds, shows } = await found();
  for (let start = 0; start < productIds.length; start += PRODUCTS_PER_CHUNK) {
    signal.throwIfAborted();
    const ids = productIds.slice(start, start + PRODUCTS_PER_CHUNK);
    yield { rows: await rowsOf(ids, shows), done: start + ids.length };
  }
}

type Shape = { readonly columns: readonly FileColumn[]; readonly asOf: Date | null };

/** The shown variants of the products, in the given order; without deleted ones. */
export function productRows(
  db: Queryable,
  found: () => Promise<Found>,
  { columns, asOf, signal }: Shape & { readonly signal: AbortSignal },
): AsyncGenerator<TableChunk, void, void> {
  const attributes = FILE_PLAIN_ATTRIBUTES.filter((name) =>
    columns.some((column) => column.heading === headingOf(name)),
  );
  let stores: ReadonlyMap<string, FileStore> | undefined;
  return inChunks(found, signal, async (ids, shows) => {
    stores ??= new Map((await findStores(db)).map((store) => [store.id, store]));
    const { products, variants } = await readProductsWithVariants(db, ids, attributes);
    const variantsOf = Map.groupBy([...variants.values()].filter(shows), (variant) => variant.product_id);
    const seen = asOf === null ? asNow : await asThen(db, ids, asOf);
    const rows: Cell[][] = [];
    for (const id of ids) {
      const product = seen(products.get(id));
      const store = product && stores.get(product.store_id);
      if (product === undefined || store === undefined) continue;
      const shown = (variantsOf.get(id) ?? []).flatMap((variant) => seen(variant) ?? []);
      for (const [index, variant] of shown.entries()) {
        const row = { product, variant, store, isFirst: index === 0 };
        rows.push([
          ...columns.map((column) => column.cell(row)),
          ...(asOf === null ? [] : [{ moment: asOf }]),
        ]);
      }
    }
    return rows;
  });
}

/** What a row shows of a product or variant; nothing if it did not exist then. */
type Seen = <Row extends CopiedProduct | CopiedVariant>(row: Row | undefined) => Row | undefined;

const asNow: Seen = (row) => row;

async function asThen(db: Queryable, productIds: readonly string[], asOf: Date): Promise<Seen> {
  const past = await readPast(db, productIds, asOf);
  return (row) => (row && past.get(row.id)?.existed ? rowThen(row, past.get(row.id)) : undefined);
}
