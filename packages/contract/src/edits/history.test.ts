import { expect, test } from 'vitest';
import { HistoryQuery, UndoRequest } from './history.ts';

const id = '0199a6a0-0000-7000-8000-000000000001';

test.each(['2026-02-28T08:00:00Z', '2026-02-28T08:00:00.123+05:30', '2026-02-28T08:00'])(
  'a moment is a limit as a day is: %s',
  (start_date) => expect(HistoryQuery.parse({ start_date })).toMatchObject({ start_date }),
);

test('an undo names either changes or a batch', () => {
  expect(UndoRequest.safeParse({ batch_id: id }).success).toBe(true);
  expect(UndoRequest.safeParse({ record_ids: [id] }).success).toBe(true);
  for (const request of [{}, { batch_id: id, record_ids: [id] }]) {
    expect(UndoRequest.safeParse(request).error?.issues[0]?.message).toBe(
      'Send one of record_ids, batch_id and filters.',
    );
  }
});
