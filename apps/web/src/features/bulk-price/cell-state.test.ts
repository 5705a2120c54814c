import { describe, expect, it } from 'vitest';
import { type CellEvent, type CellState, NORMAL_CELL, nextCellState } from './cell-state.ts';

const after = (...events: CellEvent[]): CellState => events.reduce(nextCellState, NORMAL_CELL);

const sending: CellEvent = { type: 'sending', value: '12.00' };
const saved: CellEvent = { type: 'saved', value: '12.00' };
const failed: CellEvent = { type: 'failed', typed: '12.00', message: 'Network Error' };
const refused: CellEvent = { type: 'refused', typed: '12,5', message: 'Write decimals with a point: 12.5.' };
const conflicted: CellEvent = { type: 'conflicted', typed: '12.00', current: '9.00', message: 'Changed.' };
const flashEnded: CellEvent = { type: 'flash-ended' };

describe('a price or cost cell', () => {
  it('shows the new value while it is on its way, and as saved for a while', () => {
    expect(after(sending)).toMatchObject({ status: 'updating', shown: '12.00' });
    expect(after(sending, saved)).toMatchObject({ status: 'success', shown: '12.00', problem: null });
    expect(after(sending, saved, flashEnded)).toEqual(NORMAL_CELL);
  });

  it('keeps what was typed and the reason after the flash of an error', () => {
    expect(after(refused)).toMatchObject({ status: 'error', shown: undefined });
    expect(after(refused, flashEnded)).toMatchObject({
      status: 'normal',
      problem: { kind: 'invalid', typed: '12,5', message: 'Write decimals with a point: 12.5.' },
    });
    expect(after(sending, failed, flashEnded)).toMatchObject({
      status: 'normal',
      saving: false,
      shown: undefined,
      problem: { kind: 'failed', typed: '12.00' },
    });
  });

  it('holds the value of the store and the one that was typed when they are at odds', () => {
    expect(after(sending, conflicted)).toMatchObject({
      status: 'error',
      shown: '9.00',
      problem: { kind: 'conflict', typed: '12.00', current: '9.00' },
    });
  });

  it('is free of its problem once another try begins or it is let go', () => {
    expect(after(refused, sending).problem).toBeNull();
    expect(after(refused, flashEnded, { type: 'dismissed' })).toEqual(NORMAL_CELL);
  });

  it('goes on showing that a value is on its way when a later one is refused', () => {
    expect(after(sending, refused)).toMatchObject({ status: 'error', saving: true, shown: '12.00' });
    expect(after(sending, refused, flashEnded)).toMatchObject({ status: 'updating', shown: '12.00' });
    expect(after(sending, refused, saved)).toMatchObject({ status: 'error', problem: { typed: '12,5' } });
    expect(after(sending, refused, { type: 'dismissed' })).toMatchObject({ status: 'updating' });
  });

  it('is not stopped by the end of an earlier flash', () => {
    expect(after(sending, saved, sending, flashEnded)).toMatchObject({ status: 'updating' });
  });
});
