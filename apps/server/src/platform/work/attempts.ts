/**
 * Attempts without progress before work is given up: four minutes of waiting in all, within which a server
 * that restarts or fails over is back.
 */
export const MAX_ATTEMPTS_WITHOUT_PROGRESS = 12;
const FIRST_RETRY_DELAY_MS = 2_000;
/** Work resumes within half a minute of its source responding again. */
const MAX_RETRY_DELAY_MS = 30_000;

/** Milliseconds before interrupted work is retried; null once its attempts are used up. */
export function retryDelay(attempt: number): number | null {
  if (attempt >= MAX_ATTEMPTS_WITHOUT_PROGRESS) return null;
  return Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** (attempt - 1));
}
