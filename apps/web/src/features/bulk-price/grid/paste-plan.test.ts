import { describe, expect, it } from 'vitest';
import { buildResultItem, buildVariant } from '../../../testing/builders/build-result-item.ts';
import { COLUMNS } from '../../products/grid/columns.ts';
import { type GridRow, gridRows } from '../../products/grid/grid-rows.ts';
import { storedValue } from '../edit-cell.ts';
import type { GridArea } from './grid-position.ts';
import {
  needsQuestion,
  type PastePlan,
  type PlannedPaste,
  planFillDown,
  planPaste,
  planTyped,
} from './paste-plan.ts';

/** Rows priced 1.00, 2.00, … with a cost of 0.50 each. */
function rowsOf(count: number, currency = 'USD'): GridRow[] {
  const variants = Array.from({ length: count }, (_, index) =>
    buildVariant({ id: `variant-${index}`, price: `${index + 1}.00`, cost: '0.50' }),
  );
  return gridRows([buildResultItem(variants, {}, { store_currency: currency })]);
}

const columns = [COLUMNS.price, COLUMNS.cost];
const gridOf = (rows: GridRow[]) => ({ rows, columns, shownValue: storedValue });

const areaOf = (top: number, bottom: number, left: number, right: number): GridArea => {
  return { top, bottom, left, right };
};
const cell = (row: number, column: number) => areaOf(row, row, column, column);

function planned(result: PlannedPaste): PastePlan {
  if (!result.ok) throw new Error(result.message);
  return result.plan;
}

const written = (plan: PastePlan) =>
  plan.changes.map(({ cell: { row, field }, value }) => `${row.key} ${field} ${value}`);

describe('pasting into the grid', () => {
  it.each<[string, string[][], GridArea, string[], Partial<PastePlan>]>([
    [
      'a copied column goes down from one cell',
      [['9'], ['8.5'], ['7.25']],
      cell(1, 0),
      ['1 price 9.00', '2 price 8.50', '3 price 7.25'],
      { refusals: [], unchanged: 0, blank: 0, left: 0 },
    ],
    [
      'two columns fill price and cost',
      [
        ['9', '3'],
        ['8', '2'],
      ],
      cell(0, 0),
      ['0 price 9.00', '0 cost 3.00', '1 price 8.00', '1 cost 2.00'],
      {},
    ],
    [
      'one value goes into every selected cell',
      [['9']],
      areaOf(1, 2, 0, 1),
      ['1 price 9.00', '1 cost 9.00', '2 price 9.00', '2 cost 9.00'],
      {},
    ],
    [
      'a table is clipped to a multi-row selection, and the remaining lines are counted',
      [['9'], ['8'], ['7'], ['6']],
      areaOf(0, 1, 0, 0),
      ['0 price 9.00', '1 price 8.00'],
      { left: 2 },
    ],
    [
      'lines beyond the last row are counted',
      [['9'], ['8'], ['7']],
      cell(4, 0),
      ['4 price 9.00'],
      { left: 2 },
    ],
    ['amounts are parsed as a spreadsheet shows them', [['$1,234.50']], cell(0, 0), ['0 price 1234.50'], {}],
  ])('%s', (_, table, area, values, rest) => {
    const plan = planned(planPaste(table, area, gridOf(rowsOf(5))));
    expect(written(plan)).toEqual(values.map((value) => `variant-${value}`));
    expect(plan).toMatchObject(rest);
    expect(needsQuestion({ ...plan, warnings: [] })).toBe(plan.left > 0);
  });

  it('marks invalid values, skips blank ones and counts unchanged ones', () => {
    const plan = planned(planPaste([['1.0'], [''], ['12,5'], ['-3'], ['7']], cell(0, 0), gridOf(rowsOf(5))));
    expect(plan).toMatchObject({ unchanged: 1, blank: 1 });
    expect(plan.refusals.map(({ typed, message }) => [typed, message])).toEqual([
      ['12,5', 'Write decimals with a point: 12.5.'],
      ['-3', 'An amount must be at least 0.'],
    ]);
    expect(written(plan)).toEqual(['variant-4 price 7.00']);
  });

  it.each([
    [[], cell(0, 0), /Nothing to paste/],
    [[['1', '2', '3']], cell(0, 0), /holds 3 columns/],
    [[['1', '2']], cell(0, 1), /from here on there is 1/],
  ] as const)('refuses %j with a message', (table, area, message) => {
    const result = planPaste(table, area, gridOf(rowsOf(2)));
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(message) });
  });

  it('asks before pasting many values or amounts in another currency', () => {
    const few = planned(planPaste([['1.2'], ['2.2']], cell(0, 0), gridOf(rowsOf(6))));
    expect(needsQuestion(few)).toBe(false);
    const many = planned(
      planPaste(
        Array.from({ length: 6 }, () => ['9']),
        cell(0, 0),
        gridOf(rowsOf(6)),
      ),
    );
    expect(needsQuestion(many)).toBe(true);
    const mixed = gridOf([...rowsOf(1, 'USD'), ...rowsOf(2, 'EUR').slice(1)]);
    expect(needsQuestion(planned(planPaste([['1.2'], ['1.3']], cell(0, 0), mixed)))).toBe(true);
  });
});

