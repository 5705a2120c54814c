import process from 'node:process';

type CleanUp = () => unknown;

/** What has to be stopped or removed, newest first, even if a person stops the benchmark. */
const pending = new Set<CleanUp>();

/** Returns a function that cleans up now; the rest is done at the end. */
export function cleanUpLater(work: CleanUp): () => Promise<void> {
  pending.add(work);
  return async () => {
    if (pending.delete(work)) await work();
  };
}

export async function cleanUpNow(): Promise<void> {
  for (const work of [...pending].reverse()) {
    if (pending.delete(work)) await work();
  }
}

export function cleanUpOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, async () => {
      await cleanUpNow();
      process.exit(code);
    });
  }
}
