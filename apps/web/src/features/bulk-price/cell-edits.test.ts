import { ApiError, networkError } from '@storefleet/client/api-error';
import type { ListedAttribute } from '@storefleet/contract/attributes/attributes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildResultItem, buildVariant } from '../../testing/builders/build-result-item.ts';
import type { SaveWait } from '../bulk-updates/api/follow-bulk-update.ts';
import { gridRows } from '../products/grid/grid-rows.ts';
import type { CellEdit, SavedCells } from './api/save-cells.ts';
import { CellEdits, type CellValue } from './cell-edits.ts';
import type { SaveOutcome } from './cell-lane.ts';
import { NORMAL_CELL } from './cell-state.ts';
import { type CellId, type EditCell, idOf } from './edit-cell.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const rows = gridRows([
  buildResultItem([
    buildVariant({ id: 'red', title: 'Red', price: '10.00', cost: '4.00' }),
    buildVariant({ id: 'green', title: 'Green', price: '20.00', cost: null }),
  ]),
]);

function cellOf(variant: 'red' | 'green', field: ListedAttribute = 'price'): EditCell {
  const row = rows.find(({ key }) => key === variant);
  if (!row) throw new Error(`There is no row ${variant}.`);
  return { row, field };
}

type Request = {
  edits: readonly CellEdit[];
  wait: (wait: SaveWait | null) => void;
  answer: (outcome: SaveOutcome) => Promise<unknown>;
  fail: (error: Error) => Promise<unknown>;
};

/** Edits whose requests the test answers. */
function startEditing({ proposes = false } = {}) {
  const requests: Request[] = [];
  const held: string[] = [];
  const announced: string[] = [];
  const undone: string[] = [];
  const answered = (sent: readonly CellEdit[], { onWait: wait }: { onWait: Request['wait'] }) =>
    new Promise<SavedCells>((resolve, reject) => {
      const passOn = () => vi.advanceTimersByTimeAsync(0);
      requests.push({
        edits: sent,
        wait,
        answer(outcome) {
          const outcomes = new Map<CellId, SaveOutcome>(sent.map(({ cell }) => [idOf(cell), outcome]));
          resolve({ batchId: `batch ${requests.length}`, outcomes });
          return passOn();
        },
        fail(error) {
          reject(error);
          return passOn();
        },
      });
    });
  const edits = new CellEdits({
    save: answered,
    undo: (batchId, sent, following) => {
      undone.push(batchId);
      return answered(sent, following);
    },
    onValues: (values: readonly CellValue[]) =>
      held.push(...values.map(({ cell, value }) => `${idOf(cell)} ${value}`)),
    announce: (sentence) => announced.push(sentence),
    proposes: () => proposes,
  });
  edits.attach();
  const request = (index: number): Request => {
    const found = requests[index];
    if (!found) throw new Error(`Request ${index} was not sent.`);
    return found;
  };
  return { edits, request, requests, held, announced, undone };
}

const sentBy = ({ edits }: Request) =>
  edits.map(({ cell, value, basedOn }) => `${idOf(cell)} ${basedOn} → ${value}`);

test('a value is sent with its base, shown optimistically, and flashes when saved', async () => {
  const { edits, request, held, announced } = startEditing();
  edits.submit([{ cell: cellOf('red'), value: '11.00' }]);
  expect(sentBy(request(0))).toEqual(['red:price 10.00 → 11.00']);
  expect(edits.stateOf('red:price')).toMatchObject({ status: 'updating' });
  expect(edits.shownValue(cellOf('red'))).toBe('11.00');
  expect(edits.overview().saving).toBe(1);

  await request(0).answer({ kind: 'saved' });
  expect(edits.stateOf('red:price').status).toBe('success');
  expect(held).toEqual(['red:price 11.00']);
  expect(announced).toEqual(['Price of Blue Hat / Red saved: $11.00']);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(edits.stateOf('red:price').status).toBe('success');
  await vi.advanceTimersByTimeAsync(1);
  expect(edits.stateOf('red:price').status).toBe('normal');
});

test('cells are saved in parallel; beyond three requests, edits are queued and batched', async () => {
  const { edits, request, requests } = startEditing();
  const cells = [cellOf('red'), cellOf('red', 'cost'), cellOf('green'), cellOf('green', 'cost')];
  for (const cell of cells) edits.submit([{ cell, value: '1.00' }]);
  edits.submit([{ cell: cellOf('red'), value: '2.00' }]);
  expect(requests.map(sentBy)).toEqual([
    ['red:price 10.00 → 1.00'],
    ['red:cost 4.00 → 1.00'],
    ['green:price 20.00 → 1.00'],
  ]);
  await request(0).answer({ kind: 'saved' });
  expect(sentBy(request(3))).toEqual(['green:cost null → 1.00', 'red:price 1.00 → 2.00']);
});

