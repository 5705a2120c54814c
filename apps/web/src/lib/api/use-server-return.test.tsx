import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useServerReturn } from './use-server-return.ts';

const REASON = 'settings.js did not come';
let isAway: boolean;
beforeEach(() => {
  isAway = true;
  vi.useFakeTimers();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (isAway) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

const later = () => act(() => vi.advanceTimersByTimeAsync(10_000));

test('the return of a server is reported once', async () => {
  const onReturn = vi.fn();
  renderHook(() => useServerReturn(REASON, onReturn));
  await later();
  expect(onReturn).not.toHaveBeenCalled();
  isAway = false;
  await later();
  await later();
  expect(onReturn).toHaveBeenCalledTimes(1);
});

test('a repeated failure is not retried forever while the server is up, only after its next outage', async () => {
  isAway = false;
  const onReturn = vi.fn();
  renderHook(() => useServerReturn(REASON, onReturn));
  await later();
  expect(onReturn).toHaveBeenCalledTimes(1);
  renderHook(() => useServerReturn(REASON, onReturn));
  await later();
  expect(onReturn).toHaveBeenCalledTimes(1);
  isAway = true;
  renderHook(() => useServerReturn(REASON, onReturn));
  await later();
  isAway = false;
  await later();
  expect(onReturn).toHaveBeenCalledTimes(2);
});

test('without a reason the server is not polled', async () => {
  renderHook(() => useServerReturn(null, () => undefined));
  await later();
  expect(fetch).not.toHaveBeenCalled();
});
