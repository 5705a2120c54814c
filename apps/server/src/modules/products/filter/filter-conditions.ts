import {
  ATTRIBUTE_FLAGS,
  type FilterState,
  type FlagName,
  isOfProduct,
  type MissingOfProduct,
  type MissingValue,
  NUMBER_FIELDS,
  type NumberField,
} from '@storefleet/contract/catalogue/filter/filter-fields';
import {
  type ChangeTest,
  comparedNumber,
  type MarketPriceTest,
  type NumberTest,
  type StockTest,
} from '@storefleet/contract/catalogue/filter/product-filter';
import {
  VARIANT_FINDINGS,
  type VariantFinding,
} from '@storefleet/contract/catalogue/health/variant-findings';
import { isProductAttribute } from '@storefleet/contract/values/attribute-value';
import type { Bind } from '../../../platform/db/statements/statement.ts';
import { EVERY_FINDING, EVERY_FLAG, SOME_FINDING } from '../../catalogue/filter-values.ts';
import { escapeLike } from '../../catalogue/search-key.ts';
import { categoriesSql } from './category-conditions.ts';
import { marketPriceSql } from './market-price-conditions.ts';
import { MEMBERSHIP_FIELDS, placesSql } from './membership-conditions.ts';
import { type MetafieldCondition, metafieldConditions } from './metafield-conditions.ts';
import type { ResolvedFilter } from './resolve-filter.ts';

/** SQL for whether some, or every, variant of a row `f` meets a condition, and whether a variant `v` does. */
type Condition = {
  /** If false, no variant meets it. */
  readonly possible: string;
  /** If true, some variant meets it; the same text as `possible` if that is exact. */
  readonly some: string;
  readonly every: string;
  readonly variant: string;
};

export type FilterSql = {
  /** On rows `f` of product_filter_values. */
  readonly conditions: string[];
  /** The last condition, if the rows leave some products undecided and their variants have to be read. */
  readonly open: {
    /** True if the row decides; no variant is read. */
    readonly decided: string;
    /** Uses only `product_id` of `f`. */
    readonly found: string;
  } | null;
  /** Null if there is no condition on variants. */
  readonly variants: {
    /** Every variant of a row `f` meets all conditions. */
    readonly every: string;
    /** A variant `v` meets them. */
    readonly variant: string;
    /** Whether undecided products require reading variants. */
    readonly areRead: boolean;
  } | null;
};

type FilterSqlOptions = {
  /** Another condition on a variant `v` that the rows cannot decide. */
  readonly ofVariant?: string | null;
  /** Tests the tags of rows that another index finds: the index of tags would list all that have one. */
  readonly scansTags?: boolean;
};

const and = (parts: readonly string[]) =>
  parts.length === 0 ? 'true' : parts.map((part) => `(${part})`).join(' and ');
const or = (parts: readonly string[]) => parts.map((part) => `(${part})`).join(' or ');
const not = (part: string) => `(${part}) is not true`;

/**
 * The rows `f` of the products that a filter finds. A row has the lowest and highest values of its variants,
 * which usually decide; variants are read only where they do not.
 */
