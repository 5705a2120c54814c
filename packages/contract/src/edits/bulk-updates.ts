import { z } from 'zod';
import { MoneyInput, requiredText, Tags, Uuid } from '../api/common.ts';
import { sent } from '../api/conditions.ts';
import { model } from '../api/model.ts';
import { EditableAttribute, ListPriceName, MetafieldName } from '../attributes/attribute-name.ts';
import { EDITABLE_ATTRIBUTES, MONEY_ATTRIBUTES } from '../attributes/attributes.ts';
import { isListPrice } from '../attributes/list-prices.ts';
import { METAFIELD_MAX_LENGTH } from '../attributes/metafields.ts';
import { MAX_QUANTITY } from '../attributes/stock.ts';
import { Restore } from '../catalogue/as-of.ts';
import { VARIANT_FIX_NAMES } from '../catalogue/health/variant-fixes.ts';
import { searched, withSearch } from '../catalogue/products/products.ts';
import { BULK_UPDATE_MAX_PRODUCTS, PRICE_ROUNDINGS, PRODUCT_STATUSES } from '../constants.ts';
import { DESCRIPTION_OPERATIONS } from '../values/description-change.ts';
import { plainChanges } from '../values/plain-values.ts';
import { OverrideReason } from './guard-rails.ts';

const updatedText = (name: string) =>
  requiredText(`${name} must not be blank.`).meta({ description: 'Must not be blank' });

const wholeQuantity = { error: 'Stock must be a whole number from -1000000000 to 1000000000.' };

/** Attributes with new values. A value must not be blank; null clears an attribute that may be empty. */
export const AttributeChanges = z
  .strictObject(
    {
      price: MoneyInput.optional(),
      cost: MoneyInput.nullable().optional(),
      compare_at_price: MoneyInput.nullable().optional(),
      barcode: updatedText('Barcode').nullable().optional(),
      sku: updatedText('SKU').nullable().optional(),
      weight: z
        .union([z.number(), z.string()])
        .transform((value) => String(value).trim())
        .pipe(z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, { error: 'Weight must be a number of at least 0.' }))
        .optional(),
      title: updatedText('Title').optional(),
      vendor: updatedText('Vendor').optional(),
      product_type: updatedText('Product type').nullable().optional(),
      status: z
        .enum(PRODUCT_STATUSES, { error: 'Status must be active, draft, archived or unlisted.' })
        .optional(),
      tags: Tags.optional(),
      handle: updatedText('Handle').optional(),
      ...plainChanges,
      stock: z
        .record(
          z.string().min(1).max(255),
          z.int(wholeQuantity).min(-MAX_QUANTITY, wholeQuantity).max(MAX_QUANTITY, wholeQuantity),
        )
        .optional()
        .describe('What is to be available, by the name of the location'),
      collections: z
        .record(z.string().regex(/^\S{1,255}$/), z.boolean())
        .optional()
        .describe(
          'Whether the product is to be in it, by the handle of the collection; manual collections only',
        ),
      channels: z
        .record(z.string().min(1).max(255), z.boolean())
        .optional()
        .describe('Whether the product is to be published there, by the name of the sales channel'),
      metafields: z
        .record(MetafieldName, z.string().max(METAFIELD_MAX_LENGTH).nullable())
        .optional()
        .describe('By their names, such as product.metafields.custom.material; null for none'),
      list_prices: z
        .record(ListPriceName, MoneyInput.nullable())
        .optional()
        .describe(
          'Fixed prices on price lists, in the currency of the list, by their names, such as list_price.Europe and list_compare_at_price.Europe; null for none',
        ),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `Not an attribute that can be updated: ${issue.keys?.join(', ')}. Choose from: ${EDITABLE_ATTRIBUTES.join(', ')}.`
          : undefined,
    },
  )
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Choose at least one attribute to update.',
  })
  .meta({ id: 'AttributeChanges', minProperties: 1 });
export type AttributeChanges = z.infer<typeof AttributeChanges>;

/** Refused: were it ignored, every variant of the product would change. */
const misnamedVariant = z.never({ error: 'Name the variant as selectedVariant: {"id": …}.' }).optional();

export const ProductReference = model('ProductReference', {
  store_id: Uuid,
  id: Uuid,
  shopify_id: z.string().optional(),
  selectedVariant: z
    .object({ id: Uuid, shopify_id: z.string().optional() })
    .nullable()
    .optional()
    .describe('Default: every variant of the product'),
  selected_variant: misnamedVariant,
  variant_id: misnamedVariant,
  based_on: z
    .partialRecord(
      EditableAttribute,
      z.union([z.string(), z.boolean().transform(String), z.array(z.string()), z.null()]),
    )
    .optional()
    .describe(
      'The values shown to the person; if the source has others, the row ends as a conflict. Default: the values in the catalogue',
    ),
  attributes_to_set: AttributeChanges.optional().describe(
    'Values for this product or variant only; they take precedence over those for all',
  ),
});
export type ProductReference = z.infer<typeof ProductReference>;

