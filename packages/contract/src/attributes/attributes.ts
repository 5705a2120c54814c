/**
 * Every editable attribute, declared once: label, owner and allowed values. Columns, fields, filters, files,
 * history, comparison and validation follow from it. Without Zod, for the web bundle.
 */

import { isCompareAtOfList, isListPrice, type ListPriceAttribute, listOf } from './list-prices.ts';
import {
  isCollection,
  isMembership,
  type MembershipAttribute,
  placeOf,
  titleOfHandle,
} from './memberships.ts';
import { type DefinitionOf, isMetafield, type MetafieldAttribute, metafieldOf } from './metafields.ts';
import { isStock, locationOf, type StockAttribute } from './stock.ts';

type Declared = {
  readonly label: string;
  readonly plural: string;
  /** Within a sentence, if it is not the label in lower case. */
  readonly word?: string;
  readonly of: 'product' | 'variant';
  /** `choice`: one of `choices`. */
  readonly kind:
    | 'money'
    | 'weight'
    | 'text'
    | 'html'
    | 'tags'
    | 'choice'
    | 'country'
    | 'hs_code'
    | 'unit_price'
    | 'category'
    | 'quantity'
    | 'list_price'
    | 'images';
  /** May be cleared; others must have a value. */
  readonly clearable?: true;
  /** Maximum characters of a text. Default: 255. */
  readonly maxLength?: number;
  /** The stored values with their labels. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Other words of a source, with the stored value for each. */
  readonly aliases?: Readonly<Record<string, string>>;
  /**
   * Stored in a column of the same name: NULL was never read, '' is none. A source passes it on under this
   * name.
   */
  readonly plain?: true;
  /** Too long for lists: no column of search results and grids, and not compared across stores. */
  readonly long?: true;
  /** Headings in Shopify's files: the one to write, then others. */
  readonly headings?: readonly [string, ...string[]];
  /** Values in files, if they differ from the stored ones. */
  readonly inFile?: Readonly<Record<string, string>>;
};

const YES_NO = { true: 'Yes', false: 'No' };
const YES_NO_ALIASES = { yes: 'true', no: 'false', 1: 'true', 0: 'false' };
const IN_FILE = { true: 'TRUE', false: 'FALSE' };

export const ATTRIBUTES = {
  price: { label: 'Price', plural: 'prices', of: 'variant', kind: 'money' },
  cost: { label: 'Cost', plural: 'costs', of: 'variant', kind: 'money', clearable: true },
  compare_at_price: {
    label: 'Compare-at price',
    plural: 'compare-at prices',
    of: 'variant',
    kind: 'money',
    clearable: true,
  },
  barcode: { label: 'Barcode', plural: 'barcodes', of: 'variant', kind: 'text', clearable: true },
  sku: { label: 'SKU', plural: 'SKUs', word: 'SKU', of: 'variant', kind: 'text', clearable: true },
  weight: { label: 'Weight', plural: 'weights', of: 'variant', kind: 'weight' },
  title: { label: 'Title', plural: 'titles', of: 'product', kind: 'text' },
  vendor: { label: 'Vendor', plural: 'vendors', of: 'product', kind: 'text' },
  product_type: {
    label: 'Product type',
    plural: 'product types',
    of: 'product',
    kind: 'text',
    clearable: true,
  },
  status: {
    label: 'Status',
    plural: 'statuses',
    of: 'product',
    kind: 'choice',
    // Shopify has unlisted products since API version 2025-10, and serves no older one.
    choices: { active: 'Active', draft: 'Draft', archived: 'Archived', unlisted: 'Unlisted' },
  },
  tags: { label: 'Tags', plural: 'tags', of: 'product', kind: 'tags', clearable: true },
  inventory_policy: {
    label: 'Out-of-stock policy',
    plural: 'out-of-stock policies',
    of: 'variant',
    kind: 'choice',
    choices: { deny: 'Stop selling', continue: 'Continue selling' },
    aliases: { stop: 'deny', false: 'deny', no: 'deny', true: 'continue', yes: 'continue' },
    plain: true,
    headings: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  },
  tracked: {
    label: 'Inventory tracking',
    plural: 'inventory tracking settings',
    of: 'variant',
    kind: 'choice',
    choices: YES_NO,
    aliases: { ...YES_NO_ALIASES, shopify: 'true', '': 'false' },
    plain: true,
    headings: ['Variant Inventory Tracker', 'Inventory tracker'],
    inFile: { true: 'shopify', false: '' },
  },
  taxable: {
    label: 'Taxable',
    plural: 'tax settings',
    word: 'tax setting',
    of: 'variant',
    kind: 'choice',
    choices: YES_NO,
    aliases: YES_NO_ALIASES,
    plain: true,
    headings: ['Variant Taxable', 'Charge tax'],
    inFile: IN_FILE,
  },
  requires_shipping: {
    label: 'Requires shipping',
    plural: 'shipping settings',
    word: 'shipping setting',
    of: 'variant',
    kind: 'choice',
    choices: YES_NO,
    aliases: YES_NO_ALIASES,
    plain: true,
    headings: ['Variant Requires Shipping', 'Requires shipping'],
    inFile: IN_FILE,
  },
  hs_code: {
    label: 'HS code',
    plural: 'HS codes',
    word: 'HS code',
    of: 'variant',
    kind: 'hs_code',
    clearable: true,
    plain: true,
    headings: ['HS Code'],
  },
  country_of_origin: {
    label: 'Country of origin',
    plural: 'countries of origin',
    of: 'variant',
    kind: 'country',
    clearable: true,
    plain: true,
    headings: ['COO', 'Country of origin'],
  },
  unit_price: {
    label: 'Unit price measure',
    plural: 'unit price measures',
    of: 'variant',
    kind: 'unit_price',
    clearable: true,
    plain: true,
    // The other three columns of Shopify's files belong to it: UNIT_PRICE_COLUMNS.
    headings: ['Unit Price Total Measure'],
  },
  handle: { label: 'Handle', plural: 'handles', of: 'product', kind: 'text' },
  seo_title: {
    label: 'SEO title',
    plural: 'SEO titles',
    word: 'SEO title',
    of: 'product',
    kind: 'text',
    clearable: true,
    plain: true,
    headings: ['SEO Title'],
  },
  seo_description: {
    label: 'SEO description',
    plural: 'SEO descriptions',
    word: 'SEO description',
    of: 'product',
    kind: 'text',
    maxLength: 5_000,
    clearable: true,
    plain: true,
    headings: ['SEO Description'],
  },
  category: {
    label: 'Category',
    plural: 'categories',
    of: 'product',
    kind: 'category',
    clearable: true,
    plain: true,
    headings: ['Product Category'],
  },
  description: {
    label: 'Description',
    plural: 'descriptions',
    of: 'product',
    kind: 'html',
    // Shopify: "Body (HTML) is too big (maximum is 512 KB)".
    maxLength: 512 * 1024,
    clearable: true,
    plain: true,
    long: true,
    headings: ['Body (HTML)'],
  },
  image_order: {
    label: 'Image order',
    plural: 'image orders',
    of: 'product',
    kind: 'images',
    plain: true,
    long: true,
  },
  image_alts: {
    label: 'Alt texts',
    plural: 'alt texts',
    of: 'product',
    kind: 'images',
    clearable: true,
    plain: true,
    long: true,
  },
} as const satisfies Record<string, Declared>;

