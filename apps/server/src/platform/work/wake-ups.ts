import type { Database } from '../db/database.ts';
import type { Listening } from '../db/listen.ts';
import { sleep } from '../resilience/sleep.ts';

/** The channel on which table triggers notify the workers of all processes of possible work. */
const CHANNEL = 'storefleet_work';

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

/** Lets the workers of one process sleep until there may be work. */
export type WakeUps = {
  open(): Promise<void>;
  /**
   * Resolves after this many milliseconds, when there may be work of this kind, or with the signal. Work that
   * came since the last wait ends it at once, so nothing is missed while polling between two waits.
   */
  wait(kind: WorkKind, milliseconds: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

export function createWakeUps(db: Pick<Database, 'listen'>): WakeUps {
  const signalled = new Set<string>();
  const sleeping = new EventTarget();
  let listening: Listening | null = null;

  function wake(kind: string): void {
    signalled.add(kind);
    sleeping.dispatchEvent(new Event(kind));
  }

  return {
    async open() {
      listening = await db.listen(CHANNEL, wake, () => {
        // Notifications sent while disconnected are lost.
        for (const kind of WORK_KINDS) wake(kind);
      });
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
