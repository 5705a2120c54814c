import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApiHook } from '../../../testing/api-hook.tsx';
import { useAuthorizeStore } from './authorize-store.ts';

test('a person who cancels at Shopify and goes back can connect again', async () => {
  const { result } = renderApiHook(
    () => ({ authorize_url: `${window.location.href}#consent` }),
    () => useAuthorizeStore('a'),
  );
  await act(() => result.current.mutateAsync());
  expect(window.location.hash).toBe('#consent');
  await waitFor(() => expect(result.current.isSuccess).toBe(true));

  act(() => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  });
  await waitFor(() => expect(result.current.isIdle).toBe(true));
});