export function filterSql(
  resolved: ResolvedFilter,
  bind: Bind,
  { ofVariant = null, scansTags = false }: FilterSqlOptions = {},
): FilterSql {
  const { filter, names, neverSynced } = resolved;
  const conditions: string[] = [];
  // PostgreSQL evaluates conditions in order, and array overlaps are the most expensive.
  const overlaps: string[] = [];
  for (const [field, { any, none }] of Object.entries(names)) {
    const holds = NAME_SQL[field as keyof typeof NAME_SQL];
    const { any: wanted = [], none: unwanted = [] } = filter[field as keyof typeof NAME_SQL] ?? {};
    const of = field === 'tag' ? overlaps : conditions;
    const isHeld = () => (field === 'tag' && scansTags ? `(${holds(bind(any))}) is true` : holds(bind(any)));
    if (wanted.length > 0) of.push(isHeld());
    if (unwanted.length > 0) of.push(not(holds(bind(none))));
  }
  if (filter.category) {
    const { any, none } = filter.category;
    if (any.length > 0) overlaps.push(categoriesSql(any, resolved.categories, bind));
    if (none.length > 0) overlaps.push(not(categoriesSql(none, resolved.categories, bind)));
  }
  for (const field of MEMBERSHIP_FIELDS) {
    const { any = [], none = [] } = filter[field] ?? {};
    const isIn = (asked: readonly string[]) => placesSql(field, asked, resolved.places[field], bind);
    if (any.length > 0) overlaps.push(isIn(any));
    if (none.length > 0) overlaps.push(not(isIn(none)));
  }
  if (filter.changed) {
    const { any, none } = filter.changed;
    if (any.length > 0) conditions.push(or(any.map((test) => changeSql(test, bind))));
    conditions.push(...none.map((test) => not(changeSql(test, bind))));
  }
  const ofStores = () => `f.store_id = any(${bind(neverSynced)}::uuid[])`;
  if (filter.is?.all.includes('never-synced')) conditions.push(ofStores());
  if (filter.is?.none.includes('never-synced')) conditions.push(not(ofStores()));
  for (const [missing, holds] of Object.entries(MISSING_OF_PRODUCT) as [MissingOfProduct, string][]) {
    if (filter.no?.all.includes(missing)) conditions.push(holds);
    if (filter.no?.none.includes(missing)) conditions.push(not(holds));
  }
  const contains = (text: string) =>
    `exists (select from products own where own.id = f.product_id
      and text_of_html(own.description) like '%' || folded(${bind(escapeLike(text))}) || '%')`;
  const { any: described = [], none: undescribed = [] } = filter.description ?? {};
  if (described.length > 0) overlaps.push(or(described.map(contains)));
  overlaps.push(...undescribed.map((text) => not(contains(text))));
  const metafields = metafieldConditions(filter.metafield, resolved.metafields, bind);
  for (const { product, variant, negated } of metafields) {
    if (variant === null) overlaps.push(negated ? not(product) : product);
  }

  const ofVariants = [...variantConditions(resolved, bind), ...metafieldsOfVariants(metafields)];
  if (ofVariants.length === 0)
    return { conditions: [...conditions, ...overlaps], open: null, variants: null };
  const every = and(ofVariants.map((condition) => condition.every));
  const variant = and(ofVariants.map((condition) => condition.variant));
  conditions.push('f.variants_count > 0', ...ofVariants.map(({ possible }) => possible), ...overlaps);
  const decided = ofVariant === null ? decidedSql(ofVariants, every) : every;
  const found = someVariant(ofVariant === null ? variant : `${variant} and ${ofVariant}`);
  const open = decided === null ? null : { decided, found };
  if (open !== null) conditions.push(`(${open.decided}) or ${open.found}`);
  return { conditions, open, variants: { every, variant, areRead: open !== null } };
}

/** `offset 0` forces a lookup per product; otherwise the planner may read all variants at once. */
const someVariant = (condition: string) =>
  `exists (select from variants v where v.product_id = f.product_id and ${condition} offset 0)`;

/** Whether the row itself shows that one variant meets everything; null if it always does. */
function decidedSql(conditions: readonly Condition[], every: string): string | null {
  const [only, ...others] = conditions;
  if (others.length === 0 && only?.some === only?.possible) return null;
  const oneByOne = conditions.map(({ some }, index) =>
    and([some, ...conditions.filter((_, other) => other !== index).map((other) => other.every)]),
  );
  return or(['f.variants_count = 1', every, ...oneByOne]);
}

const NAME_SQL = {
  store: (ids: string) => `f.store_id = any(${ids}::uuid[])`,
  vendor: (keys: string) => `f.vendor_key = any(${keys}::text[])`,
  type: (keys: string) => `f.type_key = any(${keys}::text[])`,
  status: (keys: string) => `f.status_key = any(${keys}::text[])`,
  tag: (keys: string) => `f.tag_keys && ${keys}::text[]`,
};

const MISSING_OF_PRODUCT: Record<MissingOfProduct, string> = {
  title: `f.title_key = ''`,
  image: 'f.media_count = 0',
  description: `exists (select from products own where own.id = f.product_id and own.description = '')`,
  category: `exists (select from products own where own.id = f.product_id and own.category = '')`,
};

function changeSql(test: ChangeTest, bind: Bind): string {
  if ('date' in test) {
    return `f.changed_at ${test.op === '<' ? '<' : '>='} ${bind(`${test.date}T00:00:00Z`)}::timestamptz`;
  }
  const unit = test.last.endsWith('d') ? 'days' : 'hours';
  return `f.changed_at >= now() - ${bind(`${test.last.slice(0, -1)} ${unit}`)}::interval`;
}

