import { equalAmounts } from '@storefleet/contract/values/attribute-value';
import { expect, test } from 'vitest';
import { IDLE_LANE, type Lane, queueValue, type SaveOutcome, settleLane, startSending } from './cell-lane.ts';

const settle = (lane: Lane, sent: string, outcome: SaveOutcome) =>
  settleLane(lane, sent, outcome, equalAmounts);

const saved: SaveOutcome = { kind: 'saved' };
const refused: SaveOutcome = { kind: 'failed', message: 'The price is too high.' };
const lost: SaveOutcome = { kind: 'lost', message: 'Network Error' };
const conflict = (current: string): SaveOutcome => ({ kind: 'conflict', current, message: 'Changed.' });

/** A cell showing 10.00 with 11.00 pending, and optionally more values queued. */
const onItsWay = (...later: string[]): Lane =>
  later.reduce(
    (lane, value) => queueValue(lane, value, '11.00'),
    startSending(queueValue(IDLE_LANE, '11.00', '10.00')),
  );

test('replacing an unsent value keeps its base', () => {
  const waiting = queueValue(IDLE_LANE, '11.00', '10.00');
  expect(queueValue(waiting, '12.00', '11.00')).toMatchObject({ basedOn: '10.00', next: '12.00' });
});

test.each<[string, Lane, SaveOutcome, Partial<Lane>, object | null]>([
  ['intermediate values are skipped', onItsWay('12.00', '13.00'), saved, { next: '13.00' }, null],
  [
    'the first value is restored after another was saved',
    onItsWay('10.00'),
    saved,
    { basedOn: '11.00', next: '10.00' },
    null,
  ],
  [
    'nothing is sent after a refusal if the next value equals the store’s',
    onItsWay('10.0'),
    refused,
    {},
    { kind: 'saved', value: '10.0' },
  ],
  [
    'the next value is sent after a refusal, on the old base',
    onItsWay('12.00'),
    refused,
    { basedOn: '10.00', next: '12.00' },
    null,
  ],
  [
    'a conflict stops with the last value typed',
    onItsWay('12.00'),
    conflict('9.00'),
    { basedOn: '9.00', next: null },
    { kind: 'conflict', typed: '12.00', current: '9.00', message: 'Changed.' },
  ],
  [
    'the next value is sent after a lost response',
    onItsWay('10.00'),
    lost,
    { basedOn: '10.00', next: '10.00', unanswered: ['11.00'] },
    null,
  ],
])('%s', (_, lane, outcome, left, verdict) => {
  const settled = settle(lane, '11.00', outcome);
  expect(settled.lane).toMatchObject(left);
  expect(settled.verdict).toEqual(verdict);
});

test('an own value whose response was lost is no conflict', () => {
  const first = settle(onItsWay(), '11.00', lost);
  expect(first.verdict).toMatchObject({ kind: 'failed', typed: '11.00' });
  const again = startSending(queueValue(first.lane, '12.00', '10.00'));
  const second = settle(again, '12.00', conflict('11.00'));
  expect(second.verdict).toBeNull();
  expect(second.lane).toMatchObject({ basedOn: '11.00', next: '12.00' });
  const third = settle(startSending(second.lane), '12.00', conflict('11.50'));
  expect(third.verdict).toMatchObject({ kind: 'conflict', current: '11.50' });
});
