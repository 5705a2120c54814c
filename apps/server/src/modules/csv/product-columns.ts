import {
  declared,
  type EditableAttribute,
  FILE_PLAIN_ATTRIBUTES,
  type FilePlainAttribute,
} from '@storefleet/contract/attributes/attributes';
import {
  isListPrice,
  type ListPriceAttribute,
  listPriceOfHeading,
} from '@storefleet/contract/attributes/list-prices';
import { type ChannelAttribute, isChannel, publishedTo } from '@storefleet/contract/attributes/memberships';
import {
  isMetafield,
  type MetafieldAttribute,
  metafieldOfHeading,
} from '@storefleet/contract/attributes/metafields';
import { isStock, type StockAttribute, stockAt } from '@storefleet/contract/attributes/stock';
import { type ImportMeaning, UNIT_PRICE_COLUMNS } from '@storefleet/contract/catalogue/file-constants';

/** The meaning of a column; columns without one are ignored. */
type ColumnMeaning =
  | { readonly kind: 'key'; readonly key: RowKey }
  | { readonly kind: 'attribute'; readonly attribute: EditableAttribute; readonly inGrams?: true };

/** Identifies the variant, product or store of a row, or its quantities. */
export type RowKey = 'variantId' | 'storeId' | 'storeName' | 'handle' | InventoryCell | UnitPriceCell;
/** What the number in the column of the measure is of. */
type UnitPriceCell = 'unitPriceUnit' | 'unitPriceBase' | 'unitPriceBaseUnit';
/** Columns of Shopify's inventory file, which has a row per variant and location. */
export type InventoryCell = 'location' | 'available' | 'onHandCurrent' | 'onHandNew';

const key = (name: RowKey): ColumnMeaning => ({ kind: 'key', key: name });
const attribute = (name: EditableAttribute): ColumnMeaning => ({ kind: 'attribute', attribute: name });

function plainMeanings() {
  const meanings = FILE_PLAIN_ATTRIBUTES.map((name) => [name, attribute(name)]);
  return Object.fromEntries(meanings) as Record<FilePlainAttribute, ColumnMeaning>;
}

type NamedMeaning = Exclude<
  ImportMeaning,
  MetafieldAttribute | StockAttribute | ListPriceAttribute | ChannelAttribute
>;

const MEANINGS: Readonly<Record<NamedMeaning, ColumnMeaning | null>> = {
  variant_id: key('variantId'),
  store_id: key('storeId'),
  store_name: key('storeName'),
  handle: key('handle'),
  sku: attribute('sku'),
  barcode: attribute('barcode'),
  price: attribute('price'),
  compare_at_price: attribute('compare_at_price'),
  cost: attribute('cost'),
  weight_grams: { kind: 'attribute', attribute: 'weight', inGrams: true },
  title: attribute('title'),
  vendor: attribute('vendor'),
  product_type: attribute('product_type'),
  status: attribute('status'),
  tags: attribute('tags'),
  ...plainMeanings(),
  unit_price_unit: key('unitPriceUnit'),
  unit_price_base: key('unitPriceBase'),
  unit_price_base_unit: key('unitPriceBaseUnit'),
  new_handle: attribute('handle'),
  location: key('location'),
  available: key('available'),
  on_hand_current: key('onHandCurrent'),
  on_hand_new: key('onHandNew'),
  ignore: null,
};

/** Prefixed, so that no other tool's file has the same headings with another meaning. */
export const OWN_COLUMNS = {
  storeName: 'Storefleet Store',
  storeId: 'Storefleet Store ID',
  currency: 'Storefleet Currency',
  variantTitle: 'Storefleet Variant',
  variantId: 'Storefleet Variant ID',
  asOf: 'Storefleet As Of',
} as const;

/** In exports of refused rows, which can be imported again as they are. */
export const PROBLEM_COLUMN = 'Storefleet Problem';

/** In files of others; in ours they are somebody's own column. */
const STORE_ALIASES = ['store', 'store name'];

