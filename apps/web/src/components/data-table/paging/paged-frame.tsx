import { Button, Progress } from '@mantine/core';
import { formatCount } from '@storefleet/contract/values/quantity';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '../../../lib/api/describe-error.ts';
import { Banner } from '../../feedback/banner.tsx';
import { EmptyState, ErrorState } from '../../feedback/states.tsx';
import classes from './paged-frame.module.css';
import { PaginationBar } from './pagination-bar.tsx';

type Paging = {
  page: number;
  size: number;
  sizes: readonly number[];
  /** Shown even if all rows fit on one page of the smallest size. */
  alwaysShown?: boolean;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
};

type Summary = {
  text: ReactNode;
  action?: { label: string; onClick: () => void };
  /** Next to the action. */
  tools?: ReactNode;
};

export type Failure = {
  title: ReactNode;
  detail?: ReactNode;
  /** Replaces Retry where retrying cannot help. */
  remedy?: ReactNode;
};

type Props = {
  /** Number of rows on all pages; undefined until known. */
  total: number | undefined;
  /** There are more than `total`; counting stopped there. */
  isMore?: boolean;
  shown: number;
  /** Why the rows, or newer ones, failed to load. */
  failure: Failure | null;
  retrying: boolean;
  onRetry: () => void;
  empty: ReactNode;
  /** What is listed, for the message about a missing page. */
  noun: string;
  summary?: Summary | undefined;
  /** Set for paged rows. */
  paging?: Paging;
  /** Set while the remaining rows load: announced to screen readers. */
  progress?: string | undefined;
  /** The table, including placeholders for rows that are still loading. */
  children: ReactNode;
};

/** A list's states around its table: loading, empty, error, partial, and paging. */
export function PagedFrame(props: Props) {
  const {
    total,
    isMore = false,
    shown,
    failure,
    retrying,
    onRetry,
    empty,
    noun,
    summary,
    paging,
    progress,
    children,
  } = props;
  if (failure && shown === 0 && total === undefined) {
    const { title, detail, remedy } = failure;
    return (
      <ErrorState title={title} detail={detail} {...(remedy ? {} : { retrying, onRetry })}>
        {remedy}
      </ErrorState>
    );
  }
  const pages = paging && Math.max(1, Math.ceil((total ?? 0) / paging.size));
  return (
    <div className={classes.frame}>
      {failure && (
        <Banner tone="danger" title={failure.title}>
          {failure.detail}
          {shown > 0 && ' The rows below may be out of date.'}{' '}
          <Button variant="default" size="compact-xs" loading={retrying} onClick={onRetry}>
            Retry
          </Button>
        </Banner>
      )}
      {summary && Boolean(total) && <Summary {...summary} />}
      {progress !== undefined && total !== undefined && (
        <Progress
          size="sm"
          value={isMore ? 100 : (shown / total) * 100}
          animated={isMore}
          aria-label={progress}
        />
      )}
      {total === 0 ? (
        empty
      ) : total !== undefined && shown === 0 && paging && pages ? (
        <EmptyState
          title={`There is no page ${formatCount(paging.page)} of these ${noun}`}
          action={
            <Button variant="default" onClick={() => paging.onPage(pages)}>
              Go to the last page
            </Button>
          }
        />
      ) : (
        children
      )}
      {paging && pages && (total ?? 0) > (paging.alwaysShown ? 0 : Math.min(...paging.sizes)) && (
        <PaginationBar
          page={paging.page}
          pages={pages}
          isMore={isMore}
          pageSize={paging.size}
          pageSizes={paging.sizes}
          onPageChange={paging.onPage}
          onPageSizeChange={paging.onSize}
        />
      )}
    </div>
  );
}

/** The failure, and what retries it, of rows that one query reads. */
export function readBy(query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>, failed: string) {
  return {
    failure: query.error && { title: failed, detail: describeError(query.error) },
    retrying: query.isFetching,
    onRetry: () => void query.refetch(),
  };
}

function Summary({ text, action, tools }: Summary) {
  return (
    <div className={classes.summary}>
      <p className="note tabular" role="status">
        {text}
      </p>
      <div className={classes.tools}>
        {tools}
        {action && (
          <Button variant="default" size="xs" onClick={action.onClick}>
            {action.label}
          </Button>
        )}
      </div>
    </div>
  );
}
