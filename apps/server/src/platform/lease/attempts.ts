/**
 * Times that work is taken up or tried again without moving on before it is given up. That is four minutes of waiting in
 * all: a server that restarts, or is moved to another machine, is back by then.
 */
export const MAX_ATTEMPTS_WITHOUT_PROGRESS = 9;
const FIRST_RETRY_DELAY_MS = 2_000;
const MAX_RETRY_DELAY_MS = 60_000;

/** Milliseconds before broken-off work goes on, or null when it has been tried often enough. */
export function retryDelay(attempt: number): number | null {
  if (attempt >= MAX_ATTEMPTS_WITHOUT_PROGRESS) return null;
  return Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** (attempt - 1));
}
