import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useUnguardedMutation,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/** Double-click window in milliseconds, even if the first click is answered before the second. */
const DOUBLE_CLICK_MS = 300;

/**
 * All writes go through this hook. An identical submit within the window is sent once; the second gets the
 * first's result. A failed or reset submit can be retried immediately, and other values are a new submit, as are
 * the same again after them: off, on and off again is three.
 */
export function useMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const mutation = useUnguardedMutation(options);
  const latest = useRef<{ readonly key: string; readonly sent: Promise<Data> } | null>(null);
  const send = mutation.mutateAsync;

  const mutateAsync = useCallback(
    (...submit: Parameters<typeof send>): Promise<Data> => {
      const key = keyOf(submit[0]);
      if (latest.current?.key === key) return latest.current.sent;
      const sent = send(...submit);
      const own = { key, sent };
      const release = () => {
        if (latest.current === own) latest.current = null;
      };
      latest.current = own;
      sent.then(() => setTimeout(release, DOUBLE_CLICK_MS), release);
      return sent;
    },
    [send],
  );
  const mutate = useCallback(
    (...submit: Parameters<typeof send>): void => {
      // The error is in the result.
      mutateAsync(...submit).catch(() => {});
    },
    [mutateAsync],
  );
  const forget = mutation.reset;
  const reset = useCallback(() => {
    latest.current = null;
    forget();
  }, [forget]);
  return { ...mutation, mutate, mutateAsync, reset };
}

/** JSON cannot tell forms and files apart. */
function keyOf(values: unknown): string {
  return JSON.stringify([values], (_name, value: unknown) => {
    if (value instanceof FormData) return [...value];
    if (value instanceof File) return [value.name, value.size, value.lastModified];
    return value;
  });
}
