import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildResultItem, buildVariant } from '../../../testing/builders/build-result-item.ts';
import type { PriceEdit } from '../api/save-prices.ts';
import { PriceGridStore } from '../grid/price-grid-store.ts';
import { idOf } from '../price-cell.ts';
import { PriceEdits } from '../price-edits.ts';
import { PriceGrid } from './price-grid.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
});

const items = [
  buildResultItem([
    buildVariant({ id: 'red', title: 'Red', price: '10.00', cost: '4.00' }),
    buildVariant({ id: 'green', title: 'Green', price: '20.00', cost: null }),
    buildVariant({ id: 'blue', title: 'Blue', price: '30.00', cost: '15.00' }),
  ]),
];

/** The titles are links. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() }) as never;

/** The grid with three variants, or those given, and a server that takes every value. */
function openGrid(shown = items) {
  const sent: string[] = [];
  const edits = new PriceEdits({
    save: async (values: readonly PriceEdit[]) => {
      sent.push(...values.map(({ cell, basedOn, value }) => `${idOf(cell)} ${basedOn} → ${value}`));
      return new Map(values.map(({ cell }) => [idOf(cell), { kind: 'saved' }]));
    },
    onValues: () => undefined,
    announce: () => undefined,
  });
  edits.attach();
  const grid = new PriceGridStore();
  const pasted: string[][][] = [];
  render(
    <MantineProvider>
      <RouterContextProvider router={router}>
        <PriceGrid
          items={shown}
          sort={null}
          onSort={() => undefined}
          stale={false}
          edits={edits}
          grid={grid}
          onPasteTable={(table) => pasted.push(table)}
          onSave={(change) => {
            edits.submit([change]);
            return true;
          }}
          onFillDown={() => undefined}
        />
      </RouterContextProvider>
    </MantineProvider>,
  );
  return { sent, pasted, edits, grid };
}

/** The price or cost of a variant, counted from 1 as a person counts the rows below the head. */
function cellAt(row: number, column: 'Price' | 'Cost'): HTMLElement {
  const cells = within(screen.getAllByRole('row')[row] as HTMLElement).getAllByRole('gridcell');
  return cells[column === 'Price' ? 1 : 2] as HTMLElement;
}

const openEditor = () => screen.getByRole<HTMLInputElement>('textbox');
const noEditor = () => expect(screen.queryByRole('textbox')).toBeNull();

function type(text: string) {
  openEditor().value = text;
}

const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

test('leaving the field saves it, and another cell can be opened meanwhile', () => {
  const { sent } = openGrid();
  fireEvent.click(cellAt(1, 'Price'));
  type('11');
  fireEvent.click(cellAt(3, 'Cost'));
  expect(openEditor().getAttribute('aria-label')).toBe('Cost of Blue Hat / Blue in USD');
  expect(sent).toEqual(['red:price 10.00 → 11.00']);
});

test('the arrow keys step an open value by 0.01', () => {
  openGrid();
  fireEvent.click(cellAt(1, 'Price'));
  press('ArrowUp');
  press('ArrowUp');
  press('ArrowDown');
  expect(openEditor().value).toBe('10.01');
});

test('Shift with the arrows or a click selects a range', () => {
  const { grid } = openGrid();
  cellAt(1, 'Price').focus();
  press('ArrowDown', { shiftKey: true });
  press('ArrowRight', { shiftKey: true });
  expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(4);
  fireEvent.click(cellAt(3, 'Price'), { shiftKey: true });
  expect(grid.area()).toEqual({ top: 0, bottom: 2, left: 0, right: 0 });
  noEditor();
});

test('a column is pasted onto the grid, also out of an open field', () => {
  const { pasted } = openGrid();
  const clipboardData = { getData: () => '1\r\n2\r\n' };
  cellAt(1, 'Price').focus();
  fireEvent.paste(cellAt(1, 'Price'), { clipboardData });
  fireEvent.click(cellAt(1, 'Price'));
  fireEvent.paste(openEditor(), { clipboardData });
  noEditor();
  expect(pasted).toEqual([
    [['1'], ['2']],
    [['1'], ['2']],
  ]);
});

test('selected cells are copied as a spreadsheet takes them', () => {
  openGrid();
  cellAt(1, 'Price').focus();
  press('ArrowDown', { shiftKey: true });
  press('ArrowRight', { shiftKey: true });
  const setData = vi.fn();
  fireEvent.copy(cellAt(2, 'Cost'), { clipboardData: { setData } });
  expect(setData).toHaveBeenCalledWith('text/plain', '10.00\t4.00\n20.00\t');
});

test('the margin follows the price while it is saved, and an unknown cost has none', () => {
  openGrid();
  expect(screen.getByText('60.0%')).toBeTruthy();
  expect(screen.getByText('No margin')).toBeTruthy();
  fireEvent.click(cellAt(1, 'Price'));
  type('5');
  press('Enter');
  expect(screen.getByText('20.0%')).toBeTruthy();
});

test('an amount in a currency without decimals is edited without them, in whole steps', () => {
  const yen = { store_currency: 'JPY' };
  const { sent } = openGrid([buildResultItem([buildVariant({ id: 'red', price: '4200.00' })], {}, yen)]);
  fireEvent.click(cellAt(1, 'Price'));
  expect(openEditor().value).toBe('4200');
  press('Enter');
  expect(sent).toEqual([]);
  fireEvent.click(cellAt(1, 'Price'));
  press('ArrowUp');
  expect(openEditor().value).toBe('4201');
  press('Enter');
  expect(sent).toEqual(['red:price 4200.00 → 4201.00']);
});
