import { describe, expect, test } from 'vitest';
import { gramsIn } from '../../values/weight.ts';
import {
  CHOSEN_NAME_FIELDS,
  FILTER_STATES,
  MISSING_VALUES,
  NAME_FIELDS,
  NUMBER_FIELDS,
} from './filter-fields.ts';
import { FilterParameter } from './filter-parameter.ts';
import { parseFilterText, printFilter } from './filter-text.ts';
import { ProductFilter } from './product-filter.ts';

describe('a text is parsed as a filter', () => {
  test.each<[string, ProductFilter]>([
    ['vendor:"Quarry Lane"', { vendor: { any: ['Quarry Lane'], none: [] } }],
    ['vendor:a vendor:b', { vendor: { any: ['a', 'b'], none: [] } }],
    ['vendor:a,"b, c",a', { vendor: { any: ['a', 'b, c'], none: [] } }],
    ['VENDOR:"say \\"hi\\""', { vendor: { any: ['say "hi"'], none: [] } }],
    ['tag:new -tag:clearance', { tag: { any: ['new'], none: ['clearance'] } }],
    [
      'store:"Main" type:Shoes status:active',
      {
        store: { any: ['Main'], none: [] },
        type: { any: ['Shoes'], none: [] },
        status: { any: ['active'], none: [] },
      },
    ],
    ['price:<10', { price: { any: [{ op: '<', value: '10' }], none: [] } }],
    [
      'price:<=10.50,>=20',
      {
        price: {
          any: [
            { op: '<=', value: '10.5' },
            { op: '>=', value: '20' },
          ],
          none: [],
        },
      },
    ],
    ['price:10..20', { price: { any: [{ from: '10', to: '20' }], none: [] } }],
    [
      'price:10.. price:..5',
      {
        price: {
          any: [
            { op: '>=', value: '10' },
            { op: '<=', value: '5' },
          ],
          none: [],
        },
      },
    ],
    [
      'stock-at:Warehouse<5,"Main street"=10..20 -stock-at:"A=B>=0"',
      {
        'stock-at': {
          any: [
            { location: 'Warehouse', available: { op: '<', value: '5' } },
            { location: 'Main street', available: { from: '10', to: '20' } },
          ],
          none: [{ location: 'A=B', available: { op: '>=', value: '0' } }],
        },
      },
    ],
    [
      'metafield.custom.material:Oak,"~white, oak" metafield."Care guide":"wool: cold" -metafield.custom.material:ash',
      {
        metafield: {
          any: [
            { name: 'custom.material', value: { is: 'Oak' } },
            { name: 'custom.material', value: { contains: 'white, oak' } },
            { name: 'Care guide', value: { is: 'wool: cold' } },
          ],
          none: [{ name: 'custom.material', value: { is: 'ash' } }],
        },
      },
    ],
    [
      'metafield.a.width:<10,=<5,1..2.50,=7 metafield.a.day:>=2026-11-01,2026-01-01..2026-02-01,2026-11-24',
      {
        metafield: {
          any: [
            { name: 'a.width', value: { op: '<', value: '10' } },
            { name: 'a.width', value: { is: '<5' } },
            { name: 'a.width', value: { from: '1', to: '2.5' } },
            { name: 'a.width', value: { is: '7' } },
            { name: 'a.day', value: { op: '>=', value: '2026-11-01' } },
            { name: 'a.day', value: { from: '2026-01-01', to: '2026-02-01' } },
            { name: 'a.day', value: { is: '2026-11-24' } },
          ],
          none: [],
        },
      },
    ],
    [
      'no:cost,metafield.custom.material -no:"metafield.Care guide"',
      {
        no: { all: ['cost'], none: [] },
        metafield: {
          any: [{ name: 'custom.material', value: null }],
          none: [{ name: 'Care guide', value: null }],
        },
      },
    ],
    [
      'description:linen,"solid oak" -description:~a',
      { description: { any: ['linen', 'solid oak'], none: ['~a'] } },
    ],
    ['stock:0 -stock:<-3', { stock: { any: [{ op: '=', value: '0' }], none: [{ op: '<', value: '-3' }] } }],
    [
      'margin:<20 compare-at:9.9 cost:>1',
      {
        margin: { any: [{ op: '<', value: '20' }], none: [] },
        'compare-at': { any: [{ op: '=', value: '9.9' }], none: [] },
        cost: { any: [{ op: '>', value: '1' }], none: [] },
      },
    ],
    [
      'weight:>1 weight:100g..2LB',
      {
        weight: {
          any: [
            { op: '>', value: '1kg' },
            { from: '100g', to: '2lb' },
          ],
          none: [],
        },
      },
    ],
    ['no:barcode,cost -no:barcode', { no: { all: ['barcode', 'cost'], none: ['barcode'] } }],
    ['is:below-cost -is:never-synced', { is: { all: ['below-cost'], none: ['never-synced'] } }],
    [
      'changed:>2026-10-01 -changed:7d',
      {
        changed: { any: [{ op: '>', date: '2026-10-01' }], none: [{ last: '7d' }] },
      },
    ],
    ['', {}],
  ])('%s', (text, filter) => {
    expect(parseFilterText(text)).toEqual({ filter, words: '', problems: [] });
  });

  test('other words are the text to search for', () => {
    const { filter, words } = parseFilterText('blue  tag:new "size: M" 5" -hat');
    expect({ filter, words }).toEqual({
      filter: { tag: { any: ['new'], none: [] } },
      words: 'blue size: M 5" -hat',
    });
  });
});

