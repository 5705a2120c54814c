import { z } from 'zod';
import { limitQuery, QueryBoolean, queryFilter, StoreId, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { LISTED_ATTRIBUTES, MONEY_ATTRIBUTES } from '../attributes/attributes.ts';
import { FILE_FORMATS } from '../catalogue/file-constants.ts';
import { StoreIdsQuery, searched } from '../catalogue/products/products.ts';
import { BulkUpdateBatch } from '../edits/bulk-update-batches.ts';
import { After, ArticleConflict, ArticleKey, MatchingProgress } from './articles.ts';
import {
  ARTICLE_CONFLICTS,
  ARTICLE_KEYS_MAX,
  COMPARE_MAX_PAGE_SIZE,
  COMPARE_PAGE_SIZE,
  COMPARED_ATTRIBUTES,
  DEFAULT_COMPARED_ATTRIBUTES,
} from './compared.ts';

const ComparedAttribute = z.enum(COMPARED_ATTRIBUTES, {
  error: `Choose from: ${COMPARED_ATTRIBUTES.join(', ')}.`,
});

/** A comma-separated list in a query string, or a list in a body; without duplicates. */
const TextList = z
  .union([z.string().describe('Separated by commas'), z.array(z.string())])
  .transform((value) => {
    const parts = (typeof value === 'string' ? value.split(',') : value).map((part) => part.trim());
    return [...new Set(parts.filter((part) => part !== ''))];
  });
const AttributeList = TextList.pipe(z.array(z.string()).pipe(z.array(ComparedAttribute)));

const compared = {
  store_ids: StoreIdsQuery.optional().describe(
    'The stores to compare, separated by commas. Default: every store that takes part in matching and was synced',
  ),
  attributes: AttributeList.default([...DEFAULT_COMPARED_ATTRIBUTES]).describe(
    `What is compared: any of ${COMPARED_ATTRIBUTES.join(', ')}`,
  ),
};

/** Which articles, for `GET /compare` and its exports. */
export const CompareFilter = z.object({
  ...compared,
  query: searched.query
    .default('')
    .describe('Search words; finds articles with a matching product in these stores'),
  type: searched.type,
  filter: searched.filter.describe('The filter of a product search, for a product in one of these stores'),
  differs_in: AttributeList.optional().describe('Articles that differ in any of these attributes'),
  missing_in: StoreIdsQuery.optional().describe('Articles that any of these stores lacks and another has'),
  only_in: queryFilter(StoreId).describe('Articles found in this store only'),
  shared: queryFilter(QueryBoolean).describe('`true`: articles found in at least two of these stores'),
  apart: queryFilter(z.coerce.number().min(0).max(1_000_000)).describe(
    'Articles whose highest amount exceeds the lowest in the same currency by more than this percentage',
  ),
  apart_in: queryFilter(z.enum(MONEY_ATTRIBUTES)).describe('The amount `apart` refers to. Default: price'),
  conflict: queryFilter(z.enum([...ARTICLE_CONFLICTS, 'any'])).describe('Doubtful articles'),
  deviating: TextList.pipe(z.array(z.string().max(36)))
    .optional()
    .describe('Articles that violate one of these rules, by id; `any` for all rules'),
});
export type CompareFilter = z.infer<typeof CompareFilter>;

export const CompareQuery = CompareFilter.extend({
  after: After,
  limit: limitQuery({ defaultLimit: COMPARE_PAGE_SIZE, maxLimit: COMPARE_MAX_PAGE_SIZE }),
});
export type CompareQuery = z.infer<typeof CompareQuery>;

/** A value that deviates from a rule. */
export const Deviation = model('Deviation', {
  rule_id: Uuid,
  attribute: z.enum(LISTED_ATTRIBUTES),
  expected: z.string().nullable(),
});
export type Deviation = z.infer<typeof Deviation>;

/** A store's values of an article. */
export const CompareCell = model('CompareCell', {
  store_id: Uuid,
  variant_id: Uuid,
  product_id: Uuid,
  product_title: z.string(),
  variant_title: z.string(),
  values: z.partialRecord(ComparedAttribute, z.string().nullable()).describe('Only the requested attributes'),
  deviations: z.array(Deviation),
});
export type CompareCell = z.infer<typeof CompareCell>;

export const CompareRow = model('CompareRow', {
  key: ArticleKey,
  code: z.string().nullable().describe('Its SKU, or else its barcode, as spelled in the first store'),
  title: z.string().describe('Product title in the first store'),
  differs: z
    .array(ComparedAttribute)
    .describe('Only the requested attributes. Amounts in different currencies are not compared'),
  apart: z
    .partialRecord(z.enum(MONEY_ATTRIBUTES), z.number())
    .describe('Percentage by which the highest exceeds the lowest, where they differ'),
  missing_in: z.array(Uuid).describe('Requested stores that lack it'),
  conflicts: z.array(ArticleConflict),
  cells: z.array(CompareCell).describe('Several per store if it has the article more than once'),
});
export type CompareRow = z.infer<typeof CompareRow>;

const CompareStore = model('CompareStore', {
  id: Uuid,
  name: z.string(),
  currency: z.string(),
  store_type: z.string(),
});

export const Comparison = model('Comparison', {
  stores: z.array(CompareStore).describe('The compared stores, in column order'),
  rows: z.array(CompareRow).describe('Ordered by key'),
  next: z.string().nullable().describe('Pass as `after` for the next page; null at the end'),
});
export type Comparison = z.infer<typeof Comparison>;

const ofStore = (articles: string) =>
  z.array(z.object({ store_id: Uuid, articles: z.int().min(0) })).describe(articles);

/** Exact. Counts by kind ignore the filter on differences, so they can be its choices. */
export const CompareCounts = model('CompareCounts', {
  total: z.int().min(0).describe('Articles matching the whole filter'),
  articles: z.int().min(0).describe('Restricted to these stores'),
  in_all: z.int().min(0).describe('Articles in every one of these stores'),
  differing: z.int().min(0).describe('In any of the requested attributes'),
  differs: z.partialRecord(ComparedAttribute, z.int().min(0)),
  missing: ofStore('Articles each store lacks and another store has'),
  only: ofStore('Articles in no other of these stores'),
  doubtful: z.int().min(0).describe('With any conflict'),
  conflicts: z.record(ArticleConflict, z.int().min(0)),
  deviations: z
    .array(z.object({ rule_id: Uuid, variants: z.int().min(0) }))
    .describe('Deviating variants for each active rule'),
  progress: MatchingProgress.nullable().describe('Set while variants are rematched: counts still change'),
});
export type CompareCounts = z.infer<typeof CompareCounts>;

/** Which deviations to correct: those of all articles matching the filter, or of these. */
export const CorrectionPlan = CompareFilter.extend({
  keys: z.array(ArticleKey).max(ARTICLE_KEYS_MAX).optional().describe('Only these articles'),
  correct_in: z.array(Uuid).max(1_000).optional().describe('Only in these stores'),
  rule_ids: z.array(Uuid).max(100).optional().describe('Only these rules'),
}).meta({ id: 'CorrectionPlan' });
export type CorrectionPlan = z.infer<typeof CorrectionPlan>;

export const compareRoutes = {
  list: defineRoute('compare.list', {
    summary: 'Articles side by side in several stores',
    description: 'Ordered by key; page with `after`.',
    query: CompareQuery,
    response: Comparison,
  }),
  counts: defineRoute('compare.counts', {
    summary: 'Count articles by kind of difference',
    query: CompareFilter,
    response: CompareCounts,
  }),
  export: defineRoute('compare.export', {
    summary: 'Export all matching articles, with a column for each store and attribute',
    description:
      'Separate columns name what differs, is missing or violates a rule; in Excel these cells are highlighted.',
    query: CompareFilter.extend({
      format: z
        .enum(FILE_FORMATS, { error: `format must be one of: ${FILE_FORMATS.join(', ')}.` })
        .default('csv'),
    }),
    response: z.string(),
    contentType: '*/*',
  }),
  plan: defineRoute('compare.plan', {
    summary: 'Plan an update that corrects deviations from the rules; writes nothing',
    description:
      'Use the same calls as for any other preview to apply it, leave rows out, send it to the inbox or undo it.',
    body: CorrectionPlan,
    response: BulkUpdateBatch,
    status: 201,
  }),
};
