import { SEARCH_COUNTED, SEARCH_ELSEWHERE_COUNTED } from '@storefleet/contract/catalogue/catalogue-constants';
import { type FilteredVariant, variantMatches } from '@storefleet/contract/catalogue/filter/product-filter';
import type { MetafieldValuesQuery } from '@storefleet/contract/catalogue/metafield-values';
import type {
  Facets,
  FacetsQuery,
  ProductDetail,
  ProductList,
  SearchElsewhere,
  SearchElsewhereQuery,
  SearchedProducts,
  SearchQuery,
  SearchResult,
  StoreProductsQuery,
  WholeSearchQuery,
} from '@storefleet/contract/catalogue/products/products';
import {
  BULK_UPDATE_MAX_PRODUCTS,
  DEFAULT_CURRENCY,
  DEFAULT_STORE_TYPE,
} from '@storefleet/contract/constants';
import type { Database } from '../../platform/db/database.ts';
import { createUnchanged, type Unchanged } from '../../platform/db/statements/unchanged.ts';
import { currentStoreScope, seenByBoth } from '../../platform/db/store-scope.ts';
import { AppError, invalidField } from '../../platform/http/problem.ts';
import { asOfMoment } from './as-of.ts';
import { readFacets } from './filter/facets.ts';
import { readMetafieldValues, withoutMetafield } from './filter/metafield-values.ts';
import { isOfNow, readMetafields, resolveFilter, resolveNames } from './filter/resolve-filter.ts';
import { presentProducts } from './product-presenter.ts';
import {
  countProductsElsewhere,
  countStoreProducts,
  findByMetafields,
  findListed,
  findProduct,
  findProductIds,
  findProducts,
  findStock,
  findStoreProducts,
  type StorePage,
  type VariantRow,
} from './products.repository.ts';
import { quickSearch } from './quick-search.ts';
import type { LargeResultLimits } from './search/large-result.ts';
import { holdsEveryWord, parseSearchTerms, type SearchTerms } from './search/search-terms.ts';
import { sortVariants } from './search/sort-variants.ts';

/** Sorting more products than this is too slow for a page. */
const LARGE_RESULTS: LargeResultLimits = { counted: SEARCH_COUNTED, estimated: 12_000, few: 2_000 };

/** Counts of filters, and facets of a few kilobytes each. */
const ANSWERS_KEPT = 200;

/** Larger than any result: an export has no last page. */
export const ALL_PRODUCTS = 2_147_483_647;

export type ProductsService = ReturnType<typeof createProductsService>;

type ProductsDeps = {
  readonly db: Database;
  /** Throws the problem to show if there is no such store. */
  readonly stores: { requireStore(id: string): Promise<unknown> };
  readonly largeResults: LargeResultLimits;
  readonly unchanged: Unchanged;
};

export function createProductsService({
  largeResults = LARGE_RESULTS,
  ...others
}: Omit<ProductsDeps, 'largeResults' | 'unchanged'> & Partial<Pick<ProductsDeps, 'largeResults'>>) {
  const deps = { ...others, largeResults, unchanged: createUnchanged(ANSWERS_KEPT) };
  return {
    search: (query: SearchQuery) => search(deps, query),
    quickSearch: (query: string) =>
      quickSearch({ db: deps.db, products: { list: (ids) => list(deps, ids) } }, query),
    countElsewhere: (query: SearchElsewhereQuery) => countElsewhere(deps, query),
    select: (selection: SearchSelection, limit: number) => select(deps, selection, limit),
    selectAll: (query: WholeSearchQuery) => selectAll(deps, query),
    facets: (query: FacetsQuery) => facets(deps, query),
    metafieldValues: (query: MetafieldValuesQuery) => metafieldValues(deps, query),
    listByStore: (storeId: string, query: StoreProductsQuery) => listByStore(deps, storeId, query),
    get: (productId: string, asOf?: string) => get(deps, productId, asOf),
    list: (productIds: readonly string[]) => list(deps, productIds),
  };
}

