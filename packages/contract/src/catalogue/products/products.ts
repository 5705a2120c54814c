import { z } from 'zod';
import {
  DecimalString,
  limitQuery,
  Money,
  OffsetQuery,
  PaginationInfo,
  queryInteger,
  SortDirection,
  StoreId,
  Timestamp,
  Uuid,
} from '../../api/common.ts';
import { model } from '../../api/model.ts';
import { MetafieldName } from '../../attributes/attribute-name.ts';
import {
  BULK_UPDATE_MAX_PRODUCTS,
  PAGINATION_TEST_DEFAULT_PAGES,
  PAGINATION_TEST_MAX_PAGES,
  PAGINATION_TEST_MIN_PAGES,
  STORE_TYPES,
} from '../../constants.ts';
import { Metafield } from '../../stores/metafields.ts';
import { plainAnswers } from '../../values/plain-values.ts';
import { AsOf, Past, PastMoment, SearchAsOf } from '../as-of.ts';
import {
  DEFAULT_SEARCH_TYPE,
  EMPTY_STORE_IDS,
  FACET_MAX_VALUES,
  FACET_VALUES,
  PRODUCT_PAGE_SIZE,
  PRODUCT_SORT_FIELDS,
  SEARCH_DEFAULT_PAGE_SIZE,
  SEARCH_ELSEWHERE_COUNTED,
  SEARCH_MAX_LIMIT,
  SEARCH_QUERY_MAX_LENGTH,
  SEARCH_TYPES,
} from '../catalogue-constants.ts';
import { PRODUCT_FILE_COLUMNS, PRODUCT_FILE_LAYOUTS } from '../file-constants.ts';
import { ATTRIBUTE_FLAGS, countOfFlag, type FlagCount, NAME_FIELDS } from '../filter/filter-fields.ts';
import { FilterParameter } from '../filter/filter-parameter.ts';
import { isEmptyFilter, type ProductFilter } from '../filter/product-filter.ts';

const Metafields = z
  .record(z.string(), z.string().nullable())
  .optional()
  .describe('As last read from the store, by namespace.key; null for none. Left out where none was read');

export const Variant = model('Variant', {
  id: Uuid,
  shopify_id: z.string().describe('The id at the source'),
  title: z.string(),
  barcode: z.string().nullable(),
  sku: z.string().nullable(),
  price: Money.nullable(),
  cost: Money.nullable(),
  compare_at_price: Money.nullable(),
  inventory_quantity: z.int().nullable(),
  weight: DecimalString.nullable(),
  weight_unit: z.string().nullable(),
  ...plainAnswers.variant,
  metafields: Metafields,
  list_prices: z
    .record(z.string(), Money.nullable())
    .optional()
    .describe(
      'Fixed prices on price lists, such as list_price.Europe, as last read; null for none. Left out where none was read',
    ),
  past: Past.optional().describe('For values as of a moment'),
});
export type Variant = z.infer<typeof Variant>;

export const ProductImage = model('ProductImage', {
  id: z.string().describe('At the source'),
  type: z.enum(['image', 'video', 'model', 'other']),
  alt: z.string().describe('Empty if there is none'),
  url: z.string().nullable().describe('Of the image, or of what stands for a video or model'),
  width: z.int().nullable().describe('Of its original, in pixels'),
  height: z.int().nullable(),
});
export type ProductImage = z.infer<typeof ProductImage>;

export const Product = model('Product', {
  id: Uuid,
  shopify_id: z.string().describe('The id at the source, such as gid://shopify/Product/1'),
  shopify_product_id: z.string().describe('The last part of shopify_id, such as 1'),
  store_id: Uuid,
  store_name: z.string(),
  title: z.string(),
  handle: z.string().nullable(),
  vendor: z.string().nullable(),
  product_type: z.string().nullable(),
  status: z.string().nullable(),
  tags: z.array(z.string()),
  ...plainAnswers.product,
  metafields: Metafields,
  image_url: z
    .string()
    .optional()
    .describe('Of the first image, or of what stands for a video or model; left out where there is none'),
  media: z
    .object({
      count: z.int().min(0).describe('Images, videos and models'),
      alt: z.string().nullable().describe('The alt text of the first'),
      width: z.int().nullable().describe('Of its original, in pixels'),
      height: z.int().nullable(),
    })
    .optional()
    .describe('Left out of a search, and where the source was not asked or has none of that'),
  image_order: z
    .string()
    .nullable()
    .optional()
    .describe(
      'The ids of all images, videos and models in order, with blanks between. Excluded from the search',
    ),
  image_alts: z
    .string()
    .nullable()
    .optional()
    .describe('Alt texts as a JSON object by id. Excluded from the search'),
  images: z
    .array(ProductImage)
    .optional()
    .describe('All of them in order; left out of the search, and where they are not read from the source'),
  description: z
    .string()
    .nullable()
    .optional()
    .describe('HTML. Null if not read from the source; empty if there is none. Excluded from the search'),
  updated_at: Timestamp.describe('When it last changed in the catalogue'),
  past: Past.optional().describe('For values as of a moment'),
  variants: z.array(Variant),
});
export type Product = z.infer<typeof Product>;

