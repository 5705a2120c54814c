import type { BulkUpdateStatus } from '@storefleet/contract/constants';
import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-update-items';
import { useQueries } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { bulkUpdateItemsQuery, ITEMS_REQUEST_SIZE, type ItemsFilter } from '../../batches/queries.ts';

type Asked = {
  batchId: string;
  filter: ItemsFilter;
  status: BulkUpdateStatus;
  /** Visible rows, zero-based. */
  first: number;
  last: number;
};

/** Loads pages of rows as they scroll into view. The first page is always loaded: it has the total. */
export function useItems({ batchId, filter, status, first, last }: Asked) {
  const api = useApi();
  const pages = new Set([0]);
  for (let page = pageOf(first); page <= pageOf(last); page += 1) pages.add(page);
  const asked = [...pages];
  return useQueries({
    queries: asked.map((page) => bulkUpdateItemsQuery(api, { batchId, filter, page, status })),
    combine: (results) => {
      const itemsOf = new Map(asked.map((page, index) => [page, results[index]?.data?.items]));
      return {
        total: results[0]?.data?.total ?? null,
        reading: results.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
        error: results.find(({ error }) => error !== null)?.error ?? null,
        retry: () => {
          for (const result of results) if (result.isError) void result.refetch();
        },
        itemAt: (index: number): BulkUpdateItem | undefined =>
          itemsOf.get(pageOf(index))?.[index % ITEMS_REQUEST_SIZE],
      };
    },
  });
}

function pageOf(index: number): number {
  return Math.floor(Math.max(0, index) / ITEMS_REQUEST_SIZE);
}
