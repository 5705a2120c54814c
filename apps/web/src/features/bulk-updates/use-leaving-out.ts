import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-updates';
import { useState } from 'react';
import { useAllItems } from './api/changes.ts';
import type { ItemsFilter } from './api/queries.ts';

/** The rows of a preview that are not to be written. */
export type LeavingOut = {
  readonly excluded: ReadonlyMap<string, BulkUpdateItem>;
  readonly onExclude: (items: readonly BulkUpdateItem[], leftOut: boolean) => void;
  /** The same for every row that a filter leaves. */
  readonly onExcludeAll: (filter: ItemsFilter, leftOut: boolean) => void;
  /** Whether such rows are still being read: until then it is not known what is left out. */
  readonly isPending: boolean;
  readonly error: Error | null;
};

export function useLeavingOut(batchId: string): LeavingOut {
  const [excluded, setExcluded] = useState<ReadonlyMap<string, BulkUpdateItem>>(new Map());
  const onExclude = (items: readonly BulkUpdateItem[], leftOut: boolean) =>
    setExcluded((before) => {
      const next = new Map(before);
      for (const item of items) {
        if (!leftOut) next.delete(item.id);
        // What cannot be changed, or stays as it is, is left out by itself.
        else if (item.status === 'planned') next.set(item.id, item);
      }
      return next;
    });
  const { mutate, isPending, error } = useAllItems(batchId, onExclude);
  const onExcludeAll = (filter: ItemsFilter, leftOut: boolean) => mutate({ filter, leftOut });
  return { excluded, onExclude, onExcludeAll, isPending, error };
}