const productsToUpdate = z
  .array(ProductReference, { error: 'products_to_update must be a list of products.' })
  .min(1, { error: 'Select at least one product to update.' })
  .max(BULK_UPDATE_MAX_PRODUCTS, {
    error: `At most ${BULK_UPDATE_MAX_PRODUCTS} products can be updated at once.`,
  });

const eachWithValues = { properties: { products_to_update: { items: sent('attributes_to_set') } } };

export const BulkUpdate = z
  .object({
    products_to_update: productsToUpdate,
    attributes_to_set: AttributeChanges.optional().describe('Values for all variants'),
    override_reason: OverrideReason,
  })
  .refine(
    ({ products_to_update, attributes_to_set }) =>
      attributes_to_set !== undefined ||
      products_to_update.every((reference) => reference.attributes_to_set !== undefined),
    { path: ['attributes_to_set'], error: 'Choose at least one attribute to update.' },
  )
  .meta({ id: 'BulkUpdate', anyOf: [sent('attributes_to_set'), eachWithValues] });
export type BulkUpdate = z.infer<typeof BulkUpdate>;

/** A price computed from each variant's current one: changed, then rounded, never below 0. */
export const PriceChange = z
  .object({
    attribute: z.union([z.enum(MONEY_ATTRIBUTES), ListPriceName]).describe('Attribute to set'),
    base: z
      .enum(MONEY_ATTRIBUTES)
      .optional()
      .describe(
        'Source attribute. Default: the attribute itself; a price on a list is computed from itself only',
      ),
    operation: z.enum(['increase', 'decrease'], { error: 'operation must be increase or decrease.' }),
    unit: z.enum(['amount', 'percent'], { error: 'unit must be amount or percent.' }),
    value: z
      .union([z.number(), z.string()])
      .transform((value) => String(value).trim())
      .pipe(
        z
          .string()
          .regex(/^\d{1,9}(\.\d{1,4})?$/, { error: 'Enter a number of at least 0, such as 10 or 2.5.' }),
      ),
    rounding: z
      .enum(PRICE_ROUNDINGS)
      .default('none')
      .describe('The ending of the new amount, which is whole in a currency without decimals'),
  })
  // The shop's own amounts may be in another currency.
  .refine(({ attribute, base }) => base === undefined || !isListPrice(attribute), {
    path: ['base'],
    error: 'A price on a price list is computed from itself: leave base out.',
  })
  .meta({ id: 'PriceChange' });
export type PriceChange = z.infer<typeof PriceChange>;

/** Tags to add to each product's, or to remove from them; case does not matter. */
export const TagChange = model('TagChange', {
  operation: z.enum(['add', 'remove'], { error: 'operation must be add or remove.' }),
  tags: Tags.refine((tags) => tags.length > 0, { error: 'Enter at least one tag.' }),
});
export type TagChange = z.infer<typeof TagChange>;

/** A change of the stock at a location, relative to each variant's current quantity. */
export const StockChange = model('StockChange', {
  location: z.string().min(1).max(255).describe('Its name'),
  operation: z.enum(['increase', 'decrease'], { error: 'operation must be increase or decrease.' }),
  value: z
    .int({ error: 'Enter a whole number, such as 5.' })
    .min(1, { error: 'Enter a whole number of at least 1.' })
    .max(MAX_QUANTITY, wholeQuantity),
});
export type StockChange = z.infer<typeof StockChange>;

/** A change of each product's description, which is HTML: text at its end or beginning, or other words in its text. */
export const DescriptionChange = z
  .object({
    operation: z.enum(DESCRIPTION_OPERATIONS),
    find: z
      .string()
      .max(1_000)
      .optional()
      .describe('What is replaced, in the text between the tags; upper and lower case matter'),
    text: z
      .string()
      .max(100_000)
      .describe('Added as HTML, or as a paragraph if it has no tags; to replace, plain text'),
  })
  .refine(({ operation, find = '' }) => operation !== 'replace' || find.trim() !== '', {
    path: ['find'],
    error: 'Enter the text to replace.',
  })
  .refine(({ operation, text }) => operation === 'replace' || text.trim() !== '', {
    path: ['text'],
    error: 'Enter the text to add.',
  })
  .meta({ id: 'DescriptionChange' });
export type DescriptionChange = z.infer<typeof DescriptionChange>;

/** All matches of a search, on all pages: every variant shown, or every product. */
export const SearchSelection = withSearch({
  ...searched,
  excluded_variant_ids: z.array(Uuid).max(BULK_UPDATE_MAX_PRODUCTS).default([]),
}).meta({ id: 'SearchSelection' });
export type SearchSelection = z.infer<typeof SearchSelection>;

