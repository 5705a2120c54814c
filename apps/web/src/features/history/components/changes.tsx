import { Button, VisuallyHidden } from '@mantine/core';
import { ApiError } from '@storefleet/client/api-error';
import { HISTORY_PAGE_SIZES } from '@storefleet/contract/constants';
import type { HistoryBatch, HistoryRecord } from '@storefleet/contract/edits/history';
import { messages } from '@storefleet/contract/messages';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { PagedFrame } from '../../../components/data-table/paging/paged-frame.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { distinctBy, useAllPages } from '../../../lib/api/use-all-pages.ts';
import { allHistoryQuery, historyPageQuery } from '../api/queries.ts';
import { type HistoryView, hasChoice } from '../filters/history-address.ts';
import classes from './changes.module.css';
import { HistorySkeleton } from './history-table.tsx';

type FoundChanges = {
  records: readonly HistoryRecord[];
  /** Counts of the batches with several changes. */
  batches: readonly HistoryBatch[];
  /** Matching changes on all pages. */
  total: number;
  /** Rows of an earlier request while newer ones load. */
  stale: boolean;
};

type Props = {
  view: HistoryView;
  onChange: (changes: Partial<HistoryView>) => void;
  onClear: () => void;
  children: (found: FoundChanges) => ReactNode;
};

/** States and paging of the history around its rows. */
export function Changes(props: Props) {
  return (
    <section className={classes.changes} aria-label="Changes">
      {props.view.viewAll ? <AllChanges {...props} /> : <PagedChanges {...props} />}
    </section>
  );
}

function PagedChanges({ view, onChange, onClear, children }: Props) {
  const page = useQuery(historyPageQuery(useApi(), view));
  const last = useLast(page.isPlaceholderData ? undefined : page.data);
  const shown = page.data ?? (page.error ? last : undefined);
  const pages = Math.max(1, Math.ceil((page.data?.total ?? 0) / view.pageSize));
  return (
    <PagedFrame
      total={page.data?.total}
      shown={shown?.data.length ?? 0}
      failure={page.error && historyError(page.error)}
      retrying={page.isFetching}
      onRetry={() => void page.refetch()}
      noun="changes"
      empty={!page.error && <NoChanges view={view} onClear={onClear} />}
      summary={{
        text: `${formatQuantity(page.data?.total ?? 0, 'change')}. Displaying page ${formatCount(view.page)} of ${formatCount(pages)}.`,
        action: { label: 'View All', onClick: () => onChange({ viewAll: true }) },
      }}
      paging={{
        page: view.page,
        size: view.pageSize,
        sizes: HISTORY_PAGE_SIZES,
        alwaysShown: true,
        onPage: (next) => {
          onChange({ page: next });
          window.scrollTo({ top: 0 });
        },
        onSize: (pageSize) => onChange({ pageSize }),
      }}
    >
      {shown ? (
        children({
          records: shown.data,
          batches: shown.batches,
          total: shown.total,
          stale: page.isPlaceholderData || !page.data,
        })
      ) : (
        <HistorySkeleton />
      )}
    </PagedFrame>
  );
}

/** The last known value: rows stay visible, dimmed, if the next ones fail to load. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

function AllChanges({ view, onChange, onClear, children }: Props) {
  const { records, batches, total, loading, error, retry, loadMore } = useAllHistory(view);
  return (
    <PagedFrame
      total={total ?? undefined}
      shown={records.length}
      failure={error && historyError(error)}
      retrying={loading}
      onRetry={retry}
      noun="changes"
      empty={!error && <NoChanges view={view} onClear={onClear} />}
      summary={{
        text: `Showing ${formatCount(records.length)} of ${formatQuantity(total ?? 0, 'change')}`,
        action: { label: 'Paginated View', onClick: () => onChange({ viewAll: false }) },
      }}
      progress={
        loading && total !== null && records.length < total
          ? `Loading all changes: ${formatCount(records.length)} of ${formatCount(total)}`
          : undefined
      }
    >
      {total === null ? <HistorySkeleton /> : children({ records, batches, total, stale: false })}
      {loadMore && (
        <div className={classes.more}>
          <Button variant="default" onClick={loadMore}>
            Load more
          </Button>
        </div>
      )}
    </PagedFrame>
  );
}

function NoChanges({ view, onClear }: Pick<Props, 'view' | 'onClear'>) {
  const filtered = hasChoice(view) || view.subject !== null;
  return (
    <EmptyState
      icon={<IconHistory size={20} stroke={1.6} />}
      title={
        <>
          {messages.history.empty}
          <VisuallyHidden role="status">{messages.history.empty}</VisuallyHidden>
        </>
      }
      description={
        filtered
          ? 'No changes match the filters.'
          : 'Changes you make to your stores appear here, with who made them and when.'
      }
      action={
        filtered && (
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        )
      }
    />
  );
}

type ErrorText = { title: string; detail: string | null };

/** Tells a problem, or no answer at all, apart from an answer that nobody could expect. */
function historyError(error: Error): ErrorText {
  if (!(error instanceof ApiError) || error.code === 'unexpected_answer') {
    return { title: messages.unexpectedError, detail: null };
  }
  return { title: messages.history.loadFailed, detail: error.detail };
}

/** Records that are loaded without asking again: a browser has to hold them all. */
const LOADED_AT_ONCE = 50_000;

const idOf = ({ id }: HistoryRecord) => id;

/** Everything that the filters leave, as far as it is loaded. `total` is null until the first answer. */
function useAllHistory(view: HistoryView) {
  const query = useInfiniteQuery(allHistoryQuery(useApi(), view));
  const [limit, setLimit] = useState(LOADED_AT_ONCE);
  const read = query.data?.pages;
  const records = useMemo(() => distinctBy(read?.flatMap(({ data }) => data) ?? [], idOf), [read]);
  const paused = query.hasNextPage && records.length >= limit;
  const { pages, ...loading } = useAllPages(query, view.viewAll && !paused);
  // What was counted last counts.
  const batches = useMemo(() => pages?.toReversed().flatMap((page) => page.batches) ?? [], [pages]);
  return {
    records,
    batches,
    total: pages?.at(-1)?.total ?? null,
    ...loading,
    /** Goes on where loading paused; null while it has not. */
    loadMore: paused ? () => setLimit(records.length + LOADED_AT_ONCE) : null,
  };
}
