import { messages } from '@storefleet/contract/messages';
import { expect, test } from 'vitest';
import { buildSyncStatus } from '../../testing/builders/build-sync-status.ts';
import { describeStage, syncTone } from './sync-words.ts';

const until = { waiting_until: '2026-01-15T09:00:10.000Z' };
const trouble = { waiting_reason: 'db:1433 refuses connections.' };
const exporting = { stage: 'exporting' } as const;

test.each<[string, Parameters<typeof buildSyncStatus>[0], RegExp]>([
  ['nobody has taken up yet', {}, /^Starting$/],
  ['waits for the store’s export', { ...exporting, ...until }, /^Waiting for the store’s export$/],
  ['pauses', { stage: 'reading', ...until }, /^Waiting for the store until \d+:00:10/],
  [
    'has trouble at the store',
    { ...exporting, ...until, ...trouble },
    /^Waiting for the store until \d+:00:10.*: db:1433 refuses connections\.$/,
  ],
  ['tries again', { ...exporting, ...trouble }, /^Trying again: db:1433 refuses connections\.$/],
])('the sentence about a run that %s', (_, fields, words) => {
  expect(describeStage(buildSyncStatus({ status: 'in_progress', ...fields }))).toMatch(words);
});

test('a run that skipped anything, or awaits a decision, is not a plain success', () => {
  const ended = { status: 'completed', message: messages.sync.completed } as const;
  expect(syncTone(buildSyncStatus(ended))).toBe('success');
  for (const left of [{ gaps: true }, { heldBack: 60 }, { skippedRows: 1 }]) {
    const message = messages.sync.completedWith({ gaps: false, heldBack: 0, skippedRows: 0, ...left });
    expect(syncTone(buildSyncStatus({ ...ended, message }))).toBe('warning');
  }
});
