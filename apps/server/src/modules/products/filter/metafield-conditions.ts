import { type MetafieldAttribute, metafieldOf } from '@storefleet/contract/attributes/metafields';
import type { MetafieldTest, ProductFilter } from '@storefleet/contract/catalogue/filter/product-filter';
import type { Bind } from '../../../platform/db/statements/statement.ts';
import { escapeLike } from '../../catalogue/search-key.ts';

/** Conditions on metafields, in SQL: indexes of their terms (migrations/000095) lead to the rows, values decide. */

export type ResolvedMetafields = {
  /** The metafields that stores read under a name of the filter, in lower case. */
  readonly named: Readonly<Record<string, readonly MetafieldAttribute[]>>;
  /** The keys of compared texts. */
  readonly keys: ReadonlyMap<string, string>;
};

/** For rows `f`, and for a variant `v`, or null if only the product decides. */
export type MetafieldCondition = {
  readonly negated: boolean;
  readonly product: string;
  readonly variant: string | null;
};

type Value = NonNullable<MetafieldTest['value']>;

/** One for each metafield: any of its values, and without each of those excluded. */
export function metafieldConditions(
  choice: ProductFilter['metafield'],
  resolved: ResolvedMetafields,
  bind: Bind,
): MetafieldCondition[] {
  const groups = Map.groupBy(
    choice?.any ?? [],
    ({ name, value }) => `${value === null} ${name.toLowerCase()}`,
  );
  return [
    ...[...groups.values()].map((tests) => conditionOf(tests, false, resolved, bind)),
    ...(choice?.none ?? []).map((test) => conditionOf([test], true, resolved, bind)),
  ];
}

function conditionOf(
  tests: readonly MetafieldTest[],
  negated: boolean,
  { named, keys }: ResolvedMetafields,
  bind: Bind,
): MetafieldCondition {
  const attributes = (named[tests[0]?.name.toLowerCase() ?? ''] ?? []).map(metafieldOf);
  const keysOf = (owner: 'product' | 'variant') =>
    attributes.flatMap((attribute) => (attribute.owner === owner ? [attribute.key] : []));
  const [ofProducts, ofVariants] = [keysOf('product'), keysOf('variant')].map((owned) =>
    owned.length === 0 ? null : rowSql(owned, tests, keys, bind),
  ) as [RowSql | null, RowSql | null];
  const own = (of: string) =>
    ofProducts &&
    `exists (select from products own where own.id = ${of}.product_id and ${ofProducts('own')})`;
  const some =
    ofVariants &&
    `exists (select from variants own where own.product_id = f.product_id and ${ofVariants('own')})`;
  return {
    negated,
    product: or([own('f'), some]),
    variant: ofVariants && or([own('v'), ofVariants('v')]),
  };
}

/** On a variant `v`; null if none of them is about variants. */
export function metafieldsOfVariantSql(
  choice: ProductFilter['metafield'],
  resolved: ResolvedMetafields,
  bind: Bind,
): string | null {
  const isOfVariants = ({ name }: MetafieldTest) =>
    resolved.named[name.toLowerCase()]?.some((attribute) => metafieldOf(attribute).owner === 'variant');
  // A parameter that no text mentions has no type.
  const asked = choice && { any: choice.any.filter(isOfVariants), none: choice.none.filter(isOfVariants) };
  const parts = metafieldConditions(asked, resolved, bind).map(
    ({ variant, negated }) => `(${variant}) is ${negated ? 'not ' : ''}true`,
  );
  return parts.length === 0 ? null : parts.join(' and ');
}

const or = (parts: readonly (string | null)[]) => {
  const given = parts.filter((part) => part !== null);
  return given.length === 0 ? 'false' : given.map((part) => `(${part})`).join(' or ');
};

type RowSql = (row: string) => string;

