import type { BulkUpdateItem, BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ItemsFilter, itemsKey } from '../../batches/queries.ts';
import { useLeaveOut } from '../api/changes.ts';

/** Rows of a preview that will not be written; stored on the server, shared by all viewers. */
export type LeavingOut = {
  readonly isLeftOut: (item: BulkUpdateItem) => boolean;
  readonly onExclude: (item: BulkUpdateItem, leftOut: boolean) => void;
  /** The same for all rows matching a filter. */
  readonly onExcludeAll: (filter: ItemsFilter, leftOut: boolean) => void;
  /** Whether a request is pending: until it ends it is unknown what would be written. */
  readonly isPending: boolean;
  readonly error: Error | null;
};

export function useLeavingOut(batchId: string): LeavingOut {
  const queryClient = useQueryClient();
  const { mutate, mutateAsync, isPending, error } = useLeaveOut(batchId);
  /** Ticked state, until the server responds. */
  const [ticked, setTicked] = useState<ReadonlyMap<string, boolean>>(new Map());

  const keep = (id: string, leftOut: boolean) =>
    queryClient.setQueriesData<BulkUpdateItemList>({ queryKey: itemsKey(batchId) }, (page) => {
      if (!page?.items.some((item) => item.id === id)) return page;
      const items = page.items.map((item) => (item.id === id ? { ...item, left_out: leftOut } : item));
      return { ...page, items };
    });
  const forget = (id: string, leftOut: boolean) =>
    setTicked((before) => {
      if (before.get(id) !== leftOut) return before;
      const rest = new Map(before);
      rest.delete(id);
      return rest;
    });

  return {
    isLeftOut: ({ id, left_out }) => ticked.get(id) ?? left_out,
    onExclude({ id }, leftOut) {
      setTicked((before) => new Map(before).set(id, leftOut));
      mutateAsync({ left_out: leftOut, item_ids: [id] })
        .then(() => keep(id, leftOut))
        // The error is in the result.
        .catch(() => {})
        .finally(() => forget(id, leftOut));
    },
    onExcludeAll({ sort: _, direction: __, ...filter }, leftOut) {
      mutate({ left_out: leftOut, filter });
    },
    isPending,
    error,
  };
}