test.each([
  [
    'hat colour:red',
    5,
    14,
    'At character 5: there is no filter "colour". Filters are store, vendor, type, status, tag, category, collection, channel, price, compare-at, cost, margin, stock, weight, stock-at, market-price, metafield, description, no, is, changed; put "" around words to search for them.',
  ],
  [
    'price:cheap',
    1,
    11,
    'At character 1: "price:" takes an amount such as <10, >=5, 9.90 or 10..20, not "cheap".',
  ],
  ['price: <10', 1, 6, 'At character 1: "price:" takes an amount such as <10, >=5, 9.90 or 10..20.'],
  [
    'stock-at:Warehouse',
    1,
    18,
    'At character 1: "stock-at:" takes a location and a number such as Warehouse<5 or "Main street=10..20", not "Warehouse".',
  ],
  ['stock:1..2..3', 1, 13, 'At character 1: "stock:" takes a number such as 0, <5 or 10..20, not "1..2..3".'],
  [
    'weight:-1',
    1,
    9,
    'At character 1: "weight:" takes a weight such as >1kg, <500g, 2lb or 1kg..2kg (kg where no unit is given), not "-1".',
  ],
  [
    'no:price',
    1,
    8,
    'At character 1: "no:" takes barcode, cost, sku, title, image, hs-code, origin, seo-title, seo-description, description, category or metafield.custom.material, not "price".',
  ],
  [
    'is:new',
    1,
    6,
    `At character 1: "is:" takes ${FILTER_STATES.slice(0, -1).join(', ')} or not-shipped, not "new".`,
  ],
  [
    'changed:>2026-02-30',
    1,
    19,
    'At character 1: "changed:" takes >2026-10-01 (since that day), <2026-10-01 (before it), 7d or 12h (within that time), not ">2026-02-30".',
  ],
  ['changed:<0000-01-01', 1, 19, expect.stringContaining('not "<0000-01-01"')],
  ['price:20..10', 1, 12, expect.stringContaining('not "20..10"')],
  ['weight:5kg..1kg', 1, 15, expect.stringContaining('not "5kg..1kg"')],
  ['weight:2lb..500g', 1, 16, expect.stringContaining('not "2lb..500g"')],
  ...['price:>1,250', 'cost:<9,90', 'weight:>1,5kg', 'price:0..1,000', 'price:..1,000', 'price:0..9,90'].map(
    (text): [string, number, number, string] => [
      text,
      1,
      text.length,
      'At character 1: a comma separates values: write 1000 instead of 1,000 and 9.90 instead of 9,90, or = before a further value.',
    ],
  ),
  ['vendor:', 1, 7, 'At character 1: "vendor:" takes a name such as "Quarry Lane".'],
  ['vendor:"Quarry', 1, 14, 'At character 1: the quotation mark is not closed; add another " at the end.'],
])('%s is not a filter, and the problem says what to write', (text, first, end, message) => {
  expect(parseFilterText(text).problems).toEqual([{ message, start: first - 1, end }]);
});

