import { formatEstimate } from '../../lib/format/format-time.ts';

/** Below this progress, the initial pace predicts nothing. */
const LEAST_PROGRESS = 2;
const LEAST_ELAPSED = 3_000;

type Work = { startedAt: string | null /** Percent. */; progress: number };

/** Estimated time left at the current pace; null while unknown. */
export function timeLeft({ startedAt, progress }: Work, now: number): string | null {
  if (startedAt === null || progress < LEAST_PROGRESS || progress >= 100) return null;
  const elapsed = now - Date.parse(startedAt);
  if (elapsed < LEAST_ELAPSED) return null;
  const left = (elapsed * (100 - progress)) / progress;
  return `${formatEstimate(left)} left`;
}
