import type { StorePoints } from '@storefleet/contract/stores/points';
import { expect, it } from 'vitest';
import { pointsFree, usedWords } from './points-words.ts';

const AT = '2026-11-24T10:00:00.000Z';
const points: StorePoints = {
  store_id: '0190a000-0000-7000-8000-000000000001',
  maximum: 2_000,
  available: 500,
  restore_rate: 100,
  measured_at: AT,
  used_since: AT,
  floor: 100,
  used: { syncs: 1_250, edits: 0, webhooks: 12 },
};

it.each([
  [-5, 500],
  [0, 500],
  [3, 800],
  [60, 2_000],
])('%i s after the shop’s response, %i points are available', (seconds, free) => {
  expect(pointsFree(points, Date.parse(AT) + seconds * 1_000)).toBe(free);
});

it('names who spends points, and nobody if none were spent', () => {
  expect(usedWords(points)).toBe('Spent in the last minute of use: syncs 1,250 · webhooks 12');
  expect(usedWords({ ...points, used: { syncs: 0, edits: 0, webhooks: 0 } })).toBeNull();
});
