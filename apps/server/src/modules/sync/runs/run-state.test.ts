import { describe, expect, it } from 'vitest';
import { mayRemove } from '../../catalogue/pages/catalogue-removal.ts';
import {
  gapsIn,
  hasMetAll,
  mayBeReset,
  progressOf,
  type RunEnd,
  type RunLife,
  type RunStatus,
  statusAfter,
} from './run-state.ts';

const NOW = new Date('2026-01-15T09:00:00.000Z');
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const buildLife = (overrides: Partial<RunLife> = {}): RunLife => ({
  status: 'in_progress',
  lease_id: 'lease',
  heartbeat_at: NOW,
  created_at: secondsAgo(3_600),
  ...overrides,
});

describe('statusAfter', () => {
  it.each<[RunStatus, RunEnd, RunStatus | null]>([
    ['in_progress', 'finished', 'completed'],
    ['in_progress', 'broke_off', 'failed'],
    ['in_progress', 'force_stopped', 'failed'],
    ['in_progress', 'reset', 'failed'],
    ['completed', 'force_stopped', null],
    ['completed', 'broke_off', null],
    ['failed', 'finished', null],
    ['failed', 'force_stopped', null],
  ])('%s, %s: %s', (status, end, expected) => expect(statusAfter(status, end)).toBe(expected));
});

describe('mayBeReset', () => {
  it.each([
    ['never synced', null, false, false],
    ['completed', buildLife({ status: 'completed' }), false, false],
    ['failed', buildLife({ status: 'failed' }), false, true],
    ['force stopped', buildLife({ status: 'failed' }), true, true],
    ['alive', buildLife({ heartbeat_at: secondsAgo(60) }), false, false],
    ['without life for more than 60 s', buildLife({ heartbeat_at: secondsAgo(61) }), false, true],
    [
      'never taken up',
      buildLife({ lease_id: null, heartbeat_at: null, created_at: secondsAgo(61) }),
      false,
      true,
    ],
  ])('%s: %#', (_name, run, force_stopped, expected) =>
    expect(mayBeReset({ run, force_stopped }, NOW)).toBe(expected),
  );
});

describe('progressOf', () => {
  it.each([
    [{ status: 'in_progress', processed_products: 0, total_products: 0 }, 0],
    [{ status: 'in_progress', processed_products: 1, total_products: 3 }, 33],
    [{ status: 'in_progress', processed_products: 3, total_products: 3 }, 99],
    [{ status: 'failed', processed_products: 3, total_products: 3 }, 99],
    [{ status: 'completed', processed_products: 0, total_products: 0 }, 100],
  ] as const)('%o is %d percent', (run, percent) => expect(progressOf(run)).toBe(percent));
});

describe('mayRemove', () => {
  it.each([
    [0, 0, true],
    [10, 10, true],
    [11, 110, true],
    [11, 109, false],
    [1_000, 10_000, true],
    [1_001, 10_000, false],
  ])('%d of %d: %s', (vanished, stored, expected) => expect(mayRemove(vanished, stored)).toBe(expected));
});

describe('gapsIn', () => {
  const proof = {
    source: { products: 3, variants: 5 },
    seenProducts: 3,
    stored: { products: 3, variants: 5 },
    goneVariants: 0,
    skippedRows: 0,
    unreadProducts: 0,
    missingIds: [],
  };

  it('finds none where everything is stored, or the source does not say or has less by now', () => {
    expect(gapsIn(proof)).toEqual([]);
    expect(gapsIn({ ...proof, source: { products: null, variants: null } })).toEqual([]);
    expect(gapsIn({ ...proof, source: { products: 2, variants: 4 } })).toEqual([]);
  });

  it('names what could not be read and what is not stored', () => {
    expect(gapsIn({ ...proof, source: { products: 4, variants: 6 }, missingIds: ['p9'] })).toEqual([
      { source_id: 'p9', title: null, reason: 'This product was read and is not stored.' },
      { source_id: null, title: null, reason: 'The store says it has 4 products, and 3 could be read.' },
      { source_id: null, title: null, reason: 'The store says it has 6 variants, and 5 are stored.' },
    ]);
  });

  it('does not tell whether what was not met is gone, unless skipped rows explain all of them', () => {
    expect(hasMetAll(proof)).toBe(true);
    expect(hasMetAll({ ...proof, source: { products: null, variants: null } })).toBe(true);
    const lacking = { ...proof, source: { products: 4, variants: 7 }, skippedRows: 2, unreadProducts: 1 };
    expect(hasMetAll(lacking)).toBe(true);
    expect(hasMetAll({ ...lacking, skippedRows: 1 })).toBe(false);
    expect(hasMetAll({ ...lacking, unreadProducts: 0 })).toBe(false);
    expect(hasMetAll({ ...lacking, missingIds: ['p9'] })).toBe(false);
  });

  it('lacks nothing where variants are fewer because the source gave them up after they were read', () => {
    const fewer = { ...proof, stored: { products: 3, variants: 3 }, goneVariants: 2 };
    expect(gapsIn(fewer)).toEqual([]);
    expect(hasMetAll(fewer)).toBe(true);
    expect(gapsIn({ ...fewer, goneVariants: 1 })).toHaveLength(1);
    expect(hasMetAll({ ...fewer, goneVariants: 1 })).toBe(false);
  });

  it('has no gap where skipped rows explain what is missing', () => {
    const source = { products: 4, variants: 7 };
    const lacking = { ...proof, source, skippedRows: 2, unreadProducts: 1 };
    expect(gapsIn(lacking)).toEqual([]);
    expect(gapsIn({ ...lacking, skippedRows: 1, unreadProducts: 0 })).toHaveLength(2);
  });
});
