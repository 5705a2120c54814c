import { expect, test } from 'vitest';
import { HistoryQuery, UndoRequest } from './history.ts';

const id = '0199a6a0-0000-7000-8000-000000000001';

const NO_DATE = 'Must be a date such as 2026-01-31, or a time such as 2026-01-31T08:00:00Z.';

test('the history starts on its first page of 50, unfiltered', () => {
  expect(HistoryQuery.parse({ store_id: '', user_id: '', start_date: '', end_date: '' })).toEqual({
    page: 1,
    page_size: 50,
    view_all: false,
  });
});

test('days are inclusive: one day alone is a range', () => {
  const query = { start_date: '2026-02-28', end_date: '2026-02-28', view_all: 'true' };
  expect(HistoryQuery.parse(query)).toMatchObject({ ...query, view_all: true });
});

test.each(['2026-02-28T08:00:00Z', '2026-02-28T08:00:00.123+05:30', '2026-02-28T08:00'])(
  'a moment is a limit as a day is: %s',
  (start_date) => expect(HistoryQuery.parse({ start_date })).toMatchObject({ start_date }),
);

test.each([
  [{ start_date: '2026-02-30' }, NO_DATE],
  [{ end_date: '2026-02-28T25:00:00Z' }, NO_DATE],
  [{ page: '0' }, 'page must be a whole number of at least 1.'],
  [{ page_size: '5001' }, 'page_size must be a whole number from 1 to 5000.'],
  [{ store_id: 'first' }, 'This is not a valid id.'],
])('the query %j is refused', (query, sentence) => {
  expect(HistoryQuery.safeParse(query).error?.issues.map(({ message }) => message)).toEqual([sentence]);
});

test('an undo names single changes or a batch, not both and not neither', () => {
  expect(UndoRequest.safeParse({ batch_id: id }).success).toBe(true);
  expect(UndoRequest.safeParse({ record_ids: [id] }).success).toBe(true);
  for (const request of [{}, { batch_id: id, record_ids: [id] }]) {
    expect(UndoRequest.safeParse(request).error?.issues[0]?.message).toBe(
      'Send one of record_ids, batch_id and filters.',
    );
  }
});