describe('pasting lines that start with a code', () => {
  const rows = gridRows([
    buildResultItem([
      buildVariant({ id: 'a', sku: 'A-1', barcode: null, price: '1.00', cost: '0.50' }),
      buildVariant({ id: 'b', sku: null, barcode: '4006381333931', price: '2.00', cost: '0.50' }),
    ]),
    buildResultItem([buildVariant({ id: 'c', sku: 'a-1', barcode: null, price: '3.00' })], { id: 'other' }),
  ]);

  it('matches lines to rows by code, in any order and in every store', () => {
    const table = [
      ['SKU', 'Price'],
      ['4006381333931', '2.20'],
      ['a-1', '1.10'],
    ];
    const plan = planned(planPaste(table, cell(2, 0), gridOf(rows)));
    expect(written(plan)).toEqual(['b price 2.20', 'a price 1.10', 'c price 1.10']);
    expect(plan).toMatchObject({ byCode: true, left: 1 });
    expect(needsQuestion(plan)).toBe(true);
  });

  it('pastes by position if codes are the content, or most are unknown', () => {
    const table = [
      ['A-1', '9'],
      ['Z-1', '8'],
      ['Z-2', '7'],
    ];
    expect(planned(planPaste(table, cell(0, 0), gridOf(rows))).byCode).toBe(false);
    const skus = { ...gridOf(rows), columns: [COLUMNS.sku, COLUMNS.price] };
    const plan = planned(planPaste(table.slice(0, 1), cell(1, 0), skus));
    expect(written(plan)).toEqual(['b sku A-1', 'b price 9.00']);
  });
});

it('skips read-only cells, and writes a product value once', () => {
  const grid = { ...gridOf(rowsOf(3)), columns: [COLUMNS.vendor, COLUMNS.margin, COLUMNS.price] };
  const plan = planned(planPaste([['Quarry Lane', '7', '1.1']], areaOf(0, 1, 0, 0), grid));
  expect(written(plan)).toEqual(['variant-0 vendor Quarry Lane', 'variant-0 price 1.10']);
  const filled = planned(planPaste([['Quarry Lane']], areaOf(0, 2, 0, 1), grid));
  expect(filled.changes).toHaveLength(1);
  expect(filled.currencies).toEqual([]);
});

describe('filling down', () => {
  it('fills the first selected row into the others, column by column', () => {
    const plan = planned(planFillDown(areaOf(1, 3, 0, 1), gridOf(rowsOf(5))));
    expect(written(plan)).toEqual(['variant-2 price 2.00', 'variant-3 price 2.00']);
    expect(plan.unchanged).toBe(2);
  });

  it('asks before filling an amount into another currency', () => {
    const grid = gridOf([...rowsOf(1, 'USD'), ...rowsOf(2, 'EUR')]);
    const plan = planned(planFillDown(areaOf(0, 2, 0, 0), grid));
    expect(written(plan)).toEqual(['variant-1 price 1.00']);
    expect(plan.currencies).toEqual(['EUR', 'USD']);
    expect(needsQuestion(plan)).toBe(true);
  });

  it('fills a single cell from above', () => {
    expect(written(planned(planFillDown(cell(2, 0), gridOf(rowsOf(5)))))).toEqual(['variant-2 price 2.00']);
    expect(planFillDown(cell(0, 0), gridOf(rowsOf(5))).ok).toBe(false);
  });
});

it.each<[string, 'price' | 'cost', string, PastePlan['warnings']]>([
  ['nothing', 'price', '0.00', ['zero_price', 'below_cost', 'large_change']],
  ['less than the cost', 'price', '0.49', ['below_cost', 'large_change']],
  ['a cost above the price', 'cost', '1.01', ['below_cost', 'large_change']],
  ['a little less', 'price', '0.90', []],
])('asks about a suspicious typed value: %s', (_, field, value, warnings) => {
  const [row] = rowsOf(1);
  if (!row) throw new Error('There is no row.');
  const typed = { row, field };
  const plan = planTyped({ cell: typed, value, shown: storedValue(typed) }, storedValue);
  expect(plan.warnings).toEqual(warnings);
  expect(needsQuestion(plan)).toBe(warnings.length > 0);
});

it('asks about a few pasted values, comparing price and cost of a variant', () => {
  const plan = planned(planPaste([['1.40', '1.45']], cell(0, 0), gridOf(rowsOf(2))));
  expect(plan.warnings).toEqual(['below_cost', 'large_change']);
  expect(needsQuestion(plan)).toBe(true);
});
