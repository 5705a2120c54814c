import { useSyncExternalStore } from 'react';

/** A file that this tab sends or receives: it ends with the tab, and needs no screen. */
export type FileWork = {
  readonly id: string;
  readonly title: string;
  readonly startedAt: string;
  readonly cancel: () => void;
};

let works: readonly FileWork[] = [];
const listeners = new Set<() => void>();

function keep(next: readonly FileWork[]): void {
  works = next;
  for (const listener of listeners) listener();
}

/** Lists the work in the bar of every screen until it has ended. */
export async function runFileWork<Result>(
  title: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const id = crypto.randomUUID();
  const entry = { id, title, startedAt: new Date().toISOString(), cancel: () => controller.abort() };
  keep([...works, entry]);
  try {
    return await work(controller.signal);
  } finally {
    keep(works.filter((other) => other.id !== id));
  }
}

export function useFileWork(): readonly FileWork[] {
  return useSyncExternalStore(subscribe, () => works);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