test.each(['metafield:Oak', 'metafield.custom.material:', 'metafield.custom.width:<wide'])(
  '%s is not a filter for a metafield',
  (text) => {
    expect(parseFilterText(text).problems).toEqual([
      expect.objectContaining({
        message: expect.stringContaining('takes a name: metafield.custom.material:Oak'),
      }),
    ]);
  },
);

test('a call refuses words and invalid filters', () => {
  const sentences = (text: string) =>
    FilterParameter.safeParse(text).error?.issues.map(({ message }) => message);
  expect(sentences('tag:new hat')).toEqual(['"hat" is no filter: words to search for go into query.']);
  expect(sentences('no:price')).toEqual([
    'At character 1: "no:" takes barcode, cost, sku, title, image, hs-code, origin, seo-title, seo-description, description, category or metafield.custom.material, not "price".',
  ]);
  expect(FilterParameter.parse('tag:new')).toEqual({ tag: { any: ['new'], none: [] } });
});

test('any filter survives printing and parsing', () => {
  const random = seeded(20_261_123);
  for (let run = 0; run < 2_000; run += 1) {
    const filter = anyFilter(random);
    const text = printFilter(filter);
    const { filter: parsed, ...rest } = parseFilterText(text);
    expect([sorted(parsed), rest], text).toEqual([sorted(filter), { words: '', problems: [] }]);
  }
});

/** Metafields are printed name by name. */
function sorted({ metafield, ...filter }: ProductFilter) {
  const texts = Object.entries(metafield ?? {}).map(([list, tests]) => [
    list,
    tests.map((test) => JSON.stringify(test)).sort(),
  ]);
  return { ...filter, metafield: Object.fromEntries(texts) };
}

function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

function anyFilter(random: (below: number) => number): ProductFilter {
  const pick = <Value>(list: readonly Value[]) => list[random(list.length)] as Value;
  const several = <Value>(make: () => Value) => {
    const values = Array.from({ length: random(3) }, make);
    return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
  };
  const pieces = ['a', 'Ü', ' ', ',', '"', '\\', ':', '-', '..', '<', '日', "'", '\t', '%'];
  const name = () =>
    Array.from({ length: 1 + random(5) }, () => pick(pieces))
      .join('')
      .trim() || 'x';
  const number = () => pick(['0', '7', '10.5', '-3', '0.01', '1234567890123.4567']);
  const weight = () => `${pick(['0', '1', '2.5'])}${pick(['kg', 'g', 'lb', 'oz'])}`;
  const range = (...ends: [string, string]) => {
    const sizeOf = (end: string) => Number(gramsIn(end) ?? end);
    const [from, to] = ends.sort((a, b) => sizeOf(a) - sizeOf(b));
    return { from, to };
  };
  const testOf = (value: () => string) => () =>
    random(4) === 0 ? range(value(), value()) : { op: pick(['<', '<=', '>', '>=', '=']), value: value() };
  const change = () =>
    random(2) === 0 ? { last: pick(['7d', '12h']) } : { op: pick(['<', '>']), date: '2026-02-28' };
  const metafieldValues: (() => unknown)[] = [
    () => null,
    () => ({ is: name() }),
    () => ({ contains: name() }),
    () => range('1', number()),
    () => ({ op: pick(['<', '<=', '>', '>=']), value: pick(['2026-02-28', '-1.5']) }),
  ];
  const values: Record<string, () => unknown> = {
    ...Object.fromEntries([...NAME_FIELDS, ...CHOSEN_NAME_FIELDS].map((field) => [field, name])),
    ...Object.fromEntries(
      NUMBER_FIELDS.map((field) => [field, testOf(field === 'weight' ? weight : number)]),
    ),
    'stock-at': () => ({ location: `${name()}x`, available: testOf(number)() }),
    'market-price': () => ({ list: `${name()}x`, price: testOf(number)() }),
    metafield: () => ({ name: pick(['custom.material', 'Care: wool']), value: pick(metafieldValues)() }),
    description: name,
    no: () => pick(MISSING_VALUES),
    is: () => pick(FILTER_STATES),
    changed: change,
  };
  const fields = Object.entries(values).flatMap(([field, make]) => {
    const [asked, none] = [several(make), several(make)];
    if (asked.length + none.length === 0 || random(3) > 0) return [];
    return [[field, field === 'no' || field === 'is' ? { all: asked, none } : { any: asked, none }]];
  });
  return ProductFilter.parse(Object.fromEntries(fields));
}