/** One product, with what is needed to edit it. */
export const ProductDetail = Product.extend({
  store_type: z.enum(STORE_TYPES),
  store_currency: z.string().describe('The currency its money is in'),
  metafield_definitions: z
    .array(Metafield)
    .optional()
    .describe('Of the metafields that are read from its store; omitted if none is'),
  as_of: AsOf.optional().describe('If requested as of a moment'),
}).meta({ id: 'ProductDetail' });
export type ProductDetail = z.infer<typeof ProductDetail>;

export const StoreProductsQuery = z.object({
  limit: limitQuery({ defaultLimit: PRODUCT_PAGE_SIZE, maxLimit: PRODUCT_PAGE_SIZE }),
  page_info: z.string().max(1_000).optional().describe('A cursor from the pagination of another page'),
  as_of: PastMoment.optional().describe(
    'Return the values as they were then. The products are the current ones: those removed since are not listed',
  ),
});
export type StoreProductsQuery = z.infer<typeof StoreProductsQuery>;

export const ProductList = model('ProductList', {
  products: z.array(Product),
  pagination: PaginationInfo,
  as_of: AsOf.optional().describe('If requested as of a moment'),
});
export type ProductList = z.infer<typeof ProductList>;

/** Comma-separated store ids, or the word for an empty list. */
export const StoreIdsQuery = z
  .union([
    z.string().describe('Store ids, separated by commas'),
    z.array(z.string().meta({ format: 'uuid' })),
  ])
  .transform((value) => {
    const ids = (typeof value === 'string' ? value.split(',') : value).map((id) => id.trim());
    return [...new Set(ids.filter((id) => id !== '' && id !== EMPTY_STORE_IDS))];
  })
  .pipe(z.array(z.uuid({ error: 'store_ids must be a comma-separated list of store ids.' })));

/** A search: words or a filter, and stores. */
export const searched = {
  query: z
    .string({ error: 'Enter a search term.' })
    .trim()
    .max(SEARCH_QUERY_MAX_LENGTH, { error: `Search for at most ${SEARCH_QUERY_MAX_LENGTH} characters.` })
    .describe('May be empty if there is a filter'),
  filter: FilterParameter.optional(),
  type: z.enum(SEARCH_TYPES, { error: 'type must be name, sku or barcode.' }).default(DEFAULT_SEARCH_TYPE),
  store_ids: StoreIdsQuery.optional().describe(
    `Separated by commas; ${EMPTY_STORE_IDS} for an empty list, which finds nothing. Default: every store.`,
  ),
};

const searchedAndSorted = {
  ...searched,
  store_id: Uuid.optional(),
  sort_by: z
    .enum(PRODUCT_SORT_FIELDS, { error: `sort_by must be one of: ${PRODUCT_SORT_FIELDS.join(', ')}.` })
    .optional()
    .describe(
      'Default: exact and prefix matches first (titles only, if there are more than `total`). Amounts are sorted by currency, then by value',
    ),
  sort_direction: SortDirection.default('asc'),
};

/** Requires words or a filter. */
export function withSearch<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).refine(
    (search) => {
      const { query, filter } = search as { query?: string; filter?: ProductFilter };
      return Boolean(query) || (filter !== undefined && !isEmptyFilter(filter));
    },
    { path: ['query'], error: 'Enter a search term.' },
  );
}

export const SearchQuery = withSearch({
  ...searchedAndSorted,
  limit: limitQuery({ defaultLimit: SEARCH_DEFAULT_PAGE_SIZE, maxLimit: SEARCH_MAX_LIMIT }),
  offset: OffsetQuery,
  as_of: SearchAsOf,
});
export type SearchQuery = z.infer<typeof SearchQuery>;

/** A search of which all pages are meant. */
export const WholeSearchQuery = withSearch(searchedAndSorted);
export type WholeSearchQuery = z.infer<typeof WholeSearchQuery>;

/** The contents of an exported search. */
export const ProductFileQuery = withSearch({
  ...searchedAndSorted,
  as_of: SearchAsOf,
  layout: z
    .enum(PRODUCT_FILE_LAYOUTS, { error: `layout must be one of: ${PRODUCT_FILE_LAYOUTS.join(', ')}.` })
    .optional()
    .describe(
      '`inventory`: the columns of Shopify’s inventory file, with a row for each variant and location of one store. Default: `products`',
    ),
  columns: z
    .string()
    .describe(
      'Headings to write of the layout `products`, separated by commas, in the order of the file. Default: all but Body (HTML)',
    )
    .transform((list) => list.split(',').map((heading) => heading.trim()))
    .pipe(
      z.array(
        z.union([z.enum(PRODUCT_FILE_COLUMNS), MetafieldName], {
          error: `columns must be a comma-separated list of names of metafields and of: ${PRODUCT_FILE_COLUMNS.join(', ')}.`,
        }),
      ),
    )
    .optional(),
});
export type ProductFileQuery = z.infer<typeof ProductFileQuery>;