/**
 * A number of variants: its columns in `f`, the bit for a variant without it, and the value of a variant `v`.
 */
const NUMBERS: Record<NumberField, { columns: string; mark: number; value: string }> = {
  price: { columns: 'price', mark: 1, value: 'v.price' },
  'compare-at': { columns: 'compare_at', mark: 2, value: 'v.compare_at_price' },
  cost: { columns: 'cost', mark: 4, value: 'v.cost' },
  margin: { columns: 'margin', mark: 8, value: 'margin_percent(v.price, v.cost)' },
  stock: { columns: 'stock', mark: 16, value: 'v.inventory_quantity' },
  weight: { columns: 'grams', mark: 32, value: 'weight_in_grams(v.weight, v.weight_unit)' },
};

const marked = (mark: number) => `f.marks & ${mark} <> 0`;

type Flag = { readonly some: string; readonly every: string; readonly variant: string };

/** Exact: the row says for each whether some, and whether all, variants lack it. */
const FLAGS: Record<Exclude<MissingValue, MissingOfProduct> | Exclude<FilterState, 'never-synced'>, Flag> = {
  barcode: { some: marked(64), every: marked(128), variant: `coalesce(v.barcode, '') = ''` },
  cost: { some: marked(4), every: 'f.cost_min is null', variant: 'v.cost is null' },
  'below-cost': { some: marked(256), every: marked(512), variant: 'v.price < v.cost' },
  sku: finding('no-sku'),
  'invalid-barcode': finding('invalid-barcode'),
  'damaged-barcode': finding('damaged-barcode'),
  untrimmed: finding('untrimmed'),
  'lookalike-sku': finding('lookalike-sku'),
  'compare-at-below-price': finding('compare-at-below-price'),
  ...attributeFlags(),
};

function attributeFlags() {
  const flags = ATTRIBUTE_FLAGS.map(({ name, attribute, value }, bit): [FlagName, Flag] => [
    name,
    {
      some: `f.attribute_marks & ${2 ** bit} <> 0`,
      every: `f.attribute_marks & ${2 ** bit * EVERY_FLAG} <> 0`,
      variant: isProductAttribute(attribute)
        ? `exists (select from products own where own.id = v.product_id and own.${attribute} = '${value}')`
        : `v.${attribute} = '${value}'`,
    },
  ]);
  return Object.fromEntries(flags) as Record<FlagName, Flag>;
}

function finding(name: VariantFinding): Flag {
  const bit = 2 ** VARIANT_FINDINGS.indexOf(name);
  return {
    some: marked(bit * SOME_FINDING),
    every: marked(bit * EVERY_FINDING),
    variant: `variant_findings(v.sku, v.barcode, v.price, v.compare_at_price) & ${bit} <> 0`,
  };
}

function variantConditions({ filter, locations, priceLists }: ResolvedFilter, bind: Bind): Condition[] {
  const conditions = NUMBER_FIELDS.flatMap((field) => {
    const choice = filter[field];
    if (choice === undefined) return [];
    const any = choice.any.map((test) => testSql(field, test, bind));
    const none = choice.none.map((test) => negated(testSql(field, test, bind)));
    return [...(any.length === 0 ? [] : [eitherOf(any)]), ...none];
  });
  const stock = filter['stock-at'];
  if (stock !== undefined) {
    const sqlOf = (test: StockTest) => stockSql(test, locations[test.location.toLowerCase()] ?? [], bind);
    if (stock.any.length > 0) conditions.push(eitherOf(stock.any.map(sqlOf)));
    conditions.push(...stock.none.map((test) => negated(sqlOf(test))));
  }
  const { any: priced = [], none: unpriced = [] } = filter['market-price'] ?? {};
  const onList = (test: MarketPriceTest) => marketPriceSql(test, priceLists, bind);
  if (priced.length > 0) conditions.push(eitherOf(priced.map(onList)));
  conditions.push(...unpriced.map((test) => negated(onList(test))));
  for (const missing of filter.no?.all ?? []) if (!isOfProduct(missing)) conditions.push(flagged(missing));
  for (const missing of filter.no?.none ?? []) {
    if (!isOfProduct(missing)) conditions.push(negated(flagged(missing)));
  }
  for (const state of filter.is?.all ?? []) if (state !== 'never-synced') conditions.push(flagged(state));
  for (const state of filter.is?.none ?? []) {
    if (state !== 'never-synced') conditions.push(negated(flagged(state)));
  }
  return conditions;
}

