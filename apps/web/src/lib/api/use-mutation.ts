import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useUnguardedMutation,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/** Milliseconds of a double click, also when the first click was answered before the second. */
const DOUBLE_CLICK_MS = 300;

/**
 * The one way by which the app changes something at the server. The same submit made twice in one instant is
 * sent once: the second gets the answer of the first. What failed or was reset can be tried again at once,
 * and other values are another submit.
 */
export function useMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const mutation = useUnguardedMutation(options);
  const underWay = useRef(new Map<string, Promise<Data>>());
  const send = mutation.mutateAsync;

  const mutateAsync = useCallback(
    (...submit: Parameters<typeof send>): Promise<Data> => {
      const key = keyOf(submit[0]);
      const same = underWay.current.get(key);
      if (same !== undefined) return same;
      const sent = send(...submit);
      const release = () => underWay.current.delete(key);
      underWay.current.set(key, sent);
      sent.then(() => setTimeout(release, DOUBLE_CLICK_MS), release);
      return sent;
    },
    [send],
  );
  const mutate = useCallback(
    (...submit: Parameters<typeof send>): void => {
      // Its error is in the result.
      mutateAsync(...submit).catch(() => {});
    },
    [mutateAsync],
  );
  const forget = mutation.reset;
  const reset = useCallback(() => {
    underWay.current.clear();
    forget();
  }, [forget]);
  return { ...mutation, mutate, mutateAsync, reset };
}

/** Forms and files have nothing that JSON would tell them apart by. */
function keyOf(values: unknown): string {
  return JSON.stringify([values], (_name, value: unknown) => {
    if (value instanceof FormData) return [...value];
    if (value instanceof File) return [value.name, value.size, value.lastModified];
    return value;
  });
}
