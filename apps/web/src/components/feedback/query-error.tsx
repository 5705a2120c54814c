import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeError } from '../../lib/api/describe-error.ts';
import { Banner } from './banner.tsx';
import { ErrorState } from './states.tsx';

type Props = {
  title: ReactNode;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
};

/** Replaces a screen or panel whose data failed to load: the reason, and Retry. */
export function QueryErrorState({ title, query, ...rest }: Props & { level?: 1 | 2; children?: ReactNode }) {
  return (
    <ErrorState
      title={title}
      detail={describeError(query.error)}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
      {...rest}
    />
  );
}

/** The same for one part of a screen. */
export function QueryErrorBanner({ title, query }: Props) {
  return (
    <Banner tone="danger" title={title}>
      {describeError(query.error)}{' '}
      <Button
        variant="default"
        size="compact-xs"
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Retry
      </Button>
    </Banner>
  );
}
