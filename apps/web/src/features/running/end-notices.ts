import { PREFERENCE_KEYS } from '@storefleet/contract/constants';
import type { Running } from '@storefleet/contract/overview';
import { readText, removeEntry, writeText } from '../../lib/browser/browser-storage.ts';
import { batchTitle } from '../batches/batch-words.ts';
import { isRunning } from './api/queries.ts';

/** Whether this browser notifies when long work ends; needs the browser's permission. */
export function wantsNotices(): boolean {
  return (
    canNotify() && Notification.permission === 'granted' && readText(PREFERENCE_KEYS.notifyOfEnds) === 'on'
  );
}

export function canNotify(): boolean {
  return typeof Notification !== 'undefined';
}

/** Returns whether notifications are now on; false if the browser denies them. */
export async function setNotices(on: boolean): Promise<boolean> {
  if (on && (await Notification.requestPermission()) === 'granted') {
    writeText(PREFERENCE_KEYS.notifyOfEnds, 'on');
    return true;
  }
  removeEntry(PREFERENCE_KEYS.notifyOfEnds);
  return false;
}

type Notice = { id: string; title: string /** Null: there is no screen of it. */; address: string | null };

/** Work that stopped running. Its result is on its own screen. */
export function endedSince(before: Running, now: Running): Notice[] {
  const syncs = new Set(now.syncs.map(({ sync_id }) => sync_id));
  const updates = new Set(now.bulk_updates.map(({ batch_id }) => batch_id));
  const files = new Map(now.files.map((work) => [work.id, work]));
  return [
    ...before.files.filter(isRunning).flatMap(({ id, title }) => {
      const work = files.get(id);
      if (work && isRunning(work)) return [];
      const address = work?.batch_id ? `/bulk-updates/${work.batch_id}` : null;
      return [{ id, title: `${title} has ${work?.status === 'failed' ? 'failed' : 'ended'}`, address }];
    }),
    ...before.syncs
      .filter(({ sync_id }) => !syncs.has(sync_id))
      .map(({ store_id, store_name }) => ({
        id: store_id,
        title: `The sync of ${store_name} has ended`,
        address: `/stores/${store_id}`,
      })),
    ...before.bulk_updates
      .filter(({ batch_id }) => !updates.has(batch_id))
      .map((batch) => ({
        id: batch.batch_id,
        title: `${batchTitle(batch)} has ended`,
        address: `/bulk-updates/${batch.batch_id}`,
      })),
  ];
}
