/**
 * Every editable attribute, declared once: label, owner and allowed values. Columns, fields, filters, files,
 * history, comparison and validation follow from it. Without Zod, for the web bundle.
 */

export type Declared = {
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

export const YES_NO = { true: 'Yes', false: 'No' };
export const YES_NO_ALIASES = { yes: 'true', no: 'false', 1: 'true', 0: 'false' };
export const IN_FILE = { true: 'TRUE', false: 'FALSE' };

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
