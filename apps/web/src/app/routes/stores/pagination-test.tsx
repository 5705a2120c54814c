import { Skeleton, VisuallyHidden } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ErrorState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { PaginationTestPanel } from '../../../features/pagination-test/components/pagination-test-panel.tsx';
import { storeQuery } from '../../../features/stores/api/get-store.ts';
import { StoreMissing } from '../../../features/stores/components/store-missing.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError, isNotFound } from '../../../lib/api/describe-error.ts';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './pagination-test.module.css';

const route = getRouteApi('/guarded/layout/stores/$storeId/pagination-test');

export function PaginationTestScreen() {
  usePageTitle('Pagination Test');
  const { storeId } = route.useParams();
  const store = useQuery(storeQuery(useApi(), storeId));

  if (isNotFound(store.error)) return <StoreMissing title={messages.stores.notFound} />;
  if (store.error && !store.data) {
    return (
      <ErrorState
        level={1}
        title={messages.storeDetail.loadFailed}
        detail={describeError(store.error)}
        onRetry={() => void store.refetch()}
        retrying={store.isFetching}
      />
    );
  }
  return (
    <div className={classes.page}>
      <PageHeader
        back={
          <TextLink to={paths.store} params={{ storeId }} className={classes.back} size="sm">
            <IconArrowLeft size={14} aria-hidden />
            Back to {store.data?.shop_name ?? 'the store'}
          </TextLink>
        }
        title="Pagination Test"
        description={
          store.data
            ? `Whether ${store.data.shop_name} hands out its products page by page, each linked to the next.`
            : 'Whether the store hands out its products page by page, each linked to the next.'
        }
      />
      {store.data ? (
        <PaginationTestPanel key={storeId} storeId={storeId} storeName={store.data.shop_name} />
      ) : (
        <>
          <VisuallyHidden role="status">Loading store</VisuallyHidden>
          <Skeleton height={170} />
        </>
      )}
    </div>
  );
}
