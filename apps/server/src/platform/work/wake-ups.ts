import type { Database } from '../db/database.ts';
import type { Listening } from '../db/listen.ts';
import { sleep } from '../resilience/sleep.ts';

/** The channel on which table triggers notify the workers of all processes of possible work, and others of an event. */
export const WORK_CHANNEL = 'storefleet_work';

/** What a worker waits for. */
const WORK_KINDS = [
  'articles',
  'audit',
  'audit-attempts',
  'edits',
  'late-writes',
  'retention',
  'schedules',
  'syncs',
  'webhooks',
  'webhook-checks',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];
const isWorkKind = (name: string): name is WorkKind => WORK_KINDS.some((kind) => kind === name);

/** Lets the workers of one process sleep until there may be work. */
export type WakeUps = {
  open(): Promise<void>;
  /**
   * Resolves after this many milliseconds, when there may be work of this kind, or with the signal. Work that
   * came since the last wait ends it at once, so nothing is missed while polling between two waits.
   */
  wait(kind: WorkKind, milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Calls back at each notification of this event, and when one may be lost, until the returned function is called. */
  listen(event: string, callback: () => void): () => void;
  close(): Promise<void>;
};

export function createWakeUps(db: Pick<Database, 'listen'>): WakeUps {
  const signalled = new Set<string>();
  const sleeping = new EventTarget();
  const events = new Map<() => void, string>();
  let listening: Listening | null = null;

  function wake(kind: WorkKind): void {
    signalled.add(kind);
    sleeping.dispatchEvent(new Event(kind));
  }
  function notify(event: string): void {
    if (isWorkKind(event)) wake(event);
    for (const [callback, awaited] of events) if (awaited === event) callback();
  }

  return {
    async open() {
      listening = await db.listen(WORK_CHANNEL, notify, () => {
        // Notifications sent while disconnected are lost.
        for (const name of [...WORK_KINDS, ...new Set(events.values())]) notify(name);
      });
    },
    listen(event, callback) {
      const own = () => callback();
      events.set(own, event);
      return () => void events.delete(own);
    },
    async wait(kind, milliseconds, signal) {
      if (!signalled.has(kind)) {
        const woken = new AbortController();
        const onWake = () => woken.abort();
        sleeping.addEventListener(kind, onWake, { once: true });
        await sleep(milliseconds, AbortSignal.any([signal, woken.signal])).catch(() => {});
        sleeping.removeEventListener(kind, onWake);
      }
      signalled.delete(kind);
    },
    async close() {
      await listening?.close();
    },
  };
}
