import { z } from 'zod';
import { limitQuery, queryFilter, requiredText, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { SEARCH_QUERY_MAX_LENGTH } from '../catalogue/catalogue-constants.ts';
import {
  ARTICLE_CONFLICTS,
  COMPARE_MAX_PAGE_SIZE,
  COMPARE_PAGE_SIZE,
  LINKED_VARIANTS_MAX,
  MATCHING_MODES,
} from './compared.ts';

export const ArticleKey = z
  .string()
  .min(1)
  .max(500)
  .describe('Key of an article, such as `s:shirt-1`, from another response');

export const ArticleConflict = z
  .enum(ARTICLE_CONFLICTS)
  .describe(
    '`twice_in_store`: a store has it more than once; `several_barcodes`, `several_skus`: its variants differ; ' +
      '`shared_barcode`: another article has the same barcode',
  );

export const After = z.string().max(1_000).optional().describe('`next` of the previous page');
const Next = z.string().nullable().describe('Pass as `after` for the next page; null at the end');

export const ArticleVariant = model('ArticleVariant', {
  variant_id: Uuid,
  product_id: Uuid,
  store_id: Uuid,
  product_title: z.string(),
  variant_title: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  by_hand: z.boolean().describe('Whether it was linked or taken out manually'),
});
export type ArticleVariant = z.infer<typeof ArticleVariant>;

/** Variants that are the same thing. */
export const Article = model('Article', {
  key: ArticleKey,
  conflicts: z.array(ArticleConflict),
  variants: z.array(ArticleVariant).describe('By store; at most 200'),
});
export type Article = z.infer<typeof Article>;

export const ArticlesQuery = z.object({
  query: queryFilter(z.string().trim().max(SEARCH_QUERY_MAX_LENGTH)).describe(
    'Articles whose SKU or barcode starts with this',
  ),
  conflict: queryFilter(z.enum([...ARTICLE_CONFLICTS, 'any'])).describe('Only doubtful ones'),
  variant_id: queryFilter(Uuid).describe('The article of this variant'),
  after: After,
  limit: limitQuery({ defaultLimit: COMPARE_PAGE_SIZE, maxLimit: COMPARE_MAX_PAGE_SIZE }),
});
export type ArticlesQuery = z.infer<typeof ArticlesQuery>;

export const ArticleList = model('ArticleList', { articles: z.array(Article), next: Next });
export type ArticleList = z.infer<typeof ArticleList>;

const affixes = z.array(z.string().trim().min(1, { error: 'Enter some characters.' }).max(50)).max(20);

/** What to ignore in a store's SKUs, or that the store does not take part. */
export const StoreMatching = z.object({
  store_id: Uuid,
  is_left_out: z.boolean(),
  ignored_prefixes: affixes.describe('Of SKUs; the longest that fits'),
  ignored_suffixes: affixes.describe('Of SKUs; the longest that fits'),
  ignores_case: z.boolean(),
  ignores_leading_zeros: z.boolean(),
});
export type StoreMatching = z.infer<typeof StoreMatching>;

/** Variants still to be rematched after a rule change. */
export const MatchingProgress = model('MatchingProgress', { done: z.int().min(0), total: z.int().min(0) });
export type MatchingProgress = z.infer<typeof MatchingProgress>;

export const Matching = model('Matching', {
  mode: z.enum(MATCHING_MODES),
  stores: z.array(StoreMatching).describe('Every store'),
  version: z.int().min(1),
  progress: MatchingProgress.nullable().describe('Null once everything is matched by these rules'),
  conflicts: z.record(ArticleConflict, z.int().min(0)).describe('Number of articles with each'),
});
export type Matching = z.infer<typeof Matching>;

export const MatchingInput = model('MatchingInput', {
  mode: z.enum(MATCHING_MODES, { error: 'Choose by what variants are matched.' }),
  stores: z.array(StoreMatching).max(1_000).default([]).describe('Stores not listed stay unchanged'),
  version: z.int().min(1).describe('Version last read; 409 if another one has been saved since'),
});
export type MatchingInput = z.infer<typeof MatchingInput>;

export const ArticleLink = model('ArticleLink', {
  variant_ids: z
    .array(Uuid, { error: 'Choose at least one variant.' })
    .min(1, { error: 'Choose at least one variant.' })
    .max(LINKED_VARIANTS_MAX),
  to: z
    .union([
      z.strictObject({ article: ArticleKey }).describe('They belong to this article'),
      z.strictObject({ own: z.literal(true) }).describe('They form one article of their own'),
      z.strictObject({ rules: z.literal(true) }).describe('Matched by the rules again'),
    ])
    .describe('Their article'),
});
export type ArticleLink = z.infer<typeof ArticleLink>;

export const LinkedArticle = model('LinkedArticle', {
  keys: z.array(requiredText('')).describe('The articles they now belong to'),
});
export type LinkedArticle = z.infer<typeof LinkedArticle>;

export const articleRoutes = {
  list: defineRoute('articles.list', {
    summary: 'Articles with their variants in all stores',
    query: ArticlesQuery,
    response: ArticleList,
  }),
  matching: defineRoute('articles.matching', {
    summary: 'How variants of different stores are matched',
    response: Matching,
  }),
  saveMatching: defineRoute('articles.saveMatching', {
    summary: 'Change how variants are matched',
    description: 'Variants are rematched in the background; see `progress`.',
    body: MatchingInput,
    response: Matching,
  }),
  link: defineRoute('articles.link', {
    summary: 'Assign variants to an article manually',
    description: 'Stays in effect whatever their SKUs and barcodes become, until it is removed.',
    body: ArticleLink,
    response: LinkedArticle,
  }),
};