test('many values are sent in one request and announced in one sentence', async () => {
  const { edits, request, requests, announced } = startEditing();
  edits.submit([
    { cell: cellOf('red'), value: '11.00' },
    { cell: cellOf('green'), value: '21.00' },
  ]);
  expect(requests).toHaveLength(1);
  await request(0).answer({ kind: 'saved' });
  expect(announced).toEqual(['2 values saved.']);
});

test('discarding a conflict ends it', async () => {
  const { edits, request } = startEditing();
  edits.submit([{ cell: cellOf('red'), value: '11.00' }]);
  await request(0).answer({ kind: 'conflict', current: '9.00', message: 'The price is 9.00 by now.' });
  edits.dismiss(['red:price']);
  expect(edits.overview()).toEqual({ saving: 0, problems: [], waits: [], drafts: [] });
});

test('after a lost response the value is kept, and saving it again does not conflict with itself', async () => {
  const { edits, request, announced } = startEditing();
  edits.submit([{ cell: cellOf('red'), value: '11.00' }]);
  await request(0).fail(networkError(new Error('offline')));
  expect(edits.stateOf('red:price').problem).toMatchObject({ kind: 'failed', typed: '11.00' });
  expect(announced.at(-1)).toMatch(
    /Price of Blue Hat \/ Red was not saved\. Network Error\. The value may have been saved/,
  );

  edits.submit([{ cell: cellOf('red'), value: '12.00' }]);
  await request(1).answer({ kind: 'conflict', current: '11.00', message: 'The price is 11.00 by now.' });
  expect(sentBy(request(2))).toEqual(['red:price 11.00 → 12.00']);
});

test('a refusal keeps the value with the server’s message', async () => {
  const { edits, request } = startEditing();
  edits.submit([{ cell: cellOf('red'), value: '11.00' }]);
  const detail = 'Atlas Outdoor is archived: its products cannot be edited.';
  await request(0).fail(new ApiError({ status: 409, code: 'conflict', detail }));
  expect(edits.stateOf('red:price').problem).toEqual({ kind: 'failed', typed: '11.00', message: detail });
  expect(edits.shownValue(cellOf('red'))).toBe('10.00');
});

test('what a save waits for is shown until it continues or ends', async () => {
  const { edits, requests } = startEditing();
  edits.submit([{ cell: cellOf('red'), value: '11.00' }]);
  const wait = { batchId: 'batch', message: 'Waits for a product.' };
  requests[0]?.wait(wait);
  expect(edits.overview().waits).toEqual([wait]);
  requests[0]?.wait(null);
  expect(edits.overview().waits).toEqual([]);
  requests[0]?.wait(wait);
  await requests[0]?.answer({ kind: 'saved' });
  expect(edits.overview().waits).toEqual([]);
});

test('the last save is undone first, including saves of an empty value', async () => {
  const { edits, request, requests, announced, undone } = startEditing();
  edits.undo();
  expect(announced).toEqual(['Nothing to undo.']);
  edits.submit([{ cell: cellOf('green', 'cost'), value: '6.00' }]);
  await request(0).answer({ kind: 'saved' });
  edits.submit([{ cell: cellOf('red', 'sku'), value: '' }]);
  edits.undo();
  await request(1).answer({ kind: 'saved' });
  await request(2).answer({ kind: 'saved' });
  edits.undo();
  edits.undo();
  expect(undone).toEqual(['batch 1', 'batch 3']);
  expect(requests.map(sentBy)).toEqual([
    ['green:cost null → 6.00'],
    ['red:sku HAT-RED → '],
    ['green:cost 6.00 → '],
    ['red:sku  → HAT-RED'],
  ]);
  await request(3).answer({ kind: 'conflict', current: 'HAT-2', message: 'It was changed since.' });
  expect(edits.shownValue(cellOf('red', 'sku'))).toBe('HAT-2');
});

test('users who may only propose collect one value per cell and undo change by change', () => {
  const { edits, requests } = startEditing({ proposes: true });
  const [red, green] = [cellOf('red'), cellOf('green')];
  const drafts = () => edits.overview().drafts.map(({ value, basedOn }) => `${basedOn} -> ${value}`);
  edits.submit([{ cell: red, value: '11.00' }]);
  edits.submit([
    { cell: red, value: '12.00' },
    { cell: green, value: '21.00' },
  ]);
  expect(drafts()).toEqual(['10.00 -> 12.00', '20.00 -> 21.00']);
  edits.submit([{ cell: red, value: '10.00' }]);
  expect([drafts(), edits.shownValue(red)]).toEqual([['20.00 -> 21.00'], '10.00']);
  edits.refuse([{ cell: green, typed: 'x', message: 'No amount.' }]);
  vi.runAllTimers();
  expect(edits.shownValue(green)).toBe('21.00');
  edits.undo();
  expect(drafts()).toEqual(['10.00 -> 12.00', '20.00 -> 21.00']);
  edits.undo();
  expect([drafts(), edits.shownValue(green)]).toEqual([['10.00 -> 11.00'], '20.00']);
  edits.clearDrafts();
  expect([edits.overview().drafts, edits.stateOf(idOf(red)), requests]).toEqual([[], NORMAL_CELL, []]);
});
