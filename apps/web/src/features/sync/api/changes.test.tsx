import { QueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApiHook } from '../../../testing/api-hook.tsx';
import { useApproveRemovals } from './changes.ts';

const MESSAGE = '12 products were removed.';

test('a removal is announced, and everything that shows products is refreshed', async () => {
  const queryClient = new QueryClient();
  const shown = [
    ['sync', 'removals', 'a'],
    ['stores', 'detail', 'a'],
    ['products', 'of-store', 'a'],
  ];
  for (const queryKey of shown) queryClient.setQueryData(queryKey, {});
  const announced: string[] = [];
  const { result, unmount } = renderApiHook(
    () => ({ success: true, message: MESSAGE }),
    () => useApproveRemovals('a', (message) => announced.push(message)),
    queryClient,
  );
  await act(async () => {
    const removed = result.current.mutateAsync();
    unmount();
    await removed;
  });
  expect(announced).toEqual([MESSAGE]);
  const fetchedAgain = shown.map((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated);
  expect(fetchedAgain).toEqual([true, true, true]);
});
