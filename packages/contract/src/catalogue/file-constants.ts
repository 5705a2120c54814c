/** Columns and limits of product files. Without Zod, so that the web bundle can load it. */

import { ATTRIBUTES } from '../attributes/attribute-table.ts';
import {
  FILE_PLAIN_ATTRIBUTES,
  type FilePlainAttribute,
  LISTED_PLAIN_ATTRIBUTES,
} from '../attributes/attributes.ts';
import type { ListPriceAttribute } from '../attributes/list-prices.ts';
import type { ChannelAttribute } from '../attributes/memberships.ts';
import type { MetafieldAttribute } from '../attributes/metafields.ts';
import type { StockAttribute } from '../attributes/stock.ts';

export const FILE_FORMATS = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
export const FILE_MEDIA_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<FileFormat, string>;
/** Each is a file that Shopify imports. */
export const PRODUCT_FILE_LAYOUTS = ['products', 'inventory'] as const;
/** Stands for one column per location, such as `Stock at Warehouse`. */
export const STOCK_COLUMNS = 'Stock at each location';
/** Stands for two columns for each price list. */
export const LIST_PRICE_COLUMNS = 'Market prices';
/** Stands for one column per sales channel, such as `Published to Online Store`. */
export const CHANNEL_COLUMNS = 'Published to each channel';
/** Columns of Shopify's file with the units of a unit price's measures. */
export const UNIT_PRICE_COLUMNS = [
  'Unit Price Total Measure Unit',
  'Unit Price Base Measure',
  'Unit Price Base Measure Unit',
] as const;
/** The columns of an exported search: Shopify's in its order, where there are values, then ours. */
export const PRODUCT_FILE_COLUMNS = [
  'Handle',
  'Title',
  ATTRIBUTES.description.headings[0],
  'Vendor',
  'Type',
  'Tags',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Qty',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Barcode',
  'Variant Weight Unit',
  'Cost per item',
  'Status',
  ...LISTED_PLAIN_ATTRIBUTES.map((name) => ATTRIBUTES[name].headings[0]),
  ...UNIT_PRICE_COLUMNS,
  STOCK_COLUMNS,
  LIST_PRICE_COLUMNS,
  CHANNEL_COLUMNS,
  'Storefleet Store',
  'Storefleet Store ID',
  'Storefleet Currency',
  'Storefleet Variant',
  'Storefleet Variant ID',
] as const;
export type PlainFileColumn = (typeof ATTRIBUTES)[FilePlainAttribute]['headings'][0];
export type NamedFileColumn = (typeof PRODUCT_FILE_COLUMNS)[number];
export type ProductFileColumn = NamedFileColumn | MetafieldAttribute;
/** Descriptions would make most of a file's size. */
export const DEFAULT_PRODUCT_FILE_COLUMNS: readonly NamedFileColumn[] = PRODUCT_FILE_COLUMNS.filter(
  (column) => column !== ATTRIBUTES.description.headings[0],
);
export const FILE_TITLE_MAX_LENGTH = 300;
/** Built in memory: about 240 MB for this many rows. */
export const XLSX_EXPORT_MAX_ROWS = 25_000;
export const CSV_IMPORT_MAX_ROWS = 100_000;
export const CSV_IMPORT_MAX_BYTES = 100 * 1024 * 1024;
/** Unmatched and ambiguous rows listed for a person to decide. */
export const IMPORT_OPEN_ROWS = 1_000;
/** Near matches are requested for this many rows at once. */
export const IMPORT_NEAR_ROWS = 20;
/** Variants that a person can choose for one row: the same code in many stores. */
export const IMPORT_PICKED_VARIANTS = 100;

/** The meaning of a column in an imported file: a key, a value to write, or nothing. */
export const IMPORT_MEANINGS = [
  'sku',
  'barcode',
  'handle',
  'variant_id',
  'store_name',
  'store_id',
  'price',
  'compare_at_price',
  'cost',
  'weight_grams',
  'title',
  'vendor',
  'product_type',
  'status',
  'tags',
  ...FILE_PLAIN_ATTRIBUTES,
  'unit_price_unit',
  'unit_price_base',
  'unit_price_base_unit',
  'new_handle',
  'location',
  'available',
  'on_hand_current',
  'on_hand_new',
  'ignore',
] as const;
/** One of these, a metafield, the stock at a location, a price on a price list, or a sales channel. */
export type ImportMeaning =
  | (typeof IMPORT_MEANINGS)[number]
  | MetafieldAttribute
  | StockAttribute
  | ListPriceAttribute
  | ChannelAttribute;
