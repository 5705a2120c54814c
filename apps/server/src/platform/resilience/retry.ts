import { fullJitterDelay } from './backoff.ts';
import { sleep } from './sleep.ts';

type RetryOptions = {
  /** Total number of attempts. */
  attempts: number;
  signal?: AbortSignal;
  /** False stops retrying at once. Default: every error is retried. */
  shouldRetry?: (error: unknown, attempt: number) => boolean;
  /** Milliseconds until the next attempt. Default: full jitter from 200 ms to 10 s. */
  delay?: (attempt: number, error: unknown) => number;
  wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
};

const defaultDelay = (attempt: number) => fullJitterDelay(attempt, { base: 200, max: 10_000 });

/** Runs the work until it succeeds, its attempts are used up, or the signal is aborted. */
export async function retry<T>(work: (attempt: number) => Promise<T>, options: RetryOptions): Promise<T> {
  const { attempts, signal, shouldRetry = () => true, delay = defaultDelay, wait = sleep } = options;
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await work(attempt);
    } catch (error) {
      signal?.throwIfAborted();
      if (attempt >= attempts || !shouldRetry(error, attempt)) throw error;
      await wait(delay(attempt, error), signal);
    }
  }
}
