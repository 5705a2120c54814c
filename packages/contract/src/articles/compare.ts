import { z } from 'zod';
import { limitQuery, QueryBoolean, queryFilter, StoreId, Uuid } from '../api/common.ts';
import { defineRoute } from '../api/route.ts';
import { StoreIdsQuery, searched } from '../catalogue/products.ts';
import { FILE_FORMATS, MONEY_ATTRIBUTES } from '../constants.ts';
import { BulkUpdateBatch, EditableAttribute } from '../edits/bulk-updates.ts';
import { After, ArticleConflict, ArticleKey, MatchingProgress } from './articles.ts';
import {
  ARTICLE_CONFLICTS,
  ARTICLE_KEYS_MAX,
  COMPARE_MAX_PAGE_SIZE,
  COMPARE_PAGE_SIZE,
  COMPARED_ATTRIBUTES,
  DEFAULT_COMPARED_ATTRIBUTES,
} from './compared.ts';

export const ComparedAttribute = z.enum(COMPARED_ATTRIBUTES, {
  error: `Choose from: ${COMPARED_ATTRIBUTES.join(', ')}.`,
});

/** A comma list in a query string, or a list in a body; each item once. */
const TextList = z
  .union([z.string().describe('Separated by commas'), z.array(z.string())])
  .transform((value) => {
    const parts = (typeof value === 'string' ? value.split(',') : value).map((part) => part.trim());
    return [...new Set(parts.filter((part) => part !== ''))];
  });
const AttributeList = TextList.pipe(z.array(z.string()).pipe(z.array(ComparedAttribute)));

const compared = {
  store_ids: StoreIdsQuery.optional().describe(
    'The stores that are compared, separated by commas. Left out: every store that is not left out of matching',
  ),
  attributes: AttributeList.default([...DEFAULT_COMPARED_ATTRIBUTES]).describe(
    `What is compared: any of ${COMPARED_ATTRIBUTES.join(', ')}`,
  ),
};

/** Which articles, as `GET /compare` and a file of it take it. */
export const CompareFilter = z.object({
  ...compared,
  query: searched.query.default('').describe('Words; articles of which a product in these stores is found'),
  type: searched.type,
  filter: searched.filter.describe('The filter of a product search, for a product in one of these stores'),
  differs_in: AttributeList.optional().describe('Articles that differ in one of these'),
  missing_in: StoreIdsQuery.optional().describe(
    'Articles that one of these stores lacks, and another one has',
  ),
  only_in: queryFilter(StoreId).describe('Articles that this store alone has'),
  shared: queryFilter(QueryBoolean).describe('`true`: articles that at least two of these stores have'),
  apart: queryFilter(z.coerce.number().min(0).max(1_000_000)).describe(
    'Articles of which the highest amount is more than so many percent above the lowest one of the same currency',
  ),
  apart_in: queryFilter(z.enum(MONEY_ATTRIBUTES)).describe(
    'The amount that `apart` is about; else the price',
  ),
  conflict: queryFilter(z.enum([...ARTICLE_CONFLICTS, 'any'])).describe('Doubtful articles'),
  deviating: TextList.pipe(z.array(z.string().max(36)))
    .optional()
    .describe('Articles that deviate from one of these rules, by their ids; `any` for all rules'),
});
export type CompareFilter = z.infer<typeof CompareFilter>;

export const CompareQuery = CompareFilter.extend({
  after: After,
  limit: limitQuery({ defaultLimit: COMPARE_PAGE_SIZE, maxLimit: COMPARE_MAX_PAGE_SIZE }),
});
export type CompareQuery = z.infer<typeof CompareQuery>;

/** A value that is not what a rule says. */
export const Deviation = z
  .object({
    rule_id: Uuid,
    attribute: EditableAttribute,
    expected: z.string().nullable(),
  })
  .meta({ id: 'Deviation' });
export type Deviation = z.infer<typeof Deviation>;

/** What one store holds of an article. */
export const CompareCell = z
  .object({
    store_id: Uuid,
    variant_id: Uuid,
    product_id: Uuid,
    product_title: z.string(),
    variant_title: z.string(),
    values: z.partialRecord(ComparedAttribute, z.string().nullable()).describe('Of the attributes asked for'),
    deviations: z.array(Deviation),
  })
  .meta({ id: 'CompareCell' });