type Table = typeof ATTRIBUTES;
/** One of those above. */
export type NamedAttribute = keyof Table;
export type EditableAttribute =
  | NamedAttribute
  | MetafieldAttribute
  | StockAttribute
  | MembershipAttribute
  | ListPriceAttribute;
type Where<Part> = {
  [Name in NamedAttribute]: Table[Name] extends Part ? Name : never;
}[NamedAttribute];
export type ProductAttribute = Where<{ of: 'product' }>;
export type MoneyAttribute = Where<{ kind: 'money' }>;
export type ClearableAttribute = Where<{ clearable: true }>;
export type PlainAttribute = Where<{ plain: true }>;
/** Those that files have a column for. */
export type FilePlainAttribute = Where<{ plain: true; headings: readonly [string, ...string[]] }>;
export type LongAttribute = Where<{ long: true }>;
/** Those that lists show. */
export type ListedAttribute = Exclude<NamedAttribute, LongAttribute>;
export type ListedPlainAttribute = Exclude<PlainAttribute, LongAttribute>;
export type PlainVariantAttribute = Where<{ plain: true; of: 'variant' }>;
export type PlainProductAttribute = Where<{ plain: true; of: 'product' }>;

/** An attribute's declaration, typed with the properties of all. */
export const declared = (attribute: EditableAttribute, definitionOf?: DefinitionOf): Declared =>
  isMetafield(attribute)
    ? declaredMetafield(attribute, definitionOf?.(attribute)?.name)
    : isStock(attribute)
      ? declaredStock(attribute)
      : isMembership(attribute)
        ? declaredMembership(attribute)
        : isListPrice(attribute)
          ? declaredListPrice(attribute)
          : ATTRIBUTES[attribute];

