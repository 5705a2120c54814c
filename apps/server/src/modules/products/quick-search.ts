import { QUICK_SEARCH_HITS, type QuickSearchKind } from '@storefleet/contract/catalogue/catalogue-constants';
import type { Product } from '@storefleet/contract/catalogue/products/products';
import type { QuickHit, QuickSearchResult } from '@storefleet/contract/catalogue/products/quick-search';
import type { Database } from '../../platform/db/database.ts';
import { type Bind, compose } from '../../platform/db/statements/statement.ts';
import { escapeLike, searchKey } from '../catalogue/search-key.ts';
import { quickValues } from './quick-values.ts';
import { beginsTitleSql, conditionsSql } from './search/search-statement.ts';
import { exactPatterns, parseSearchTerms, prefixPattern, type SearchTerms } from './search/search-terms.ts';

type QuickSearchDeps = {
  readonly db: Database;
  readonly products: {
    /** In the order of the ids, with all variants. */
    list(productIds: readonly string[]): Promise<(Product & { readonly store_currency: string })[]>;
  };
};

/** The number of partial matches ranked: enough for good results, and fast even if a million match. */
const CONSIDERED = 200;

/**
 * What a person most likely means, best first: a barcode, an id at the source, a SKU or its beginning, the
 * beginning of a title, then any part of a SKU or name. Each kind is limited to a few, to be as fast as
 * typing.
 */
export async function quickSearch(
  { db, products }: QuickSearchDeps,
  query: string,
): Promise<QuickSearchResult> {
  const [ranked, values] = await Promise.all([findRanked(db, query), quickValues(db, query)]);
  const kinds = new Map<string, QuickSearchKind>();
  for (const { id, kind } of ranked) if (!kinds.has(id)) kinds.set(id, kind);
  const ids = [...kinds.keys()];
  const found = await products.list(ids.slice(0, QUICK_SEARCH_HITS));
  return {
    hits: found.map((product) => hitOf(product, kinds.get(product.id) ?? 'name', query)),
    more: ids.length > QUICK_SEARCH_HITS,
    values,
  };
}

/** A word with a trigram of its own; a shorter one is in nearly every SKU, or requires a full index scan. */
const CODE = /^(?=.*[\p{L}\p{N}]{2})[\p{L}\p{N}]\S{2,}$/u;

type Ranked = { id: string; kind: QuickSearchKind };

async function findRanked(db: Database, query: string): Promise<Ranked[]> {
  const key = searchKey(query);
  if (key === '') return [];
  const limit = QUICK_SEARCH_HITS + 1;
  const { text, params } = compose((bind) => {
    const ways = [
      ...(/^\d{4,}$/.test(key) ? [exactBarcode(key, bind), byId(key, bind)] : []),
      ...(query.trim().startsWith('gid://') ? [byId(query.trim(), bind)] : []),
      ...(CODE.test(key) ? [exactSku(key, bind), beginningOfSku(key, bind)] : []),
      beginningOfTitle(key, bind),
      ...(CODE.test(key) ? [part('sku', key, bind)] : []),
      part('name', key, bind),
    ];
    const selects = ways.map(
      ({ kind, select }, rank) =>
        `select id, '${kind}' as kind, ${rank} as rank, title_key from (${select}) as way_${rank}`,
    );
    return `
      select id, kind from (${selects.join(' union all ')}) as found
      order by rank, title_key, id
      limit ${limit * ways.length}`;
  });
  const { rows } = await db.query<Ranked>(text, params);
  return rows;
}

type Way = { readonly kind: QuickSearchKind; readonly select: string };

const OF_STORES = `p.store_id <> all (array(select id from stores where deleted_at is not null))`;
const LIMIT = `limit ${QUICK_SEARCH_HITS + 1}`;

function select(condition: string): string {
  return `select p.id, p.search_name as title_key from products p where ${condition} and ${OF_STORES} ${LIMIT}`;
}

function anyOf(column: string, patterns: readonly string[], bind: Bind): string {
  return `(${patterns.map((pattern) => `p.${column} like ${bind(pattern)}`).join(' or ')})`;
}

