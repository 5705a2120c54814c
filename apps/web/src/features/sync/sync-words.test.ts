import { messages } from '@storefleet/contract/messages';
import { expect, test } from 'vitest';
import { buildSyncStatus } from '../../testing/build-sync-status.ts';
import { describeStage, syncTone } from './sync-words.ts';

const waiting = { status: 'in_progress', waiting_until: '2026-01-15T09:00:10.000Z' } as const;

test('a store that prepares its export is waited for, whatever the pauses between two looks', () => {
  const status = buildSyncStatus({ ...waiting, stage: 'exporting' });
  expect(describeStage(status)).toBe('Waiting for the store’s export');
});

test('a pause in any other stage names its end', () => {
  const status = buildSyncStatus({ ...waiting, stage: 'reading' });
  expect(describeStage(status)).toMatch(/^Waiting for the store until \d+:00:10/);
});

test('trouble at the store is told in its words, also while it is tried again', () => {
  const waiting_reason = 'db:1433 refuses connections.';
  const status = buildSyncStatus({ ...waiting, stage: 'exporting', waiting_reason });
  expect(describeStage(status)).toMatch(
    /^Waiting for the store until \d+:00:10.*: db:1433 refuses connections\.$/,
  );
  expect(describeStage({ ...status, waiting_until: null })).toBe(
    'Trying again: db:1433 refuses connections.',
  );
});

test('a run that nobody has taken up yet is starting', () => {
  expect(describeStage(buildSyncStatus({ status: 'in_progress' }))).toBe('Starting');
});

test('a run that left anything out, or to be decided, is no plain success', () => {
  const ended = { status: 'completed', message: messages.sync.completed } as const;
  expect(syncTone(buildSyncStatus(ended))).toBe('success');
  for (const left of [{ gaps: true }, { heldBack: 60 }, { skippedRows: 1 }]) {
    const message = messages.sync.completedWith({ gaps: false, heldBack: 0, skippedRows: 0, ...left });
    expect(syncTone(buildSyncStatus({ ...ended, message }))).toBe('warning');
  }
});
