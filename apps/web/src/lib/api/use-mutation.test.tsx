import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { useMutation } from './use-mutation.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A form whose submits the test answers. */
function openForm() {
  const answers: PromiseWithResolvers<string>[] = [];
  const send = vi.fn((_values: { name: string }) => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  });
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useMutation({ mutationFn: send }), { wrapper });
  const submit = (name: string) => result.current.mutate({ name });
  const settle = (how: (answer: PromiseWithResolvers<string>) => void) =>
    act(async () => {
      for (const answer of answers) how(answer);
      await vi.advanceTimersByTimeAsync(0);
    });
  return { send, submit, settle, result };
}

test('a double click submits once, even if the first click was answered in between', async () => {
  const { send, submit, settle, result } = openForm();
  await act(async () => {
    submit('daily');
    submit('daily');
    await vi.advanceTimersByTimeAsync(0);
  });
  await settle(({ resolve }) => resolve('saved'));
  submit('daily');
  expect(send).toHaveBeenCalledOnce();
  expect(result.current).toMatchObject({ isSuccess: true, data: 'saved' });

  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await act(async () => submit('daily'));
  expect(send).toHaveBeenCalledTimes(2);
  act(() => result.current.reset());
  await act(async () => submit('daily'));
  expect(send).toHaveBeenCalledTimes(3);
});

test.each([
  ['forms', formOf],
  ['files', (name: string) => ({ file: new File(['a'], name, { lastModified: 0 }) })],
])('%s are distinguished by content', async (_what, values) => {
  const send = vi.fn(async (_values: unknown) => 'saved');
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useMutation({ mutationFn: send }), { wrapper });
  await act(async () => {
    result.current.mutate(values('one'));
    result.current.mutate(values('one'));
    result.current.mutate(values('two'));
  });
  expect(send).toHaveBeenCalledTimes(2);
});

test('other values are a new submit, and a failed one can be retried immediately', async () => {
  const { send, submit, settle, result } = openForm();
  await act(async () => {
    submit('daily');
    submit('weekly');
  });
  expect(send.mock.calls.map(([{ name }]) => name)).toEqual(['daily', 'weekly']);
  await settle(({ reject }) => reject(new Error('refused')));
  expect(result.current.error?.message).toBe('refused');
  await act(async () => submit('weekly'));
  expect(send).toHaveBeenCalledTimes(3);
});

function formOf(name: string): FormData {
  const form = new FormData();
  form.set('name', name);
  return form;
}

test('the same values after others are sent again', async () => {
  const { send, submit } = openForm();
  await act(async () => {
    submit('off');
    submit('on');
    submit('off');
  });
  expect(send).toHaveBeenCalledTimes(3);
});
