import type { CompareRow } from '@storefleet/contract/articles/compare';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useChosenArticles } from './use-chosen-articles.ts';

const rowsOf = (...keys: string[]) => keys.map((key) => ({ key }) as CompareRow);

test('an article that is no longer among the rows is not chosen', () => {
  const { result, rerender } = renderHook(({ rows }) => useChosenArticles(rows, 'all'), {
    initialProps: { rows: rowsOf('hat', 'mug') as CompareRow[] | undefined },
  });
  act(() => result.current.toggleAll());
  expect([...result.current.chosen]).toEqual(['hat', 'mug']);
  rerender({ rows: rowsOf('mug', 'tent') });
  expect([...result.current.chosen]).toEqual(['mug']);
  rerender({ rows: undefined });
  expect(result.current.chosen.size).toBe(0);
});
