import { parseFilterText, printFilter } from '@storefleet/contract/catalogue/filter-text';
import {
  FILTER_FIELDS,
  type FilterField,
  type ProductFilter,
} from '@storefleet/contract/catalogue/product-filter';

/** One condition of a filter, such as `vendor:"Quarry Lane"`, and the filter without it. */
export type Condition = { readonly text: string; readonly without: string };

const LABELS: Record<FilterField, string> = {
  store: 'Store',
  vendor: 'Vendor',
  type: 'Type',
  status: 'Status',
  tag: 'Tag',
  price: 'Price',
  'compare-at': 'Compare-at price',
  cost: 'Cost',
  margin: 'Margin %',
  stock: 'Stock',
  weight: 'Weight',
  no: 'No',
  is: 'Is',
  changed: 'Changed',
};

type Lists = Record<string, readonly unknown[]>;

/** The conditions that a filter is made of, in the order in which it is printed. */
export function conditionsOf(filter: string): Condition[] {
  const parsed = parseFilterText(filter).filter;
  return FILTER_FIELDS.flatMap((field) => {
    const lists = (parsed[field] ?? {}) as Lists;
    return Object.entries(lists).flatMap(([list, values]) =>
      values.map((value): Condition => {
        const only = { [field]: { ...emptied(lists), [list]: [value] } } as ProductFilter;
        const rest = { ...lists, [list]: values.filter((other) => other !== value) };
        const isLast = Object.values(rest).every((others) => others.length === 0);
        return {
          text: labelOf(field, list === 'none', printFilter(only)),
          without: printFilter({ ...parsed, [field]: isLast ? undefined : rest } as ProductFilter),
        };
      }),
    );
  });
}

function emptied(lists: Lists): Lists {
  return Object.fromEntries(Object.keys(lists).map((list) => [list, []]));
}

/** "Vendor: Quarry Lane", "not Tag: clearance" */
function labelOf(field: FilterField, negated: boolean, printed: string): string {
  const value = printed.slice(printed.indexOf(':') + 1).replace(/^"(.*)"$/, '$1');
  return `${negated ? 'not ' : ''}${LABELS[field]}: ${value}`;
}

/** The filter with what was typed, or why that is none. */
export function withTyped(filter: string, typed: string): { filter: string } | { problem: string } {
  const { words, problems } = parseFilterText(typed);
  const [problem] = problems;
  if (problem) return { problem: problem.message };
  if (words !== '') {
    return {
      problem: `“${words}” is no filter. Write a field and a value, such as vendor:"Quarry Lane" or price:<10.`,
    };
  }
  return { filter: printFilter(parseFilterText(`${filter} ${typed}`).filter) };
}

/** Whether a name field asks for the value. */
export function asksFor(
  filter: string,
  field: 'store' | 'vendor' | 'type' | 'status' | 'tag',
  value: string,
) {
  const { any = [] } = parseFilterText(filter).filter[field] ?? {};
  return any.some((asked) => asked.toLowerCase() === value.toLowerCase());
}

/** The filter with the value asked for, or not any more. */
export function toggled(
  filter: string,
  field: 'store' | 'vendor' | 'type' | 'status' | 'tag' | 'no' | 'is',
  value: string,
): string {
  const { filter: parsed } = parseFilterText(filter);
  const added = parseFilterText(printFilter({ [field]: listOf(field, [value]) } as ProductFilter)).filter;
  const choice = (parsed[field] ?? listOf(field, [])) as Lists;
  const list = field === 'no' || field === 'is' ? 'all' : 'any';
  const [printed] = ((added[field] ?? {}) as Lists)[list] ?? [value];
  const values = choice[list] ?? [];
  const has = values.some((asked) => String(asked).toLowerCase() === String(printed).toLowerCase());
  const next = has
    ? values.filter((asked) => String(asked).toLowerCase() !== String(printed).toLowerCase())
    : [...values, printed];
  const isEmpty = next.length === 0 && (choice.none ?? []).length === 0;
  return printFilter({
    ...parsed,
    [field]: isEmpty ? undefined : { ...choice, [list]: next },
  } as ProductFilter);
}

function listOf(field: string, values: readonly string[]) {
  return field === 'no' || field === 'is' ? { all: values, none: [] } : { any: values, none: [] };
}