function exactBarcode(key: string, bind: Bind): Way {
  const { phrase } = parseSearchTerms(key, 'barcode');
  return { kind: 'barcode', select: select(anyOf('search_barcodes', exactPatterns(phrase), bind)) };
}

/** An id of the shop, of a product or variant; by store, as the indexes start with it. */
function byId(text: string, bind: Bind): Way {
  const last = text.slice(text.lastIndexOf('/') + 1);
  const ids = (type: string) => `array[${bind(last)}, ${bind(`gid://shopify/${type}/${last}`)}]::text[]`;
  const listed = `
    select p.id, p.search_name as title_key
    from stores as store
    join lateral (
      select id from products where store_id = store.id and source_id = any(${ids('Product')})
      union all
      select product_id from variants where store_id = store.id and source_id = any(${ids('ProductVariant')})
    ) as found on true
    join products as p on p.id = found.id
    where store.deleted_at is null ${LIMIT}`;
  return { kind: 'id', select: listed };
}

function exactSku(key: string, bind: Bind): Way {
  return { kind: 'sku', select: select(anyOf('search_skus', [`%\n${escapeLike(key)}\n%`], bind)) };
}

function beginningOfSku(key: string, bind: Bind): Way {
  const { phrase } = parseSearchTerms(key, 'sku');
  return { kind: 'sku', select: select(anyOf('search_skus', [prefixPattern(phrase)], bind)) };
}

function beginningOfTitle(key: string, bind: Bind): Way {
  return { kind: 'name', select: select(beginsTitleSql(parseSearchTerms(key, 'name'), bind)) };
}

/** Matches anywhere; shorter titles first, as they are closer to what was typed. */
function part(type: 'name' | 'sku', key: string, bind: Bind): Way {
  const terms: SearchTerms = parseSearchTerms(key, type);
  const { source, conditions } = conditionsSql({ terms, type, filter: null, storeIds: null }, bind);
  return {
    kind: type,
    select: `
      select id, title_key from (
        select p.id, p.search_name as title_key from ${source()} p where ${conditions} limit ${CONSIDERED}
      ) as considered order by length(split_part(title_key, E'\\n', 2)), title_key ${LIMIT}`,
  };
}

function hitOf(
  product: Product & { store_currency: string },
  kind: QuickSearchKind,
  query: string,
): QuickHit {
  const { variants } = product;
  const variant = kind === 'name' ? onlyOf(variants) : (recognised(product, kind, query) ?? onlyOf(variants));
  return {
    product_id: product.id,
    title: product.title,
    status: product.status,
    store_id: product.store_id,
    store_name: product.store_name,
    store_currency: product.store_currency,
    found_by: kind,
    variant: variant && {
      id: variant.id,
      title: variant.title,
      sku: variant.sku,
      barcode: variant.barcode,
      price: variant.price,
    },
    variants_count: variants.length,
  };
}

function onlyOf<T>([only, ...others]: readonly T[]): T | null {
  return only !== undefined && others.length === 0 ? only : null;
}

/** The variant with this code or id; for a part of a SKU, the first one that contains it. */
function recognised({ variants }: Product, kind: Exclude<QuickSearchKind, 'name'>, query: string) {
  const key = searchKey(query);
  if (kind === 'id') {
    const last = query.trim().slice(query.trim().lastIndexOf('/') + 1);
    return variants.find(({ shopify_id }) => shopify_id.slice(shopify_id.lastIndexOf('/') + 1) === last);
  }
  const { phrase } = parseSearchTerms(key, kind);
  const isWhole = (value: string) => value === phrase.text || phrase.sameAs.includes(value);
  const keys = variants.map((variant) => ({ variant, code: searchKey(variant[kind] ?? '') }));
  const best =
    keys.find(({ code }) => isWhole(code)) ??
    keys.find(({ code }) => code.startsWith(key)) ??
    keys.find(({ code }) => code.includes(key));
  return best?.variant;
}