function declaredMembership(attribute: MembershipAttribute): Declared {
  const place = placeOf(attribute);
  const label = isCollection(attribute) ? `Collection ${titleOfHandle(place)}` : `Channel ${place}`;
  return {
    label,
    plural: `products in the ${lowerFirst(label)}`,
    word: lowerFirst(label),
    of: 'product',
    kind: 'choice',
    choices: YES_NO,
    aliases: YES_NO_ALIASES,
    inFile: IN_FILE,
  };
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** "Price (Europe)" */
function declaredListPrice(attribute: ListPriceAttribute): Declared {
  const own = ATTRIBUTES[isCompareAtOfList(attribute) ? 'compare_at_price' : 'price'];
  const on = `(${listOf(attribute)})`;
  return {
    label: `${own.label} ${on}`,
    plural: `${own.plural} ${on}`,
    word: `${own.label.toLowerCase()} ${on}`,
    of: 'variant',
    kind: 'list_price',
    clearable: true,
  };
}

function declaredStock(attribute: StockAttribute): Declared {
  const where = `at ${locationOf(attribute)}`;
  return {
    label: `Stock ${where}`,
    plural: `quantities ${where}`,
    word: `stock ${where}`,
    of: 'variant',
    kind: 'quantity',
  };
}

function declaredMetafield(attribute: MetafieldAttribute, name: string | undefined): Declared {
  const { owner, key } = metafieldOf(attribute);
  const label = name ?? nameFromKey(key);
  return {
    label,
    plural: `values of “${label}”`,
    word: `“${label}”`,
    of: owner,
    kind: 'text',
    clearable: true,
  };
}

/** Without a definition: from the key, which Shopify derives from the metafield's name. */
function nameFromKey(key: string): string {
  const word = key.slice(key.indexOf('.') + 1).replaceAll(/[_-]+/g, ' ');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const NAMES = Object.keys(ATTRIBUTES) as NamedAttribute[];
function named<Name extends NamedAttribute>(test: (of: Declared) => boolean): readonly Name[] {
  return NAMES.filter((name): name is Name => test(ATTRIBUTES[name]));
}

export const EDITABLE_ATTRIBUTES: readonly NamedAttribute[] = NAMES;
export const EDITABLE_ATTRIBUTE_LABELS = Object.fromEntries(
  NAMES.map((name) => [name, ATTRIBUTES[name].label]),
) as { readonly [Name in NamedAttribute]: Table[Name]['label'] };
export const labelOf = (attribute: EditableAttribute, definitionOf?: DefinitionOf): string =>
  declared(attribute, definitionOf).label;
/** Declared attributes in their order, followed by a store's own. */
export function inOrder(attributes: Iterable<EditableAttribute>): EditableAttribute[] {
  const all = new Set(attributes);
  return [
    ...NAMES.filter((name) => all.has(name)),
    ...[...all].filter((name) => !(name in ATTRIBUTES)).sort(),
  ];
}
/** Attributes of the product; the others belong to the variant. */
export const PRODUCT_ATTRIBUTES = named<ProductAttribute>(({ of }) => of === 'product');
export const MONEY_ATTRIBUTES = named<MoneyAttribute>(({ kind }) => kind === 'money');
/** Attributes that may be cleared; the others must have a value. */
export const CLEARABLE_ATTRIBUTES = named<ClearableAttribute>(({ clearable }) => clearable === true);
export const PLAIN_ATTRIBUTES = named<PlainAttribute>(({ plain }) => plain === true);
export const PLAIN_VARIANT_ATTRIBUTES = named<PlainVariantAttribute>(
  ({ plain, of }) => plain === true && of === 'variant',
);
export const PLAIN_PRODUCT_ATTRIBUTES = named<PlainProductAttribute>(
  ({ plain, of }) => plain === true && of === 'product',
);
export const FILE_PLAIN_ATTRIBUTES = named<FilePlainAttribute>(
  ({ plain, headings }) => plain === true && headings !== undefined,
);
export const LONG_ATTRIBUTES = named<LongAttribute>(({ long }) => long === true);
export const LISTED_ATTRIBUTES = named<ListedAttribute>(({ long }) => long !== true);
export const LISTED_PLAIN_ATTRIBUTES = named<ListedPlainAttribute>(
  ({ plain, long }) => plain === true && long !== true,
);
export const LISTED_PLAIN_PRODUCT_ATTRIBUTES = named<Exclude<PlainProductAttribute, LongAttribute>>(
  ({ plain, long, of }) => plain === true && long !== true && of === 'product',
);

/** Within a sentence: "compare-at price", but "SKU". */
export function attributeWord(attribute: EditableAttribute, definitionOf?: DefinitionOf): string {
  const { word, label } = declared(attribute, definitionOf);
  return word ?? label.toLowerCase();
}

const plain: ReadonlySet<string> = new Set(PLAIN_ATTRIBUTES);
export const isPlainAttribute = (attribute: string): attribute is PlainAttribute => plain.has(attribute);

/** A yes-or-no choice, returned as a boolean. */
export const isYesOrNo = (attribute: EditableAttribute) => declared(attribute).choices === YES_NO;

/** The choice that a text means, including aliases and any case; null if none. */
export function choiceOf(attribute: EditableAttribute, text: string): string | null {
  const { choices = {}, aliases = {} } = declared(attribute);
  const word = text.trim().toLowerCase();
  const known = Object.keys(choices).find(
    (value) => value === word || choices[value]?.toLowerCase() === word || aliases[word] === value,
  );
  return known ?? null;
}

const MAX_TEXT = 255;
export const maxLengthOf = (attribute: EditableAttribute): number =>
  declared(attribute).maxLength ?? MAX_TEXT;

/** The label of a choice: "Continue selling", "Yes"; null for an attribute without choices. */
export const nameOfChoice = (attribute: string, value: string): string | null =>
  attribute in ATTRIBUTES || isMembership(attribute)
    ? (declared(attribute as EditableAttribute).choices?.[value] ?? null)
    : null;
