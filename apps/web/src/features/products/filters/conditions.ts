import {
  type ChosenNameField,
  FILTER_FIELDS,
  type FilterField,
  type NameField,
} from '@storefleet/contract/catalogue/filter/filter-fields';
import { parseFilterText, printFilter } from '@storefleet/contract/catalogue/filter/filter-text';
import type { MetafieldTest, ProductFilter } from '@storefleet/contract/catalogue/filter/product-filter';

/** One condition of a filter, such as `vendor:"Quarry Lane"`, and the filter without it. */
type Condition = { readonly text: string; readonly without: string };

const LABELS: Record<FilterField, string> = {
  store: 'Store',
  vendor: 'Vendor',
  type: 'Type',
  status: 'Status',
  tag: 'Tag',
  category: 'Category',
  collection: 'Collection',
  channel: 'Sales channel',
  price: 'Price',
  'compare-at': 'Compare-at price',
  cost: 'Cost',
  margin: 'Margin %',
  stock: 'Stock',
  weight: 'Weight',
  'stock-at': 'Stock at',
  'market-price': 'Market price',
  metafield: 'Metafield',
  description: 'Description',
  no: 'No',
  is: 'Is',
  changed: 'Changed',
};

type Lists = Readonly<Record<string, readonly unknown[]>>;

/** The filter's conditions in printed order. */
export function conditionsOf(filter: string): Condition[] {
  const parsed = parseFilterText(filter).filter;
  return FILTER_FIELDS.flatMap((field) => {
    const lists: Lists = parsed[field] ?? {};
    return Object.entries(lists).flatMap(([list, values]) =>
      values.map((value): Condition => {
        const none = Object.fromEntries(Object.keys(lists).map((name) => [name, []]));
        return {
          text:
            field === 'metafield'
              ? labelOfMetafield(list === 'none', value as MetafieldTest)
              : labelOf(field, list === 'none', printWith({}, field, { ...none, [list]: [value] })),
          without: printWith(parsed, field, { ...lists, [list]: values.filter((other) => other !== value) }),
        };
      }),
    );
  });
}

/** The filter with other values for a field; a field without values is removed. */
function printWith(filter: ProductFilter, field: FilterField, lists: Lists): string {
  const isEmpty = Object.values(lists).every((values) => values.length === 0);
  return printFilter({ ...filter, [field]: isEmpty ? undefined : lists } as ProductFilter);
}

/** "custom.material: Oak", "No custom.material" */
function labelOfMetafield(negated: boolean, { name, value }: MetafieldTest): string {
  const printed = printFilter({ metafield: { any: [{ name: 'x', value }], none: [] } });
  const shown = printed.slice(printed.indexOf(':') + 1).replace(/^"(.*)"$/, '$1');
  return `${negated ? 'not ' : ''}${value === null ? `No ${name}` : `${name}: ${shown}`}`;
}

/** "Vendor: Quarry Lane", "not Tag: clearance" */
function labelOf(field: FilterField, negated: boolean, printed: string): string {
  const value = printed.slice(printed.indexOf(':') + 1).replace(/^"(.*)"$/, '$1');
  return `${negated ? 'not ' : ''}${LABELS[field]}: ${value}`;
}

/** Why a filter is invalid, or null. */
export function filterProblem(filter: string): string | null {
  return parseFilterText(filter).problems[0]?.message ?? null;
}

/** The filter with the typed text added, or its error. */
export function withTyped(filter: string, typed: string): { filter: string } | { problem: string } {
  const problem = filterProblem(typed);
  if (problem) return { problem };
  const { words } = parseFilterText(typed);
  if (words !== '') {
    return {
      problem: `“${words}” is not a filter. Write a field and a value, such as vendor:"Quarry Lane" or price:<10.`,
    };
  }
  return { filter: printFilter(parseFilterText(`${filter} ${typed}`).filter) };
}

/** Whether the filter includes the value. */
export function asksFor(filter: string, field: NameField | ChosenNameField, value: string) {
  const { any = [] } = parseFilterText(filter).filter[field] ?? {};
  return any.some((asked) => isSame(asked, value));
}

/** The filter with the value toggled. */
export function toggled(
  filter: string,
  field: NameField | ChosenNameField | 'no' | 'is',
  value: string,
): string {
  const parsed = parseFilterText(filter).filter;
  const list = field === 'no' || field === 'is' ? 'all' : 'any';
  const lists: Lists = parsed[field] ?? { [list]: [], none: [] };
  const values = lists[list] ?? [];
  const others = values.filter((asked) => !isSame(String(asked), value));
  const next = others.length === values.length ? [...values, value] : others;
  return printWith(parsed, field, { ...lists, [list]: next });
}

const ANY_AMOUNT = { op: '>=', value: '0' } as const;

/** The price lists of which a filter asks, and the filter that also finds any fixed price on another one. */
export function priceListChoice(filter: string) {
  const parsed = parseFilterText(filter).filter;
  const { any = [], none = [] } = parsed['market-price'] ?? {};
  return {
    has: (list: string) => any.some((test) => isSame(test.list, list)),
    add: (list: string) =>
      printWith(parsed, 'market-price', { any: [...any, { list, price: ANY_AMOUNT }], none }),
  };
}

/** What a filter asks of metafields; null for no value. */
export function metafieldChoice(filter: string) {
  const parsed = parseFilterText(filter).filter;
  const { any = [], none = [] } = parsed.metafield ?? {};
  const isAsked = (key: string, asked: string | null) => (test: MetafieldTest) =>
    isSame(test.name, key) &&
    (asked === null
      ? test.value === null
      : test.value !== null && 'is' in test.value && isSame(test.value.is, asked));
  return {
    names: [...any, ...none].map(({ name }) => name),
    has: (key: string, value: string | null) => any.some(isAsked(key, value)),
    toggle: (key: string, value: string | null) => {
      const others = any.filter((test) => !isAsked(key, value)(test));
      const added: MetafieldTest = { name: key, value: value === null ? null : { is: value } };
      return printWith(parsed, 'metafield', {
        any: others.length === any.length ? [...any, added] : others,
        none,
      });
    },
  };
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
