import process from 'node:process';

type CleanUp = () => unknown;

/** What is running or lying about and has to go, the latest first, also when a person stops the benchmark. */
const pending = new Set<CleanUp>();

/** Answers a function that does the work now; whatever is left is done at the end. */
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
