import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cacheAnswer } from './cache-answer.ts';

test('a fetch that read the state before a change does not bring it back', async () => {
  const queryClient = new QueryClient();
  const queryKey = ['plan'];
  queryClient.setQueryData(queryKey, 'draft');
  const read = Promise.withResolvers<string>();
  const fetching = queryClient.fetchQuery({ queryKey, queryFn: () => read.promise, staleTime: 0 });
  await cacheAnswer(queryClient, queryKey, 'submitted');
  read.resolve('draft');
  await fetching;
  expect(queryClient.getQueryData(queryKey)).toBe('submitted');
});
