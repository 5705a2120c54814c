import { Skeleton, VisuallyHidden } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { BackLink } from '../../../components/text/back-link.tsx';
import { PaginationTestPanel } from '../../../features/pagination-test/components/pagination-test-panel.tsx';
import { storeQuery } from '../../../features/stores/api/queries.ts';
import { StoreMissing } from '../../../features/stores/components/store-missing.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { isNotFound } from '../../../lib/api/describe-error.ts';
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
    return <QueryErrorState level={1} title={messages.storeDetail.loadFailed} query={store} />;
  }
  return (
    <div className={classes.page}>
      <PageHeader
        back={
          <BackLink to={paths.store} params={{ storeId }}>
            Back to {store.data?.shop_name ?? 'the store'}
          </BackLink>
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
