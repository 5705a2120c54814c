/** Choices and limits of SQL Server stores. Without Zod, so that the web bundle can load it. */

import { ATTRIBUTES } from '../../attributes/attribute-table.ts';
import {
  LISTED_PLAIN_ATTRIBUTES,
  PLAIN_ATTRIBUTES,
  type PlainAttribute,
} from '../../attributes/attributes.ts';

export const MSSQL_DEFAULT_PORT = 1433;
export const MSSQL_QUERY_ROW_CAP = 1_000;
export const MSSQL_QUERY_TIMEOUT_MS = 30_000;
/** Rows in a preview of mappings, by default and at most. */
export const MAPPING_PREVIEW_ROWS = 10;
export const MAPPING_PREVIEW_MAX_ROWS = 50;
export const MAPPINGS_MAX = 1_000;
/** Skipped rows that a run lists with reasons; all are counted. */
export const SKIPPED_ROWS_LISTED = 1_000;
export const MAPPING_DATA_TYPES = ['string', 'number', 'boolean', 'date'] as const;
export const DEFAULT_MAPPING_DATA_TYPE = 'string';
export const MAPPING_TRANSFORMATIONS = ['none', 'uppercase', 'lowercase', 'trim', 'concat'] as const;
export const CUSTOM_TARGET_FIELD = 'custom';
export const MAPPING_TARGET_FIELDS = [
  'shopify_id',
  'title',
  'description',
  'product_type',
  'vendor',
  'status',
  'handle',
  'tags',
  'price',
  'cost',
  'sku',
  'barcode',
  'inventory_quantity',
  'weight',
  'weight_unit',
  ...LISTED_PLAIN_ATTRIBUTES,
  CUSTOM_TARGET_FIELD,
] as const;
const plainLabels = Object.fromEntries(
  PLAIN_ATTRIBUTES.map((name) => [name, ATTRIBUTES[name].label]),
) as Record<PlainAttribute, string>;
export const MAPPING_TARGET_FIELD_LABELS = {
  shopify_id: 'Product ID',
  title: 'Title',
  product_type: 'Product type',
  vendor: 'Vendor',
  status: 'Status',
  handle: 'Handle',
  tags: 'Tags',
  price: 'Price',
  cost: 'Variant Cost',
  sku: 'SKU',
  barcode: 'Barcode',
  inventory_quantity: 'Inventory quantity',
  weight: 'Weight',
  weight_unit: 'Weight unit',
  ...plainLabels,
  custom: 'Custom',
} as const;
