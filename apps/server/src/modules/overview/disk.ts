import { statfs } from 'node:fs/promises';
import type { AttentionItem } from '@storefleet/contract/overview';

const MEGABYTE = 1024 ** 2;
const LARGE_ENOUGH = 10 * 1024 * MEGABYTE;

type Space = { readonly free: number; readonly total: number };

/** Nearly full: less than a tenth free, and less than 10 GB. */
export function isLow({ free, total }: Space): boolean {
  return free < Math.min(total / 10, LARGE_ENOUGH);
}

/** The disk of the embedded database, if nearly full. */
export async function readDisk(folder: string | null): Promise<AttentionItem[]> {
  if (folder === null) return [];
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (!isLow({ free, total: blocks * bsize })) return [];
  const about = {
    store_id: null,
    store_name: null,
    since: null,
    detail: 'Free up disk space or add more: once the disk is full, nothing can be saved.',
    schedule: null,
    rule: null,
    batch_id: null,
  };
  return [{ ...about, kind: 'disk_low', count: Math.floor(free / MEGABYTE) }];
}