/** For a row with metafields: whether one of the keys meets one of the tests. */
function rowSql(
  owned: readonly string[],
  tests: readonly MetafieldTest[],
  keys: ReadonlyMap<string, string>,
  bind: Bind,
): RowSql {
  const terms = owned.flatMap((key) =>
    tests.flatMap(({ value }) => termsOf(value, keys).map((term) => key + term)),
  );
  const asked = bind([...new Set(terms)]);
  const passes = owned.flatMap((key) => {
    const name = bind(key);
    return tests.map(({ value }) => {
      const test = value && valueSql(value, keys, bind);
      return (row: string) => {
        const held = `(${row}.metafields ->> ${name}::text)`;
        return test ? test(held) : `${row}.metafields ? ${name} and coalesce(${held}, '') = ''`;
      };
    });
  });
  return (row) =>
    `metafield_terms(${row}.metafields) && ${asked}::text[] and (${or(passes.map((passes) => passes(row)))})`;
}

/** For the text that a metafield holds. */
function valueSql(value: Value, keys: ReadonlyMap<string, string>, bind: Bind): (held: string) => string {
  if ('contains' in value) {
    const pattern = bind(escapeLike(value.contains));
    return (held) => `folded(${held}) like '%' || folded(${pattern}) || '%'`;
  }
  if ('is' in value) {
    const key = bind(keys.get(value.is) ?? '');
    const isSame = (held: string) => `filter_key(left(${held}, 1000)) = ${key}`;
    if (!isNumber(value.is)) return isSame;
    const number = bind(value.is);
    return (held) => `(${isSame(held)} or metafield_number(${held}) = ${number}::numeric)`;
  }
  const [from, to] = 'from' in value ? [value.from, value.to] : [value.value, value.value];
  const isDate = !isNumber(from);
  const of = (held: string) =>
    isDate
      ? `(case when ${held} ~ '^\\d{4}-\\d\\d-\\d\\d' then left(${held}, 10) end) collate "C"`
      : `metafield_number(${held})`;
  const type = isDate ? 'text' : 'numeric';
  if ('from' in value) {
    const [first, last] = [bind(from), bind(to)];
    return (held) => `${of(held)} between ${first}::${type} and ${last}::${type}`;
  }
  const bound = bind(value.value);
  return (held) => `${of(held)} ${value.op} ${bound}::${type}`;
}

const isNumber = (text: string) => /^-?\d{1,16}(\.\d{1,9})?$/.test(text);

/** Some of these terms belong to every value that passes. */
function termsOf(value: MetafieldTest['value'], keys: ReadonlyMap<string, string>): string[] {
  if (value === null) return ['!'];
  if ('contains' in value) return [''];
  if ('is' in value) {
    const number = isNumber(value.is) ? numberTerms(Number(value.is), Number(value.is)) : [];
    return [`=${keys.get(value.is) ?? ''}`, ...number];
  }
  const [from, to] =
    'from' in value
      ? [value.from, value.to]
      : value.op.startsWith('<')
        ? [null, value.value]
        : [value.value, null];
  return isNumber(from ?? to ?? '')
    ? numberTerms(Number(from ?? Number.NEGATIVE_INFINITY), Number(to ?? Number.POSITIVE_INFINITY))
    : monthTerms(from, to);
}

const DIGITS = 16;

/** By the first digit, as in metafield_terms(); a term too many does no harm. */
function numberTerms(from: number, to: number): string[] {
  const terms: string[] = [];
  const add = (name: string, least: number, below: number) => {
    if (from <= below && to >= least) terms.push(`~+${name}`);
    if (from <= -least && to >= -below) terms.push(`~-${name}`);
  };
  for (let digit = 0; digit <= 9; digit += 1) add(`.${digit}`, digit / 10, (digit + 1) / 10);
  for (let digits = 1; digits <= DIGITS; digits += 1) {
    const unit = 10 ** (digits - 1);
    for (let first = 1; first <= 9; first += 1) add(`${digits}${first}`, first * unit, (first + 1) * unit);
  }
  return terms;
}

function monthTerms(from: string | null, to: string | null): string[] {
  const [first, last] = [from?.slice(0, 7) ?? '', to?.slice(0, 7) ?? '9'];
  const months = MONTHS.filter((month) => first <= month && month <= last);
  return [
    ...(first < '1970' ? ['@0'] : []),
    ...months.map((month) => `@${month}`),
    ...(last >= '2070' ? ['@9'] : []),
  ];
}

const MONTHS = Array.from({ length: 100 }, (_, year) =>
  Array.from({ length: 12 }, (_, month) => `${1970 + year}-${String(month + 1).padStart(2, '0')}`),
).flat();
