import { describe, expect, it } from 'vitest';
import { IDLE_LANE, type Lane, queueValue, type SaveOutcome, settleLane, startSending } from './cell-lane.ts';

const saved: SaveOutcome = { kind: 'saved' };
const refused: SaveOutcome = { kind: 'failed', message: 'The price is too high.' };
const lost: SaveOutcome = { kind: 'lost', message: 'Network Error' };
const conflict = (current: string | null): SaveOutcome => ({
  kind: 'conflict',
  current,
  message: 'Changed.',
});

/** A cell showing 10.00 whose value is on its way, and perhaps a later one behind it. */
function onItsWay(value: string, later?: string): Lane {
  const lane = startSending(queueValue(IDLE_LANE, value, '10.00'));
  return later === undefined ? lane : queueValue(lane, later, value);
}

describe('the values of a cell on their way to the store', () => {
  it('leave out what was typed in between', () => {
    const lane = queueValue(onItsWay('11.00', '12.00'), '13.00', '12.00');
    expect(settleLane(lane, '11.00', saved).lane.next).toBe('13.00');
  });

  it('keep their base when an edit changes its mind before it was sent', () => {
    const waiting = queueValue(IDLE_LANE, '11.00', '10.00');
    expect(queueValue(waiting, '12.00', '11.00')).toMatchObject({ basedOn: '10.00', next: '12.00' });
  });

  it('bring the first value back after it was saved in between', () => {
    const { lane, verdict } = settleLane(onItsWay('11.00', '10.00'), '11.00', saved);
    expect(verdict).toBeNull();
    expect(lane).toMatchObject({ basedOn: '11.00', next: '10.00' });
  });

  it('send nothing more when the first was refused and the second is what the store holds', () => {
    expect(settleLane(onItsWay('11.00', '10.0'), '11.00', refused).verdict).toEqual({
      kind: 'saved',
      value: '10.0',
    });
  });

  it('send the second although the first was refused, on the old base', () => {
    expect(settleLane(onItsWay('11.00', '12.00'), '11.00', refused).lane).toMatchObject({
      basedOn: '10.00',
      next: '12.00',
    });
  });

  it('stop at a conflict with the last value typed', () => {
    const { lane, verdict } = settleLane(onItsWay('11.00', '12.00'), '11.00', conflict('9.00'));
    expect(verdict).toEqual({ kind: 'conflict', typed: '12.00', current: '9.00', message: 'Changed.' });
    expect(lane).toMatchObject({ basedOn: '9.00', next: null });
  });

  it('are no conflict with a value of their own whose answer was lost', () => {
    const first = settleLane(onItsWay('11.00'), '11.00', lost);
    expect(first.verdict).toMatchObject({ kind: 'failed', typed: '11.00' });
    const again = startSending(queueValue(first.lane, '12.00', '10.00'));
    const second = settleLane(again, '12.00', conflict('11.00'));
    expect(second.verdict).toBeNull();
    expect(second.lane).toMatchObject({ basedOn: '11.00', next: '12.00' });
    const third = settleLane(startSending(second.lane), '12.00', conflict('11.50'));
    expect(third.verdict).toMatchObject({ kind: 'conflict', current: '11.50' });
  });

  it('go on with a later value when an answer was lost', () => {
    const { lane, verdict } = settleLane(onItsWay('11.00', '10.00'), '11.00', lost);
    expect(verdict).toBeNull();
    expect(lane).toMatchObject({ basedOn: '10.00', next: '10.00', unanswered: ['11.00'] });
  });
});