/** Products across stores, with their total: exact, or marked as a lower bound. */
async function search(
  { db, largeResults, unchanged }: ProductsDeps,
  query: SearchQuery,
): Promise<SearchResult> {
  const { terms, filter } = await readSearch(db, query);
  const { limit, offset, type } = query;
  const storeIds = chosenStores(query);
  if (storeIds?.length === 0) {
    const { show: _, ...asOf } = await asOfMoment(db, [], query.as_of);
    return {
      results: [],
      pagination: offsetPagination({ total: 0, moreThanTotal: false }, 0, query),
      ...asOf,
    };
  }

  const sort = { sortBy: query.sort_by ?? null, sortDirection: query.sort_direction };
  const found = await findProducts(
    db,
    { terms, type, filter, storeIds, ...sort, limit, offset },
    { limits: largeResults, unchanged },
  );
  const ids = found.products.map(({ id }) => id);
  const shows = showsVariant(query, terms, await findByMetafields(db, ids, filter));
  const stock = query.filter?.['stock-at'] && (await findStock(db, ids));
  const isShown = (variant: VariantRow) => shows({ ...variant, stock: stock?.get(variant.id) ?? null });
  const shown = (variants: readonly VariantRow[]) => sortVariants(variants.filter(isShown), sort);
  const listed = presentProducts(found, shown);
  const { show, ...asOf } = await asOfMoment(
    db,
    listed.map(({ product }) => product),
    query.as_of,
  );
  const results = listed.map(({ row, product }) => ({
    product: show(product),
    store_id: row.store_id,
    store_name: row.store_name,
    store_currency: row.store_currency ?? DEFAULT_CURRENCY,
  }));
  return { results, pagination: offsetPagination(found, results.length, query), ...asOf };
}

/** The number of matches in unselected stores, counted up to a limit. */
async function countElsewhere({ db }: ProductsDeps, query: SearchElsewhereQuery): Promise<SearchElsewhere> {
  const { terms, filter } = await readSearch(db, query);
  const total = await countProductsElsewhere(
    db,
    { terms, type: query.type, filter, storeIds: query.store_ids },
    SEARCH_ELSEWHERE_COUNTED + 1,
  );
  return { total: Math.min(total, SEARCH_ELSEWHERE_COUNTED), more: total > SEARCH_ELSEWHERE_COUNTED };
}

/** All matches on all pages: the product ids, at most `limit`, and which variants are shown. */
async function select(
  { db, largeResults }: ProductsDeps,
  selection: SearchSelection,
  limit: number,
): Promise<{ productIds: string[]; shows: ShowsVariant }> {
  const { type, sort_by: sortBy = null, sort_direction: sortDirection = 'asc' } = selection;
  const { terms, filter } = await readSearch(db, selection);
  const storeIds = chosenStores(selection);
  const productIds =
    storeIds?.length === 0
      ? []
      : await findProductIds(
          db,
          { terms, type, filter, storeIds, sortBy, sortDirection },
          { limit, limits: largeResults },
        );
  const byMetafields = await findByMetafields(db, productIds, filter);
  return { productIds, shows: showsVariant(selection, terms, byMetafields) };
}

/** The ids of all matches, up to the maximum of a bulk update, and their total. */
async function selectAll(deps: ProductsDeps, query: WholeSearchQuery): Promise<SearchedProducts> {
  const { productIds } = await select(deps, query, ALL_PRODUCTS);
  return {
    total: productIds.length,
    product_ids: productIds.slice(0, BULK_UPDATE_MAX_PRODUCTS),
    more: productIds.length > BULK_UPDATE_MAX_PRODUCTS,
  };
}

/** The facets of a search. */
async function facets({ db, unchanged }: ProductsDeps, query: FacetsQuery): Promise<Facets> {
  const { type, facet, facet_query: value = '', facet_limit: limit } = query;
  const terms = parseSearchTerms(query.query, type);
  if (terms.words.length === 0 && query.query !== '') throw invalidField('query', 'Enter a search term.');
  const filter = await resolveNames(db, query.filter ?? {}, facet === undefined);
  const storeIds = chosenStores(query);
  const read = () => readFacets(db, { terms, type, filter, storeIds }, { query: value, limit }, facet);
  const asked = { query: query.query, type, filter, storeIds, facet, value, limit };
  return isOfNow(filter) ? read() : unchanged(db, JSON.stringify(asked), read);
}

async function metafieldValues({ db }: ProductsDeps, { metafield, ...query }: MetafieldValuesQuery) {
  const terms = parseSearchTerms(query.query, query.type);
  const filter = await resolveNames(db, withoutMetafield(query.filter ?? {}, metafield), false);
  const search = { terms, type: query.type, filter, storeIds: chosenStores(query) };
  const { [metafield.toLowerCase()]: attributes = [] } = await readMetafields(db, [metafield]);
  return readMetafieldValues(db, search, attributes, {
    query: query.facet_query ?? '',
    limit: query.facet_limit,
  });
}

