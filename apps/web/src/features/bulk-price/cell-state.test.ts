import { describe, expect, it } from 'vitest';
import { type CellEvent, type CellState, NORMAL_CELL, nextCellState } from './cell-state.ts';

const after = (...events: CellEvent[]): CellState => events.reduce(nextCellState, NORMAL_CELL);

const sending: CellEvent = { kind: 'sending', value: '12.00' };
const saved: CellEvent = { kind: 'saved', value: '12.00' };
const refused: CellEvent = { kind: 'invalid', typed: '12,5', message: 'Write decimals with a point: 12.5.' };
const flashEnded: CellEvent = { kind: 'flash-ended' };

describe('a price or cost cell', () => {
  it('keeps showing a pending value when a later one is refused', () => {
    expect(after(sending, refused)).toMatchObject({ status: 'error', saving: true, shown: '12.00' });
    expect(after(sending, refused, flashEnded)).toMatchObject({ status: 'updating', shown: '12.00' });
    expect(after(sending, refused, saved)).toMatchObject({ status: 'error', problem: { typed: '12,5' } });
    expect(after(sending, refused, { kind: 'dismissed' })).toMatchObject({ status: 'updating' });
  });

  it('ignores the end of an earlier flash', () => {
    expect(after(sending, saved, sending, flashEnded)).toMatchObject({ status: 'updating' });
  });
});
