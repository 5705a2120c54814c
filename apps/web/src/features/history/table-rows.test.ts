import { expect, it } from 'vitest';
import { buildHistoryRecord } from '../../testing/builders/build-history-record.ts';
import { historyTableRows } from './table-rows.ts';

let changes = 0;
function change(batch_id: string, batch_size: number) {
  changes += 1;
  return buildHistoryRecord({ id: String(changes), batch_id, batch_size });
}

const shape = (records: Parameters<typeof historyTableRows>[0]) =>
  historyTableRows(records).map((row) =>
    row.kind === 'batch' ? row.record.batch_id : `${row.inBatch ? '- ' : ''}${row.record.batch_id}`,
  );

it('groups a batch’s changes under a heading, but not a single change', () => {
  expect(shape([change('a', 3), change('a', 3), change('b', 1), change('c', 2)])).toEqual([
    'a',
    '- a',
    '- a',
    'b',
    'c',
    '- c',
  ]);
});

it('repeats headings when parallel batches alternate', () => {
  const rows = historyTableRows([change('a', 2), change('b', 2), change('a', 2)]);
  expect(rows.map(({ kind }) => kind)).toEqual(['batch', 'record', 'batch', 'record', 'batch', 'record']);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(6);
});
