import { BRANDS, NOUNS, TAGS } from './databases/catalogue-generator.ts';

/** What people do with filters, with a different path for nearly each run. */
export function filterCalls(runs: number): { title: string; paths: string[] }[] {
  const calls = (title: string, pathAt: (run: number) => string) => ({
    title,
    paths: Array.from({ length: runs }, (_, run) => pathAt(run)),
  });
  return [
    ...Object.entries(FILTERS).map(([title, filterAt]) =>
      calls(`filter, ${title}`, (run) => searchPath({ filter: filterAt(run) })),
    ),
    ...Object.entries(SORTS).map(([title, columns]) =>
      calls(title, (run) =>
        searchPath({
          filter: `-vendor:${at(BRANDS, run)} stock:<${150 + run}`,
          sort_by: at(columns, run),
          sort_direction: Math.floor(run / columns.length) % 2 === 0 ? 'asc' : 'desc',
        }),
      ),
    ),
    calls('values of every product', (run) => facetsPath(`-tag:"none of ${run}"`)),
    calls('values of every product, asked again', () => '/products/facets'),
    calls('values of what a common filter finds', (run) =>
      facetsPath(FILTERS['a state and prices, a quarter'](run)),
    ),
    calls('search box', (run) => `/products/quick-search?${new URLSearchParams({ query: at(TYPED, run) })}`),
  ];
}

const at = (list: readonly string[], run: number): string => list[run % list.length] ?? '';

const FILTERS = {
  'a vendor, type and price, some 50': (run: number) =>
    `vendor:${at(BRANDS, run)} type:${at(NOUNS, run * 3)} price:<${20 + run}`,
  'a tag and prices, some 80': (run: number) =>
    `tag:${at(TAGS, run)} price:${10 + run}..${(10.4 + run).toFixed(2)}`,
  'a type and tag out of stock, some 500': (run: number) =>
    `stock:0 tag:${at(TAGS, run)} type:${at(NOUNS, run)}`,
  'a state and prices, a quarter': (run: number) => `status:active price:${10 + run}..${100 + run}`,
  'a tag without cost, a twentieth': (run: number) => `no:cost tag:${at(TAGS, run % 5)} price:<${200 + run}`,
  'in stock without a tag, a third': (run: number) =>
    `-tag:${at(TAGS, run)} price:<${100 + run} stock:>${run}`,
};

const SORTS = {
  'most of everything by an indexed column': ['title', 'sku', 'handle', 'barcode', 'price', 'cost'],
  'most of everything by another column': [
    'vendor',
    'product_type',
    'status',
    'tags',
    'updated_at',
    'inventory_quantity',
    'compare_at_price',
    'margin',
    'weight',
    'store_name',
  ],
};

/** Letter by letter, a SKU, a barcode, a vendor, and something without matches. */
const TYPED = [
  ...['a', 'al', 'ald', 'alder', 'aldermoor q', 'lam', 'lamp wa', 'oak'],
  ...['QAH', 'QAH-SHI', 'QBH-LAM-0001', '5073', '50731000', 'clear', 'sale', 'xyzzy'],
];

function searchPath(parameters: Readonly<Record<string, string>>): string {
  return `/products/search?${new URLSearchParams({ query: '', type: 'name', ...parameters })}`;
}

function facetsPath(filter: string): string {
  return `/products/facets?${new URLSearchParams({ filter })}`;
}
