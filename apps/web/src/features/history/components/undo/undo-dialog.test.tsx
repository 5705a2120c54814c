import { MantineProvider } from '@mantine/core';
import type { UndoPreview } from '@storefleet/contract/catalogue/history';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ApiClient } from '../../../../lib/api/api-client.ts';
import { ApiProvider } from '../../../../lib/api/api-context.ts';
import { ApiError, networkError } from '../../../../lib/api/api-error.ts';
import { createQueryClient } from '../../../../lib/api/query-client.ts';
import { buildHistoryRecord } from '../../../../testing/builders/build-history-record.ts';
import type { UndoSubject } from '../../api/undo.ts';
import { UndoDialog } from './undo-dialog.tsx';

const BATCH: UndoSubject = { kind: 'batch', batchId: 'b', size: 3 };

const restorable = buildHistoryRecord({ id: 'r1' });
const changedSince = buildHistoryRecord({
  id: 'r2',
  product_details: { title: 'Mug', variant_title: null, sku: null },
});
const gone = buildHistoryRecord({
  id: 'r3',
  product_details: { title: 'Tent', variant_title: null, sku: null },
});

const preview: UndoPreview = {
  restorable: [restorable],
  restorable_count: 1,
  uncertain: [],
  uncertain_count: 0,
  conflicts: [
    {
      record: changedSince,
      current_value: '13.00',
      changed_by: { id: 'p', name: 'Ben', email: 'ben@example.com' },
      changed_at: '2026-03-02T10:00:00.000Z',
      reason: 'It was changed again since.',
      can_include: true,
    },
    {
      record: gone,
      current_value: null,
      changed_by: null,
      changed_at: null,
      reason: 'This product does not exist any more.',
      can_include: false,
    },
  ],
  conflicts_count: 2,
};

type Answers = { preview: UndoPreview | Error; undo?: Error };

function open(subject: UndoSubject, answers: Answers) {
  const asked: { id: string; body: unknown }[] = [];
  const keys: unknown[] = [];
  const failures = [answers.undo ?? []].flat();
  const api = {
    call: async (id: string, { body, headers }: { body: unknown; headers?: Record<string, string> }) => {
      asked.push({ id, body });
      if (headers) keys.push(headers['idempotency-key']);
      const answer =
        id === 'history.previewUndo'
          ? answers.preview
          : (failures.shift() ?? { batch_id: 'u', restoring: 2, conflicts: [] });
      if (answer instanceof Error) throw answer;
      return answer;
    },
  } as unknown as ApiClient;
  const onStarted = vi.fn();
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <ApiProvider value={api}>
        <QueryClientProvider client={createQueryClient()}>
          <UndoDialog subject={subject} onClose={onClose} onStarted={onStarted} />
        </QueryClientProvider>
      </ApiProvider>
    </MantineProvider>,
  );
  return { asked, keys, onStarted, onClose };
}

test('asks for itself whether values are restored of which it is not certain what they were', async () => {
  const uncertain = buildHistoryRecord({ id: 'r4', old_value_known: false });
  const { asked, onStarted } = open(BATCH, {
    preview: {
      ...preview,
      restorable: [],
      restorable_count: 0,
      uncertain: [uncertain],
      uncertain_count: 2_605,
      conflicts: [],
      conflicts_count: 0,
    },
  });
  expect(await screen.findByText('Nothing is written back unless you confirm it.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo 0 changes' })).toHaveProperty('disabled', true);
  fireEvent.click(
    screen.getByRole('checkbox', { name: 'Restore 2,605 values of which it is not certain what they were' }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Undo 2,605 changes' }));
  await vi.waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
  expect(asked.at(-1)?.body).toEqual({ batch_id: 'b', include_record_ids: [], include_uncertain: true });
});

test('cannot be pressed where nothing is left to restore, and begins on Cancel', async () => {
  const nothing = {
    ...preview,
    restorable: [],
    restorable_count: 0,
    conflicts: preview.conflicts.slice(1),
    conflicts_count: 1,
  };
  const { onClose } = open(
    { kind: 'record', recordId: 'r3', batchId: 'b', name: 'Price of Tent' },
    { preview: nothing },
  );
  const button = await screen.findByRole('button', { name: 'Undo 0 changes' });
  expect(button).toHaveProperty('disabled', true);
  expect(screen.getByText('This product does not exist any more.')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});

test('stays open with the reason when the undo is refused', async () => {
  const refusal = new ApiError({
    status: 409,
    code: 'conflict',
    detail: 'Nothing was undone. It was undone already.',
  });
  const { onStarted } = open(BATCH, { preview, undo: refusal });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo 1 change' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Nothing was undone. It was undone already.');
  expect(onStarted).not.toHaveBeenCalled();
});

test('sends the same request again after a lost answer, so that nothing is undone twice', async () => {
  const { keys, onStarted } = open(BATCH, { preview, undo: networkError(new Error('cut off')) });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo 1 change' }));
  await screen.findByText(/The undo may have been started\. Try again: it is not done twice\.$/);
  fireEvent.click(screen.getByRole('button', { name: 'Undo 1 change' }));
  await vi.waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test('offers to look again when the look failed', async () => {
  const failure = new ApiError({ status: 404, code: 'batch_not_found', detail: 'There is no such batch.' });
  const { asked } = open(BATCH, { preview: failure });
  expect((await screen.findByRole('alert')).textContent).toContain('There is no such batch.');
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
});

test('gives the focus back to where it was when it is taken away', async () => {
  const pressed = document.createElement('button');
  document.body.append(pressed);
  pressed.focus();
  open(BATCH, { preview });
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  cleanup();
  expect(document.activeElement).toBe(pressed);
  pressed.remove();
});
