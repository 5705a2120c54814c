import { z } from 'zod';
import {
  DecimalString,
  limitQuery,
  MoneyInput,
  OffsetQuery,
  queryFilter,
  requiredText,
  Tags,
  Timestamp,
  Uuid,
} from '../api/common.ts';
import { EditableAttribute, MetafieldName } from '../attributes/attribute-name.ts';
import { METAFIELD_MAX_LENGTH } from '../attributes/metafields.ts';
import { plainChanges } from '../attributes/plain-values.ts';
import { MAX_QUANTITY } from '../attributes/stock.ts';
import { Restore } from '../catalogue/as-of.ts';
import { VARIANT_FIX_NAMES } from '../catalogue/health/variant-fixes.ts';
import { searched, withSearch } from '../catalogue/products.ts';
import {
  BULK_UPDATE_ITEM_STATUSES,
  BULK_UPDATE_ITEMS_MAX_PAGE_SIZE,
  BULK_UPDATE_ITEMS_PAGE_SIZE,
  BULK_UPDATE_MAX_ITEMS,
  BULK_UPDATE_MAX_PRODUCTS,
  BULK_UPDATE_ORIGINS,
  BULK_UPDATE_STATUSES,
  BULK_UPDATE_WARNINGS,
  EDITABLE_ATTRIBUTES,
  MONEY_ATTRIBUTES,
  NOTE_MAX_LENGTH,
  PLAN_DECISIONS,
  PRICE_ROUNDINGS,
  PRODUCT_STATUSES,
} from '../constants.ts';
import { Person } from '../people/person.ts';
import { sent } from './conditions.ts';
import { BrokenGuardRail, GuardRailFinding, Override, OverrideReason } from './guard-rails.ts';
import { PlanSchedule } from './plan-schedule.ts';

export { EditableAttribute };

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
      metafields: z
        .record(MetafieldName, z.string().max(METAFIELD_MAX_LENGTH).nullable())
        .optional()
        .describe('By their names, such as product.metafields.custom.material; null for none'),
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

export const ProductReference = z
  .object({
    store_id: Uuid,
    id: Uuid,
    shopify_id: z.string().optional(),
    selectedVariant: z
      .object({ id: Uuid, shopify_id: z.string().optional() })
      .nullable()
      .optional()
      .describe('Default: every variant of the product'),
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
  })
  .meta({ id: 'ProductReference' });
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
    attribute: z.enum(MONEY_ATTRIBUTES).describe('Attribute to set'),
    base: z.enum(MONEY_ATTRIBUTES).optional().describe('Source attribute. Default: the attribute itself'),
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
    rounding: z.enum(PRICE_ROUNDINGS).default('none'),
  })
  .meta({ id: 'PriceChange' });
export type PriceChange = z.infer<typeof PriceChange>;

/** Tags to add to each product's, or to remove from them; case does not matter. */
export const TagChange = z
  .object({
    operation: z.enum(['add', 'remove'], { error: 'operation must be add or remove.' }),
    tags: Tags.refine((tags) => tags.length > 0, { error: 'Enter at least one tag.' }),
  })
  .meta({ id: 'TagChange' });
export type TagChange = z.infer<typeof TagChange>;

/** A change of the stock at a location, relative to each variant's current quantity. */
export const StockChange = z
  .object({
    location: z.string().min(1).max(255).describe('Its name'),
    operation: z.enum(['increase', 'decrease'], { error: 'operation must be increase or decrease.' }),
    value: z
      .int({ error: 'Enter a whole number, such as 5.' })
      .min(1, { error: 'Enter a whole number of at least 1.' })
      .max(MAX_QUANTITY, wholeQuantity),
  })
  .meta({ id: 'StockChange' });
export type StockChange = z.infer<typeof StockChange>;

/** All matches of a search, on all pages: every variant shown, or every product. */
export const SearchSelection = withSearch({
  ...searched,
  excluded_variant_ids: z.array(Uuid).max(BULK_UPDATE_MAX_PRODUCTS).default([]),
}).meta({ id: 'SearchSelection' });
export type SearchSelection = z.infer<typeof SearchSelection>;

