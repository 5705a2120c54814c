/** Below this progress, the initial pace predicts nothing. */
const LEAST_PROGRESS = 2;
const LEAST_ELAPSED = 3_000;
const MINUTE = 60_000;

type Work = { startedAt: string | null /** Percent. */; progress: number };

/** Estimated time left at the current pace; null while unknown. */
export function timeLeft({ startedAt, progress }: Work, now: number): string | null {
  if (startedAt === null || progress < LEAST_PROGRESS || progress >= 100) return null;
  const elapsed = now - Date.parse(startedAt);
  if (elapsed < LEAST_ELAPSED) return null;
  const left = (elapsed * (100 - progress)) / progress;
  if (left < MINUTE) return 'less than a minute left';
  const minutes = Math.round(left / MINUTE);
  if (minutes < 60) return `about ${minutes} min left`;
  return `about ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min left`;
}
