import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { CLASH_WITHIN, type ComingRun } from '../scheduled-syncs/coming-week.ts';
import { zoneDayKey } from '../scheduled-syncs/schedule-times.ts';

/** An upcoming start or end. */
export type ComingChange = {
  key: string;
  at: string;
  batchId: string;
  title: string;
  what: 'starts' | 'ends';
  stores: string;
  /** A sync of one of its stores starts around then. */
  meetsSync: boolean;
};

/** Grouped by calendar day in a timezone, soonest first. */
export function comingChanges(
  batches: readonly BulkUpdateBatch[],
  runs: readonly ComingRun[],
  timeZone: string,
): ReadonlyMap<string, ComingChange[]> {
  const coming = batches.flatMap(({ batch_id: batchId, title, stores, schedule }): ComingChange[] => {
    if (schedule === null || schedule.problem !== null) return [];
    const ids = new Set(stores.map(({ store_id }) => store_id));
    const names = stores.map(({ store_name }) => store_name).join(', ');
    const entry = (what: 'starts' | 'ends', at: string | null): ComingChange[] =>
      at === null
        ? []
        : [
            {
              key: `${batchId} ${what}`,
              at,
              batchId,
              title,
              what,
              stores: names,
              meetsSync: runs.some(
                ({ store_id, due_at }) =>
                  ids.has(store_id) && Math.abs(Date.parse(due_at) - Date.parse(at)) < CLASH_WITHIN,
              ),
            },
          ];
    return [
      ...(schedule.state === 'scheduled' ? entry('starts', schedule.starts_at) : []),
      ...entry('ends', schedule.ends_at),
    ];
  });
  const inOrder = coming.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return Map.groupBy(inOrder, ({ at }) => zoneDayKey(Date.parse(at), timeZone));
}