/** What to change, and how: one of the first two, and one of the others (or values with each product). */
export const BulkUpdatePreview = z
  .object({
    products_to_update: productsToUpdate.optional(),
    search: SearchSelection.optional(),
    attributes_to_set: AttributeChanges.optional(),
    price_change: PriceChange.optional(),
    tag_change: TagChange.optional(),
    stock_change: StockChange.optional(),
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
    ({ products_to_update, attributes_to_set, price_change, tag_change, stock_change, restore, fix }) =>
      attributes_to_set !== undefined ||
      price_change !== undefined ||
      tag_change !== undefined ||
      stock_change !== undefined ||
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
        sent('fix', 'attributes_to_set'),
        sent('fix', 'price_change'),
        sent('fix', 'restore'),
        sent('fix', 'products_to_update'),
      ],
    },
  });
export type BulkUpdatePreview = z.infer<typeof BulkUpdatePreview>;

/** Why a product or variant kept its value; for a conflict, also its current value. */
export const BulkUpdateError = z
  .object({
    error: z.string().describe('A sentence that names the product and the variant'),
    store_id: Uuid.nullable(),
    product_id: Uuid.nullable(),
    variant_id: Uuid.nullable(),
    attribute: EditableAttribute.nullable(),
    conflict: z.object({ based_on: z.string().nullable(), current: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'BulkUpdateError' });
export type BulkUpdateError = z.infer<typeof BulkUpdateError>;

/** `succeeded`, `failed` and `unchanged` count variants, or products for product attributes. */
export const BulkUpdateResult = z
  .object({
    success: z.boolean().describe('True if nothing failed'),
    succeeded: z.int().min(0),
    failed: z.int().min(0),
    unchanged: z.int().min(0).describe('Rows that already had the value: nothing was written'),
    errors: z.array(BulkUpdateError),
    batch_id: Uuid,
  })
  .meta({ id: 'BulkUpdateResult' });
export type BulkUpdateResult = z.infer<typeof BulkUpdateResult>;

/** The answer to `Prefer: respond-async`: the update continues; poll its progress by this id. */
export const BulkUpdateAccepted = z.object({ batch_id: Uuid }).meta({ id: 'BulkUpdateAccepted' });
export type BulkUpdateAccepted = z.infer<typeof BulkUpdateAccepted>;

/** The sum of an amount over a store's changed variants, in the store's currency. */
export const AmountSummary = z
  .object({
    attribute: z.enum(MONEY_ATTRIBUTES),
    before: DecimalString,
    after: DecimalString,
    largest_rise_percent: z.number().nullable(),
    largest_fall_percent: z.number().nullable(),
  })
  .meta({ id: 'AmountSummary' });
export type AmountSummary = z.infer<typeof AmountSummary>;

/**
 * What a running store batch is waiting for: `products` of other updates, its `store`, or a free `worker`.
 */
export const BulkUpdateWait = z
  .object({
    for: z.enum(['products', 'store', 'worker']),
    message: z.string().describe('A sentence to show to people, with an estimate if there is one'),
    until: Timestamp.nullable().describe('Time of the next attempt, if known'),
    batch_ids: z.array(Uuid).describe('The updates writing to these products'),
    seconds_left: z.int().min(0).nullable().describe('Estimate; null if unknown'),
  })
  .meta({ id: 'BulkUpdateWait' });
export type BulkUpdateWait = z.infer<typeof BulkUpdateWait>;

/** One store's part of a bulk update; stores run in parallel. */
export const BulkUpdateStore = z
  .object({
    store_id: Uuid,
    store_name: z.string(),
    store_currency: z.string(),
    status: z.enum(['planned', 'in_progress', 'done']),
    total: z.int().min(0),
    succeeded: z.int().min(0),
    failed: z.int().min(0),
    unchanged: z.int().min(0),
    cancelled: z.int().min(0),
    left_out: z.int().min(0).describe('For a preview: excluded rows'),
    waiting_until: Timestamp.nullable().describe('Set while the store throttles requests'),
    waiting: BulkUpdateWait.nullable(),
    seconds_left: z
      .int()
      .min(0)
      .nullable()
      .describe('Estimate, also for a preview as if it were applied now; null if unknown or done'),
    amounts: z.array(AmountSummary).describe('Without excluded rows'),
  })
  .meta({ id: 'BulkUpdateStore' });
export type BulkUpdateStore = z.infer<typeof BulkUpdateStore>;

export const BulkUpdateWarning = z
  .object({
    code: z.enum(BULK_UPDATE_WARNINGS),
    count: z.int().min(1),
    message: z.string().describe('A sentence to show to people'),
  })
  .meta({ id: 'BulkUpdateWarning' });
export type BulkUpdateWarning = z.infer<typeof BulkUpdateWarning>;

/** The result of reading an imported file. */
export const CsvImportReport = z
  .object({
    file_name: z.string().nullable(),
    rows: z.int().min(0),
    matched: z.int().min(0),
    unmatched: z.int().min(0),
    ambiguous: z.int().min(0).describe('Rows that match several variants'),
    invalid: z.int().min(0),
    matched_by: z.array(z.string()).describe('The columns by which rows were matched'),
    applied_columns: z.array(z.string()),
    ignored_columns: z.array(z.string()),
    encoding: z.string().describe('For a text file; `Excel` for a spreadsheet'),
    delimiter: z.string().describe('For a text file; empty for a spreadsheet'),
    sheet: z.string().optional().describe('For a spreadsheet: the worksheet that was read'),
  })
  .meta({ id: 'CsvImportReport' });
export type CsvImportReport = z.infer<typeof CsvImportReport>;

/** The decision on a submitted plan; applying it approves it. */
export const Submission = z
  .object({
    submitted_at: Timestamp,
    decision: z.enum(PLAN_DECISIONS).nullable().describe('Null while waiting'),
    decided_at: Timestamp.nullable(),
    decided_by: Person.nullable(),
    reason: z.string().nullable().describe('Reason for a rejection'),
  })
  .meta({ id: 'Submission' });

/**
 * A bulk update from preview (`planned`) to result. `total` = `succeeded` + `failed` + `unchanged` +
 * `cancelled` + open items; conflicts and refusals count as failed.
 */
export const BulkUpdateBatch = z
  .object({
    batch_id: Uuid,
    status: z.enum(BULK_UPDATE_STATUSES),
    origin: z.enum(BULK_UPDATE_ORIGINS),
    undoes_batch_id: Uuid.nullable(),
    title: z.string().describe('What it changes and how much, in words'),
    note: z.string().nullable().describe('Written by its author'),
    attributes: z.array(EditableAttribute),
    requested_by: Person.nullable(),
    progress: z.number().min(0).max(100).describe('Percent'),
    total: z.int().min(0),
    succeeded: z.int().min(0),
    failed: z.int().min(0),
    unchanged: z.int().min(0),
    cancelled: z.int().min(0),
    left_out: z.int().min(0).describe('For a preview: excluded rows'),
    cancelling: z.boolean().describe('True from the cancel request until writes in flight have ended'),
    errors: z.array(BulkUpdateError).describe('The first 100; list the items for the rest'),
    stores: z.array(BulkUpdateStore),
    warnings: z.array(BulkUpdateWarning).describe('Without excluded rows'),
    guard_rails: z.array(GuardRailFinding).describe('Guard rails it breaks, or broke when it was applied'),
    override: Override.nullable(),
    submission: Submission.nullable().describe('For a plan that is, or was, waiting for a decision'),
    schedule: PlanSchedule.nullable(),
    import_report: CsvImportReport.nullable(),
    items_removed_at: Timestamp.nullable().describe('When its rows were pruned; its totals stay'),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    completed_at: Timestamp.nullable(),
    expires_at: Timestamp.nullable().describe('When an unapplied preview expires'),
  })
  .meta({ id: 'BulkUpdateBatch' });
export type BulkUpdateBatch = z.infer<typeof BulkUpdateBatch>;

/** One variant of a bulk update (or one product, for product attributes; or an unmatched row of a file). */
export const BulkUpdateItem = z
  .object({
    id: Uuid,
    status: z.enum(BULK_UPDATE_ITEM_STATUSES),
    store_id: Uuid.nullable(),
    store_name: z.string().nullable(),
    store_currency: z.string().nullable(),
    product_id: Uuid.nullable(),
    product_title: z.string().nullable(),
    variant_id: Uuid.nullable(),
    variant_title: z.string().nullable(),
    sku: z.string().nullable(),
    row_number: z.int().min(1).nullable().describe('In the imported file; the header is row 1'),
    changes: z.array(
      z.object({
        attribute: EditableAttribute,
        old_value: z.string().nullable(),
        new_value: z.string().nullable(),
        current_value: z.string().nullable().optional().describe('For a conflict: the value at the source'),
      }),
    ),
    margin: z
      .string()
      .nullable()
      .optional()
      .describe('For a planned price or cost: the resulting margin in percent'),
    warnings: z.array(z.enum(BULK_UPDATE_WARNINGS)),
    guard_rails: z.array(BrokenGuardRail),
    error: z.string().nullable(),
    left_out: z.boolean(),
  })
  .meta({ id: 'BulkUpdateItem' });
export type BulkUpdateItem = z.infer<typeof BulkUpdateItem>;

export const BulkUpdateItemList = z
  .object({ items: z.array(BulkUpdateItem), total: z.int().min(0) })
  .meta({ id: 'BulkUpdateItemList' });
export type BulkUpdateItemList = z.infer<typeof BulkUpdateItemList>;

/** `changes`: planned or written items; `problems`: failures, conflicts and unmatched rows. */
const ItemsShown = queryFilter(
  z.enum(['changes', 'problems', 'warnings', 'unchanged', 'left_out'], {
    error: 'show must be changes, problems, warnings, unchanged or left_out.',
  }),
);

/** Which items, and in which order; the default is the plan's. */
export const BulkUpdateItemsFilter = z.object({
  show: ItemsShown,
  q: queryFilter(z.string().max(200)).describe('In title, variant, SKU or barcode'),
  store_id: queryFilter(Uuid),
  attribute: queryFilter(EditableAttribute).describe(
    'Rows that change this attribute; `moves`, `by_at_least` and sorting by value also refer to it. Default for these: the first amount',
  ),
  warning: queryFilter(z.enum(BULK_UPDATE_WARNINGS)),
  moves: queryFilter(z.enum(['up', 'down'])),
  by_at_least: queryFilter(z.coerce.number().min(0).max(1_000_000)).describe(
    'Percent of the old amount, in either direction',
  ),
  sort: queryFilter(z.enum(['name', 'store', 'sku', 'before', 'after', 'change', 'margin'])),
  direction: queryFilter(z.enum(['asc', 'desc'])),
});
export type BulkUpdateItemsFilter = z.infer<typeof BulkUpdateItemsFilter>;

export const BulkUpdateItemsQuery = BulkUpdateItemsFilter.extend({
  limit: limitQuery({
    defaultLimit: BULK_UPDATE_ITEMS_PAGE_SIZE,
    maxLimit: BULK_UPDATE_ITEMS_MAX_PAGE_SIZE,
  }),
  offset: OffsetQuery,
});
export type BulkUpdateItemsQuery = z.infer<typeof BulkUpdateItemsQuery>;

export const BulkUpdateBatchList = z
  .object({ bulk_updates: z.array(BulkUpdateBatch), total: z.int().min(0) })
  .meta({ id: 'BulkUpdateBatchList' });
export type BulkUpdateBatchList = z.infer<typeof BulkUpdateBatchList>;

export const ApplyBulkUpdate = z
  .object({
    excluded_item_ids: z
      .array(Uuid)
      .max(BULK_UPDATE_MAX_ITEMS)
      .default([])
      .describe('Additional rows to exclude'),
    expected_items: z
      .int()
      .min(0)
      .optional()
      .describe('Expected number of rows to write; refused if rows were left out or included meanwhile'),
    submitted_at: Timestamp.nullish().describe(
      '`submitted_at` of the plan as reviewed; refused if it was withdrawn and submitted again since',
    ),
    override_reason: OverrideReason,
  })
  .meta({ id: 'ApplyBulkUpdate' });
export type ApplyBulkUpdate = z.infer<typeof ApplyBulkUpdate>;

export const BulkUpdateNote = z
  .object({
    note: z
      .string()
      .trim()
      .max(NOTE_MAX_LENGTH, { error: `A note has at most ${NOTE_MAX_LENGTH} characters.` })
      .nullable()
      .transform((note) => note || null),
  })
  .meta({ id: 'BulkUpdateNote' });

/** Leaves rows of a preview out, or includes them again: some, or all that match a filter. */
export const LeaveOut = z
  .object({
    left_out: z.boolean(),
    item_ids: z.array(Uuid).max(BULK_UPDATE_ITEMS_MAX_PAGE_SIZE).optional(),
    filter: BulkUpdateItemsFilter.omit({ sort: true, direction: true }).optional(),
  })
  .refine(({ item_ids, filter }) => (item_ids === undefined) !== (filter === undefined), {
    error: 'Name either the rows or a filter.',
  })
  .meta({ id: 'LeaveOut' });
export type LeaveOut = z.infer<typeof LeaveOut>;

/** What can be edited in a store's products, and why the rest cannot. */
export const StoreEditing = z
  .object({
    read_only_because: z
      .string()
      .nullable()
      .describe('Why nothing can be changed, as a sentence; null if something can'),
    locked: z
      .partialRecord(EditableAttribute, z.string())
      .describe('Attributes that cannot be changed, with the reason for each'),
  })
  .meta({ id: 'StoreEditing' });
export type StoreEditing = z.infer<typeof StoreEditing>;
