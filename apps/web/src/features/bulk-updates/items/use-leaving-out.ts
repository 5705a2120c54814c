import type { BulkUpdateItem, BulkUpdateItemList } from '@storefleet/contract/edits/bulk-updates';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLeaveOut } from '../api/changes.ts';
import { type ItemsFilter, itemsKey } from '../api/queries.ts';

/** The rows of a preview that are not to be written: the server keeps them, for everybody who looks. */
export type LeavingOut = {
  readonly isLeftOut: (item: BulkUpdateItem) => boolean;
  readonly onExclude: (item: BulkUpdateItem, leftOut: boolean) => void;
  /** The same for every row that a filter leaves. */
  readonly onExcludeAll: (filter: ItemsFilter, leftOut: boolean) => void;
  /** Whether the server has not answered yet: until then it is not known what would be written. */
  readonly isPending: boolean;
  readonly error: Error | null;
};

export function useLeavingOut(batchId: string): LeavingOut {
  const queryClient = useQueryClient();
  const { mutate, mutateAsync, isPending, error } = useLeaveOut(batchId);
  /** As they were ticked, until the server has answered. */
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
        // Its error is in the result.
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
