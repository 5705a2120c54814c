import { Button, Progress, VisuallyHidden } from '@mantine/core';
import { HISTORY_PAGE_SIZES } from '@storefleet/contract/constants';
import type { HistoryBatch, HistoryRecord } from '@storefleet/contract/history';
import { messages } from '@storefleet/contract/messages';
import { formatCount, formatQuantity } from '@storefleet/contract/quantity';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { PaginationBar } from '../../../components/data-table/pagination-bar.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { useApi } from '../../../lib/api-context.ts';
import { historyPageQuery } from '../api/list-history.ts';
import { type HistoryView, hasChoice } from '../history-address.ts';
import { historyError } from '../history-error.ts';
import { useAllHistory } from '../use-all-history.ts';
import classes from './changes.module.css';
import { HistorySkeleton } from './history-table.tsx';

export type FoundChanges = {
  records: readonly HistoryRecord[];
  /** Of the batches of several changes among them. */
  batches: readonly HistoryBatch[];
  /** Changes that the filters leave, on all pages. */
  total: number;
  /** The rows are those of an earlier request while newer ones are on their way. */
  stale: boolean;
};

type Props = {
  view: HistoryView;
  onChange: (changes: Partial<HistoryView>) => void;
  onClear: () => void;
  children: (found: FoundChanges) => ReactNode;
};

/** The states and the pages of the history, around whatever shows the rows. */
export function Changes(props: Props) {
  return (
    <section className={classes.changes} aria-label="Changes">
      {props.view.viewAll ? <AllChanges {...props} /> : <PagedChanges {...props} />}
    </section>
  );
}

function PagedChanges({ view, onChange, onClear, children }: Props) {
  const api = useApi();
  const page = useQuery(historyPageQuery(api, view));
  const last = useLast(page.isPlaceholderData ? undefined : page.data);
  const hasRows = last !== undefined && last.data.length > 0;
  const failure = page.error && (
    <Failure
      error={page.error}
      compact={hasRows}
      retrying={page.isFetching}
      onRetry={() => void page.refetch()}
    />
  );
  if (page.isPending) return <HistorySkeleton />;
  if (!page.data) {
    return (
      <>
        {failure}
        {hasRows && children({ records: last.data, batches: last.batches, total: last.total, stale: true })}
      </>
    );
  }
  const { data: records, batches, total } = page.data;
  if (total === 0) return failure ?? <NoChanges view={view} onClear={onClear} />;
  const pages = Math.max(1, Math.ceil(total / view.pageSize));
  return (
    <>
      {failure}
      <Summary
        text={`${formatQuantity(total, 'change')}. Displaying page ${formatCount(view.page)} of ${formatCount(pages)}.`}
        action="View All"
        onAction={() => onChange({ viewAll: true })}
      />
      {records.length === 0 ? (
        <EmptyState
          title={`There is no page ${formatCount(view.page)} of these changes`}
          action={
            <Button variant="default" onClick={() => onChange({ page: pages })}>
              Go to the last page
            </Button>
          }
        />
      ) : (
        children({ records, batches, total, stale: page.isPlaceholderData })
      )}
      <div className={classes.pager}>
        <PaginationBar
          page={view.page}
          pages={pages}
          pageSize={view.pageSize}
          pageSizes={HISTORY_PAGE_SIZES}
          onPageChange={(next) => {
            onChange({ page: next });
            window.scrollTo({ top: 0 });
          }}
          onPageSizeChange={(pageSize) => onChange({ pageSize })}
        />
      </div>
    </>
  );
}

/** The last value there was: rows stay in sight, dimmed, when the ones after them cannot be loaded. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

function AllChanges({ view, onChange, onClear, children }: Props) {
  const { records, batches, total, loading, error, retry, loadMore } = useAllHistory(view);
  const failure = error && (
    <Failure error={error} compact={records.length > 0} retrying={loading} onRetry={retry} />
  );
  if (total === null) return failure ?? <HistorySkeleton />;
  if (total === 0) return failure ?? <NoChanges view={view} onClear={onClear} />;
  return (
    <>
      {failure}
      <Summary
        text={`Showing ${formatCount(records.length)} of ${formatQuantity(total, 'change')}`}
        action="Paginated View"
        onAction={() => onChange({ viewAll: false })}
      />
      {loading && records.length < total && (
        <Progress
          className={classes.progress}
          size="sm"
          value={(records.length / total) * 100}
          aria-label={`Loading all changes: ${formatCount(records.length)} of ${formatCount(total)}`}
        />
      )}
      {children({ records, batches, total, stale: false })}
      {loadMore && (
        <div className={classes.more}>
          <Button variant="default" onClick={loadMore}>
            Load more
          </Button>
        </div>
      )}
    </>
  );
}

type SummaryProps = { text: string; action: string; onAction: () => void };

function Summary({ text, action, onAction }: SummaryProps) {
  return (
    <div className={classes.summary}>
      <p className={`${classes.count} tabular`} role="status">
        {text}
      </p>
      <Button variant="default" size="xs" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}

type FailureProps = {
  error: Error;
  /** There are rows to be seen below. */
  compact: boolean;
  retrying: boolean;
  onRetry: () => void;
};

function Failure({ error, compact, retrying, onRetry }: FailureProps) {
  const { title, detail } = historyError(error);
  if (!compact) return <ErrorState title={title} detail={detail} retrying={retrying} onRetry={onRetry} />;
  return (
    <div className={classes.failure}>
      <Banner tone="danger" title={title}>
        {detail} The rows below are as they were last read.{' '}
        <Button variant="default" size="compact-xs" loading={retrying} onClick={onRetry}>
          Retry
        </Button>
      </Banner>
    </div>
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
          ? 'The filters leave none of the changes.'
          : 'What you change in your stores from here on is listed here, with who changed it and when.'
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