export type CompareCell = z.infer<typeof CompareCell>;

export const CompareRow = z
  .object({
    key: ArticleKey,
    code: z.string().nullable().describe('Its SKU, else its barcode, as the first store spells it'),
    title: z.string().describe('As the first store calls the product'),
    differs: z
      .array(ComparedAttribute)
      .describe('Of the attributes asked for. Amounts of different currencies are not compared'),
    apart: z
      .partialRecord(z.enum(MONEY_ATTRIBUTES), z.number())
      .describe('By how many percent the highest is above the lowest, where they differ'),
    missing_in: z.array(Uuid).describe('Stores asked for that lack it'),
    conflicts: z.array(ArticleConflict),
    cells: z.array(CompareCell).describe('Several of a store that has it more than once'),
  })
  .meta({ id: 'CompareRow' });
export type CompareRow = z.infer<typeof CompareRow>;

export const CompareStore = z
  .object({ id: Uuid, name: z.string(), currency: z.string(), store_type: z.string() })
  .meta({ id: 'CompareStore' });

export const Comparison = z
  .object({
    stores: z.array(CompareStore).describe('Those that are compared, in the order of columns'),
    rows: z.array(CompareRow).describe('In the order of their keys'),
    next: z.string().nullable().describe('What the next page is asked for with; null at the end'),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof Comparison>;

const ofStore = (articles: string) =>
  z.array(z.object({ store_id: Uuid, articles: z.int().min(0) })).describe(articles);

/** Exact. What is counted by kind leaves out what the filter says of differences, and so serves as its choices. */
export const CompareCounts = z
  .object({
    total: z.int().min(0).describe('Articles that the whole filter finds'),
    articles: z.int().min(0).describe('In these stores'),
    in_all: z.int().min(0).describe('That every one of these stores has'),
    differing: z.int().min(0).describe('In any of the attributes asked for'),
    differs: z.partialRecord(ComparedAttribute, z.int().min(0)),
    missing: ofStore('Articles that each store lacks, and another one has'),
    only: ofStore('Articles that no other of these stores has'),
    doubtful: z.int().min(0).describe('With any of the conflicts'),
    conflicts: z.record(ArticleConflict, z.int().min(0)),
    deviations: z
      .array(z.object({ rule_id: Uuid, variants: z.int().min(0) }))
      .describe('Variants that deviate from each rule that is in use'),
    progress: MatchingProgress.nullable().describe('While variants are matched anew: counts still move'),
  })
  .meta({ id: 'CompareCounts' });
export type CompareCounts = z.infer<typeof CompareCounts>;

/** Which deviations are to be corrected: those of all articles that the filter finds, or of these. */
export const CorrectionPlan = CompareFilter.extend({
  keys: z.array(ArticleKey).max(ARTICLE_KEYS_MAX).optional().describe('Only these articles'),
  correct_in: z.array(Uuid).max(1_000).optional().describe('Only in these stores'),
  rule_ids: z.array(Uuid).max(100).optional().describe('Only by these rules'),
}).meta({ id: 'CorrectionPlan' });
export type CorrectionPlan = z.infer<typeof CorrectionPlan>;

export const compareRoutes = {
  list: defineRoute('compare.list', {
    summary: 'Articles side by side in several stores',
    description: 'In the order of their keys, page by page with `after`.',
    query: CompareQuery,
    response: Comparison,
  }),
  counts: defineRoute('compare.counts', {
    summary: 'How many articles differ, in what, and which stores lack some',
    query: CompareFilter,
    response: CompareCounts,
  }),
  export: defineRoute('compare.export', {
    summary: 'All articles that the filter finds as a file, with a column for each store and attribute',
    description:
      'What differs, is missing or deviates from a rule is named in columns of its own; Excel lights it as well.',
    query: CompareFilter.extend({
      format: z
        .enum(FILE_FORMATS, { error: `format must be one of: ${FILE_FORMATS.join(', ')}.` })
        .default('csv'),
    }),
    response: z.string(),
    contentType: '*/*',
  }),
  plan: defineRoute('compare.plan', {
    summary: 'Plan an update that removes deviations from the rules, without writing anything',
    description:
      'A preview like any other: applied, left out of, sent to the inbox and undone by the same calls.',
    body: CorrectionPlan,
    response: BulkUpdateBatch,
    status: 201,
  }),
};