const OTHER_CHANGES = [
  'attributes_to_set',
  'price_change',
  'tag_change',
  'stock_change',
  'restore',
  'fix',
] as const;

/** What to change, and how: one of the first two, and one of the others (or values with each product). */
export const BulkUpdatePreview = z
  .object({
    products_to_update: productsToUpdate.optional(),
    search: SearchSelection.optional(),
    attributes_to_set: AttributeChanges.optional(),
    price_change: PriceChange.optional(),
    tag_change: TagChange.optional(),
    stock_change: StockChange.optional(),
    description_change: DescriptionChange.optional(),
    restore: Restore.optional().describe(
      'Restore every value that was different then, according to the history; rows that did not exist yet stay as they are',
    ),
    fix: z
      .enum(VARIANT_FIX_NAMES)
      .optional()
      .describe('Fixes what a health finding lists: see GET /health/findings'),
  })
  .refine(({ products_to_update, search }) => (products_to_update === undefined) !== (search === undefined), {
    path: ['products_to_update'],
    error: 'Send either products_to_update or search.',
  })
  .refine(({ attributes_to_set, price_change }) => !attributes_to_set || !price_change, {
    path: ['price_change'],
    error: 'Send either attributes_to_set or price_change.',
  })
  .refine(
    ({ products_to_update = [], attributes_to_set, price_change, restore }) =>
      !restore ||
      !(
        attributes_to_set ||
        price_change ||
        products_to_update.some((reference) => reference.attributes_to_set || reference.based_on)
      ),
    { path: ['restore'], error: 'A restore takes no other values.' },
  )
  .refine(
    ({ search, attributes_to_set, price_change, restore, fix }) =>
      !fix || (search !== undefined && !attributes_to_set && !price_change && !restore),
    { path: ['fix'], error: 'A fix takes a search, and no other values.' },
  )
  .refine(
    ({ tag_change, attributes_to_set, price_change, restore, fix }) =>
      !tag_change || !(attributes_to_set || price_change || restore || fix),
    { path: ['tag_change'], error: 'A change of tags takes no other values.' },
  )
  .refine(
    ({ stock_change, attributes_to_set, price_change, tag_change, restore, fix, products_to_update = [] }) =>
      !stock_change ||
      !(
        attributes_to_set ||
        price_change ||
        tag_change ||
        restore ||
        fix ||
        products_to_update.some((reference) => reference.attributes_to_set)
      ),
    { path: ['stock_change'], error: 'A change of stock takes no other values.' },
  )
  .refine(
    ({ description_change, products_to_update = [], ...others }) =>
      !description_change ||
      !(
        OTHER_CHANGES.some((name) => others[name] !== undefined) ||
        products_to_update.some((reference) => reference.attributes_to_set)
      ),
    { path: ['description_change'], error: 'A change of descriptions takes no other values.' },
  )
  .refine(
    ({ products_to_update, attributes_to_set, price_change, restore, fix, ...changes }) =>
      changes.tag_change !== undefined ||
      changes.stock_change !== undefined ||
      changes.description_change !== undefined ||
      attributes_to_set !== undefined ||
      price_change !== undefined ||
      restore !== undefined ||
      fix !== undefined ||
      products_to_update?.every((reference) => reference.attributes_to_set !== undefined),
    { path: ['attributes_to_set'], error: 'Choose at least one attribute to update.' },
  )
  .meta({
    id: 'BulkUpdatePreview',
    oneOf: [sent('products_to_update'), sent('search')],
    anyOf: [
      sent('attributes_to_set'),
      sent('price_change'),
      sent('tag_change'),
      sent('stock_change'),
      sent('description_change'),
      sent('restore'),
      sent('fix'),
      { ...sent('products_to_update'), ...eachWithValues },
    ],
    not: {
      anyOf: [
        sent('attributes_to_set', 'price_change'),
        sent('attributes_to_set', 'restore'),
        sent('price_change', 'restore'),
        sent('tag_change', 'attributes_to_set'),
        sent('tag_change', 'price_change'),
        sent('tag_change', 'restore'),
        sent('tag_change', 'fix'),
        sent('stock_change', 'attributes_to_set'),
        sent('stock_change', 'price_change'),
        sent('stock_change', 'tag_change'),
        sent('stock_change', 'restore'),
        sent('stock_change', 'fix'),
        ...OTHER_CHANGES.map((name) => sent('description_change', name)),
        sent('fix', 'attributes_to_set'),
        sent('fix', 'price_change'),
        sent('fix', 'restore'),
        sent('fix', 'products_to_update'),
      ],
    },
  });
export type BulkUpdatePreview = z.infer<typeof BulkUpdatePreview>;
