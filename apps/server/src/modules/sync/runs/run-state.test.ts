import { describe, expect, it } from 'vitest';
import { gapsIn, hasMetAll, mayBeReset, progressOf, secondsLeft } from './run-state.ts';

const NOW = new Date('2026-01-15T09:00:00.000Z');
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const RUN = { status: 'in_progress', heartbeat_at: NOW, created_at: secondsAgo(3_600) } as const;

it.each([
  ['never synced', null, false],
  ['completed', { ...RUN, status: 'completed' } as const, false],
  ['failed', { ...RUN, status: 'failed' } as const, true],
  ['a heartbeat 60 s ago', { ...RUN, heartbeat_at: secondsAgo(60) }, false],
  ['none for more than 60 s', { ...RUN, heartbeat_at: secondsAgo(61) }, true],
  ['never claimed', { ...RUN, heartbeat_at: null, created_at: secondsAgo(61) }, true],
])('a run may be reset: %s', (_name, run, expected) => {
  expect(mayBeReset({ run, forceStopped: false }, NOW)).toBe(expected);
});

it.each([
  [{ status: 'in_progress', processed_products: 0, total_products: 0 }, 0],
  [{ status: 'in_progress', processed_products: 1, total_products: 3 }, 33],
  [{ status: 'in_progress', processed_products: 3, total_products: 3 }, 99],
  [{ status: 'failed', processed_products: 3, total_products: 3 }, 99],
  [{ status: 'completed', processed_products: 0, total_products: 0 }, 100],
] as const)('%o is %d percent', (run, percent) => expect(progressOf(run)).toBe(percent));

it.each([
  ['at its pace', {}, 150],
  ['none while the source exports', { stage: 'exporting' } as const, null],
  ['none before the second page', { paced_from: secondsAgo(0), paced_from_products: 500 }, null],
  ['none for a pace of a moment', { paced_from: secondsAgo(2) }, null],
  ['none for a fiftieth of the products', { paced_from_products: 481 }, null],
  ['none where all are read', { processed_products: 1_000 }, null],
  ['none before anything is read', { paced_from: null, paced_from_products: null, paced_until: null }, null],
])('time left: %s', (_name, differently, seconds) => {
  const run = {
    ...({ stage: 'reading', processed_products: 500, total_products: 1_000 } as const),
    ...{ paced_from: secondsAgo(120), paced_from_products: 100, paced_until: NOW },
  };
  expect(secondsLeft({ ...run, ...differently })).toBe(seconds);
});

describe('the verification of a run', () => {
  const proof = {
    source: { products: 3, variants: 5 },
    seenProducts: 3,
    stored: { products: 3, variants: 5 },
    goneVariants: 0,
    skippedRows: 0,
    unreadProducts: 0,
    missingIds: [],
  };
  const lacking = { ...proof, source: { products: 4, variants: 7 }, skippedRows: 2, unreadProducts: 1 };
  const fewer = { ...proof, stored: { products: 3, variants: 3 }, goneVariants: 2 };

  it.each([
    ['where everything is stored', proof],
    ['where the source gives no counts', { ...proof, source: { products: null, variants: null } }],
    ['where the source has less by now', { ...proof, source: { products: 2, variants: 4 } }],
    ['where skipped rows account for what is missing', lacking],
    ['where the source deleted variants after they were read', fewer],
  ])('has no gap, and products it did not see are gone, %s', (_case, complete) => {
    expect(gapsIn(complete)).toEqual([]);
    expect(hasMetAll(complete)).toBe(true);
  });

  it.each([
    ['one skipped row too few', { ...lacking, skippedRows: 1 }, 1],
    ['skipped rows of unknown products', { ...lacking, unreadProducts: 0 }, 0],
    ['fewer skipped rows, of unknown products', { ...lacking, skippedRows: 1, unreadProducts: 0 }, 2],
    ['a product that was read and is not stored', { ...lacking, missingIds: ['p9'] }, 1],
    ['fewer variants than the source deleted', { ...fewer, goneVariants: 1 }, 1],
  ])('does not say what is gone: %s', (_case, incomplete, gaps) => {
    expect(gapsIn(incomplete)).toHaveLength(gaps);
    expect(hasMetAll(incomplete)).toBe(false);
  });

  it('names what could not be read and what is not stored', () => {
    expect(gapsIn({ ...proof, source: { products: 4, variants: 6 }, missingIds: ['p9'] })).toEqual([
      { source_id: 'p9', title: null, reason: 'This product was read and is not stored.' },
      { source_id: null, title: null, reason: 'The store says it has 4 products, and 3 could be read.' },
      { source_id: null, title: null, reason: 'The store says it has 6 variants, and 5 are stored.' },
    ]);
  });
});