function flagged(flag: keyof typeof FLAGS): Condition {
  return { possible: FLAGS[flag].some, ...FLAGS[flag] };
}

/** Some variant does not meet a condition unless every one does. */
function negated({ possible, every, variant }: Condition): Condition {
  return { possible: not(every), some: not(every), every: not(possible), variant: not(variant) };
}

function eitherOf(tests: readonly Condition[]): Condition {
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return {
    possible: or(tests.map((test) => test.possible)),
    some: or(tests.map((test) => test.some)),
    every: or(tests.map((test) => test.every)),
    variant: or(tests.map((test) => test.variant)),
  };
}

/** No row `f` tells of it: an index finds the stock of a product at a location. */
function stockSql({ available }: StockTest, locationIds: readonly string[], bind: Bind): Condition {
  const passes = levelSql(available, bind);
  const level = `level.location_id = any(${bind(locationIds)}::uuid[]) and ${passes}`;
  const some = `exists (select from variant_stock level where level.product_id = f.product_id and ${level})`;
  const variant = `exists (select from variant_stock level where level.variant_id = v.id and ${level})`;
  const every = `not exists (select from variants v where v.product_id = f.product_id and ${not(variant)})`;
  return { possible: some, some, every, variant };
}

function metafieldsOfVariants(conditions: readonly MetafieldCondition[]): Condition[] {
  return conditions.flatMap(({ product: some, variant, negated: isNegated }) => {
    if (variant === null) return [];
    const every = `not exists (select from variants v where v.product_id = f.product_id and ${not(variant)})`;
    const condition = { possible: some, some, every, variant };
    return [isNegated ? negated(condition) : condition];
  });
}

function levelSql(test: NumberTest, bind: Bind): string {
  const bound = (number: string, round: Round) => `${bind(wholeNumber(number, round))}::bigint`;
  if ('op' in test && test.op !== '=') {
    const round = test.op === '>' || test.op === '<=' ? Math.floor : Math.ceil;
    return `level.available ${test.op} ${bound(test.value, round)}`;
  }
  const [from, to] = 'op' in test ? [test.value, test.value] : [test.from, test.to];
  return `level.available between ${bound(from, Math.ceil)} and ${bound(to, Math.floor)}`;
}

type Round = (number: number) => number;

/** Larger than any stock. */
const LARGEST = 2 ** 40;

/** Compares integers as integers: statistics do not apply to a column cast to decimal. */
const wholeNumber = (number: string, round: Round): string =>
  String(Math.max(-LARGEST, Math.min(LARGEST, round(Number(number)))));

/** The rows in an index of a filter by tag and a closed range of prices; null for any other filter. */
export function priceRangeSql({ filter }: ResolvedFilter, bind: Bind): string | null {
  const [range, ...others] = filter.price?.any ?? [];
  if (range === undefined || others.length > 0 || !filter.tag?.any?.length) return null;
  return 'from' in range || range.op === '=' ? testSql('price', range, bind).possible : null;
}

function testSql(field: NumberField, test: NumberTest, bind: Bind): Condition {
  const { columns, mark, value } = NUMBERS[field];
  const [min, max] = [`f.${columns}_min`, `f.${columns}_max`];
  const bound = (number: string, round: Round) =>
    field === 'stock'
      ? `${bind(wholeNumber(number, round))}::bigint`
      : `${bind(comparedNumber(field, number))}::numeric`;
  const allHaveOne = `f.marks & ${mark} = 0`;
  if ('op' in test && test.op !== '=') {
    const number = bound(test.value, test.op === '>' || test.op === '<=' ? Math.floor : Math.ceil);
    const [first, last] = test.op.startsWith('<') ? [min, max] : [max, min];
    const some = `${first} ${test.op} ${number}`;
    return {
      possible: some,
      some,
      every: `${allHaveOne} and ${last} ${test.op} ${number}`,
      variant: `${value} ${test.op} ${number}`,
    };
  }
  const from = bound('op' in test ? test.value : test.from, Math.ceil);
  const to = bound('op' in test ? test.value : test.to, Math.floor);
  return {
    possible: `${min} <= ${to} and ${max} >= ${from}`,
    some: `${min} between ${from} and ${to} or ${max} between ${from} and ${to}`,
    every: `${allHaveOne} and ${min} >= ${from} and ${max} <= ${to}`,
    variant: `${value} between ${from} and ${to}`,
  };
}