/** Both dialects of Shopify's product file, and our own columns, by `headingKey`. */
const NAMED: ReadonlyMap<string, NamedMeaning> = new Map([
  [headingKey(OWN_COLUMNS.storeName), 'store_name'],
  [headingKey(OWN_COLUMNS.storeId), 'store_id'],
  // Ignored, they would let a row change another store that has the same code.
  ...STORE_ALIASES.map((alias): [string, NamedMeaning] => [alias, 'store_name']),
  [headingKey(OWN_COLUMNS.variantId), 'variant_id'],
  [headingKey(OWN_COLUMNS.currency), 'ignore'],
  [headingKey(OWN_COLUMNS.variantTitle), 'ignore'],
  [headingKey(PROBLEM_COLUMN), 'ignore'],
  ['handle', 'handle'],
  ['url handle', 'handle'],
  ['new handle', 'new_handle'],
  [headingKey(UNIT_PRICE_COLUMNS[0]), 'unit_price_unit'],
  [headingKey(UNIT_PRICE_COLUMNS[1]), 'unit_price_base'],
  [headingKey(UNIT_PRICE_COLUMNS[2]), 'unit_price_base_unit'],
  ['title', 'title'],
  ['vendor', 'vendor'],
  ['type', 'product_type'],
  ['product type', 'product_type'],
  ['tags', 'tags'],
  ['status', 'status'],
  ['variant sku', 'sku'],
  ['sku', 'sku'],
  ['variant barcode', 'barcode'],
  ['barcode', 'barcode'],
  ['ean', 'barcode'],
  ['ean13', 'barcode'],
  ['ean-13', 'barcode'],
  ['ean code', 'barcode'],
  ['gtin', 'barcode'],
  ['upc', 'barcode'],
  ['variant price', 'price'],
  ['price', 'price'],
  ['variant compare at price', 'compare_at_price'],
  ['compare-at price', 'compare_at_price'],
  ['compare at price', 'compare_at_price'],
  ['compare-at', 'compare_at_price'],
  ['compare at', 'compare_at_price'],
  ['cost', 'cost'],
  ['cost per item', 'cost'],
  ['variant grams', 'weight_grams'],
  ['weight value (grams)', 'weight_grams'],
  // Shopify's inventory file, which has a row for each variant and location.
  ['location', 'location'],
  ['available', 'available'],
  ['available (not editable)', 'available'],
  ['on hand (current)', 'on_hand_current'],
  ['on hand (new)', 'on_hand_new'],
  ...FILE_PLAIN_ATTRIBUTES.flatMap((name) =>
    (declared(name).headings ?? []).map((heading): [string, NamedMeaning] => [headingKey(heading), name]),
  ),
]);

/** Ignores case and spaces. */
export function headingKey(heading: string): string {
  return heading.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** As our own files name the stock at a location. */
const STOCK_HEADING = /^Stock at (.+)$/;

/** As our own files name a channel, and both dialects of Shopify's product file the online store. */
const CHANNEL_HEADING = /^Published to (.+)$/;
const ONLINE_STORE_HEADINGS = ['published', 'published on online store'];

/** The meaning of a known heading; null for others. `header`: all headings of its file. */
export function meaningOfHeading(heading: string, header: readonly string[] = []): ImportMeaning | null {
  const location = STOCK_HEADING.exec(heading.trim())?.[1];
  if (location !== undefined) return stockAt(location);
  const channel = CHANNEL_HEADING.exec(heading.trim())?.[1];
  if (channel !== undefined) return publishedTo(channel);
  if (ONLINE_STORE_HEADINGS.includes(headingKey(heading))) return publishedTo('Online Store');
  const ownStore = headingKey(OWN_COLUMNS.storeName);
  if (STORE_ALIASES.includes(headingKey(heading)) && header.some((cell) => headingKey(cell) === ownStore)) {
    return 'ignore';
  }
  return NAMED.get(headingKey(heading)) ?? listPriceOfHeading(heading) ?? metafieldOfHeading(heading);
}

/** Of a store's own attributes, of which a file of Shopify's has many that nobody reads here. */
export const isOfShop = (meaning: ImportMeaning) =>
  isMetafield(meaning) || isListPrice(meaning) || isChannel(meaning);

/** Null for an ignored column. */
export function columnMeaning(meaning: ImportMeaning): ColumnMeaning | null {
  return isMetafield(meaning) || isStock(meaning) || isListPrice(meaning) || isChannel(meaning)
    ? attribute(meaning)
    : MEANINGS[meaning];
}
