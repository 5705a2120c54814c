import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endedSince } from './end-notices.ts';
import { runFileWork, useFileWork } from './file-work.ts';

test('a file is listed until it has come or was cancelled, and its end is told', async () => {
  const { result: works } = renderHook(useFileWork);
  const ended = runFileWork(
    'Export of “wool”',
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  ).catch(() => 'cancelled');
  await waitFor(() => expect(works.current).toMatchObject([{ title: 'Export of “wool”' }]));
  const [work] = works.current;
  const before = { syncs: [], bulk_updates: [], files: works.current };
  work?.cancel();
  expect(await ended).toBe('cancelled');
  await waitFor(() => expect(works.current).toEqual([]));
  expect(endedSince(before, { ...before, files: works.current })).toMatchObject([
    { title: 'Export of “wool” has ended', address: null },
  ]);
});