/** The products of one store, page by page by cursor. */
async function listByStore(
  { db, stores }: ProductsDeps,
  storeId: string,
  { limit, page_info, as_of: moment }: StoreProductsQuery,
): Promise<ProductList> {
  await stores.requireStore(storeId);
  const page = page_info === undefined ? null : parsePageInfo(page_info);
  const found = await findStoreProducts(db, storeId, { page, limit });
  const rows = found.products;
  const first = rows.at(0)?.source_id ?? null;
  const last = rows.at(-1)?.source_id ?? null;
  const { total, before } = await countStoreProducts(db, storeId, first);
  const hasNext = before + rows.length < total && last !== null;
  const products = presentProducts(found).map(({ product }) => product);
  const { show, ...asOf } = await asOfMoment(db, products, moment);
  return {
    products: products.map(show),
    pagination: {
      total,
      limit,
      offset: before,
      has_more: hasNext,
      next_page_info: hasNext ? formatPageInfo({ direction: 'after', sourceId: last }) : null,
      previous_page_info:
        before > 0 && first !== null ? formatPageInfo({ direction: 'before', sourceId: first }) : null,
    },
    ...asOf,
  };
}

/** One product with all its variants. Throws `product_not_found`. */
async function get({ db }: ProductsDeps, productId: string, moment?: string): Promise<ProductDetail> {
  const [found] = presentProducts(await findProduct(db, productId));
  if (found === undefined) throw new AppError({ code: 'product_not_found' });
  const { show, ...asOf } = await asOfMoment(db, [found.product], moment);
  const { store_type = DEFAULT_STORE_TYPE, store_currency, definitions = [] } = found.row;
  return {
    ...show(found.product),
    store_type,
    store_currency: store_currency ?? DEFAULT_CURRENCY,
    ...(definitions.length > 0 ? { metafield_definitions: [...definitions] } : {}),
    ...asOf,
  };
}

/** These products with all their variants, in the order of the ids; without deleted ones. */
async function list({ db }: ProductsDeps, productIds: readonly string[]) {
  return presentProducts(await findListed(db, productIds)).map(({ row, product }) => ({
    ...product,
    store_currency: row.store_currency ?? DEFAULT_CURRENCY,
  }));
}

/** A search without its page. */
type SearchSelection = Pick<WholeSearchQuery, 'query' | 'type' | 'filter'> &
  Partial<Pick<WholeSearchQuery, 'store_id' | 'store_ids' | 'sort_by' | 'sort_direction'>>;

/**
 * Whether a search shows a variant of a matching product: in a name search all, otherwise the matching ones;
 * with a filter, only those that meet it.
 */
type ShowsVariant = (variant: Pick<VariantRow, 'id' | 'sku' | 'barcode'> & FilteredVariant) => boolean;

function showsVariant(
  { type, filter = {} }: Pick<SearchQuery, 'type' | 'filter'>,
  terms: SearchTerms,
  byMetafields: ReadonlySet<string> | null,
): ShowsVariant {
  return (variant) =>
    (type === 'name' || holdsEveryWord(variant[type], terms)) &&
    variantMatches(filter, variant) &&
    (byMetafields?.has(variant.id) ?? true);
}

async function readSearch(
  db: Database,
  { query, type, filter }: Pick<SearchQuery, 'query' | 'type' | 'filter'>,
) {
  const terms = parseSearchTerms(query, type);
  const resolved = await resolveFilter(db, filter);
  // A term of only punctuation is no term.
  if (terms.words.length === 0 && (resolved === null || query !== '')) {
    throw invalidField('query', 'Enter a search term.');
  }
  return { terms, filter: resolved };
}

/**
 * Null means every store. With both parameters, the stores in both; always limited to those the caller may
 * see.
 */
function chosenStores({ store_id, store_ids }: Pick<SearchQuery, 'store_id' | 'store_ids'>): string[] | null {
  const chosen = seenByBoth(store_ids ?? null, store_id === undefined ? null : [store_id]);
  const seen = seenByBoth(currentStoreScope()?.storeIds ?? null, chosen);
  return seen && [...seen];
}

function offsetPagination(
  { total, moreThanTotal }: { total: number; moreThanTotal: boolean },
  shown: number,
  { limit, offset }: SearchQuery,
) {
  return {
    total,
    more_than_total: moreThanTotal,
    limit,
    offset,
    has_more: (offset + shown < total || moreThanTotal) && shown > 0,
    next_page_info: null,
    previous_page_info: null,
  };
}

function formatPageInfo({ direction, sourceId }: StorePage): string {
  return Buffer.from(JSON.stringify([direction, sourceId])).toString('base64url');
}

function parsePageInfo(text: string): StorePage {
  const invalid = () =>
    invalidField('page_info', 'This page cannot be found again: start from the first page of the list.');
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw invalid();
  }
  const [direction, sourceId] = Array.isArray(content) ? content : [];
  if ((direction !== 'after' && direction !== 'before') || typeof sourceId !== 'string') throw invalid();
  return { direction, sourceId };
}