/**
 * A matching product, with all variants for a name search, otherwise the matching ones; with a filter, only
 * those that meet it.
 */
export const SearchResultItem = model('SearchResultItem', {
  product: Product,
  store_id: Uuid,
  store_name: z.string(),
  store_currency: z.string().describe('The currency its money is in'),
});
export type SearchResultItem = z.infer<typeof SearchResultItem>;

const SearchPaginationInfo = PaginationInfo.extend({
  more_than_total: z
    .boolean()
    .describe(
      'True if there are more products than `total`: searches of one or two letters are counted up to a limit, unless a later page is requested',
    ),
}).meta({ id: 'SearchPaginationInfo' });

export const SearchResult = model('SearchResult', {
  results: z.array(SearchResultItem),
  pagination: SearchPaginationInfo,
  as_of: AsOf.optional().describe('If requested as of a moment'),
});
export type SearchResult = z.infer<typeof SearchResult>;

/** Searched stores; matches in the others are counted. */
export const SearchElsewhereQuery = withSearch({
  ...searched,
  store_ids: StoreIdsQuery.describe(`Separated by commas; ${EMPTY_STORE_IDS} for an empty list`),
});
export type SearchElsewhereQuery = z.infer<typeof SearchElsewhereQuery>;

export const SearchElsewhere = model('SearchElsewhere', {
  total: z.int().min(0).max(SEARCH_ELSEWHERE_COUNTED),
  more: z.boolean().describe('True if there are more than counted'),
});
export type SearchElsewhere = z.infer<typeof SearchElsewhere>;

/** All products of a search, to act on them. */
export const SearchedProducts = model('SearchedProducts', {
  total: z.int().min(0).describe('Exact count'),
  product_ids: z.array(Uuid).max(BULK_UPDATE_MAX_PRODUCTS).describe('In search order'),
  more: z.boolean().describe('True if more products are found than listed'),
});
export type SearchedProducts = z.infer<typeof SearchedProducts>;

/** Choices for a filter; without words and filter, those of all products. */
export const FacetsQuery = z.object({
  ...searched,
  query: searched.query.default(''),
  store_id: Uuid.optional(),
  facet: z
    .enum(NAME_FIELDS, { error: `facet must be one of: ${NAME_FIELDS.join(', ')}.` })
    .optional()
    .describe('Only values of this field, without counts of flags'),
  facet_query: z.string().trim().max(255).optional().describe('Only values containing this text'),
  facet_limit: limitQuery({ defaultLimit: FACET_VALUES, maxLimit: FACET_MAX_VALUES }),
});
export type FacetsQuery = z.infer<typeof FacetsQuery>;

export const Facet = model('Facet', {
  values: z
    .array(
      z.object({
        value: z.string().describe('In filter syntax'),
        label: z.string().describe('Display name; the name of a store'),
        products: z.int().min(0),
      }),
    )
    .describe('Most products first'),
  more: z.boolean().describe('True if there are more values than listed'),
});
export type Facet = z.infer<typeof Facet>;

const flagCounts = Object.fromEntries(
  ATTRIBUTE_FLAGS.map((flag) => [countOfFlag(flag), z.int().min(0)]),
) as unknown as { [Name in FlagCount]: z.ZodInt };

/** Each facet is counted with the rest of the filter, but without its own part. */
export const Facets = model('Facets', {
  total: z.int().min(0).describe('Products matching the whole search'),
  facets: z.partialRecord(z.enum(NAME_FIELDS), Facet),
  flags: z
    .object({
      no_barcode: z.int().min(0),
      no_cost: z.int().min(0),
      no_image: z.int().min(0),
      below_cost: z.int().min(0),
      never_synced: z.int().min(0),
      ...flagCounts,
    })
    .optional(),
});
export type Facets = z.infer<typeof Facets>;

export const PaginationTestQuery = z.object({
  store_id: StoreId,
  max_pages: queryInteger({
    min: PAGINATION_TEST_MIN_PAGES,
    max: PAGINATION_TEST_MAX_PAGES,
    name: 'max_pages',
  }).default(PAGINATION_TEST_DEFAULT_PAGES),
});

export type PaginationTestQuery = z.infer<typeof PaginationTestQuery>;

export const PaginationTestResult = model('PaginationTestResult', {
  store_name: z.string(),
  total_products: z.int().min(0).describe('Products on the pages read'),
  pages_fetched: z.int().min(0),
  products_per_page_limit: z.int().min(1),
  pagination_details: z.array(
    z.object({
      page: z.int().min(1),
      products_in_page: z.int().min(0),
      total_products_so_far: z.int().min(0),
      has_next_page: z.boolean(),
      next_page_info_preview: z.string().nullable().describe('The beginning of the cursor'),
    }),
  ),
});
export type PaginationTestResult = z.infer<typeof PaginationTestResult>;
