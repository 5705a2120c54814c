import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Loading } from '../../../components/feedback/loading.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { BackLink } from '../../../components/text/back-link.tsx';
import { PaginationTestPanel } from '../../../features/pagination-test/components/pagination-test-panel.tsx';
import { storeQuery } from '../../../features/stores/api/queries.ts';
import { UnreadStore } from '../../../features/stores/components/unread-store.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './pagination-test.module.css';

const route = getRouteApi('/guarded/layout/stores/$storeId/pagination-test');

export function PaginationTestScreen() {
  usePageTitle('Pagination Test');
  const { storeId } = route.useParams();
  const store = useQuery(storeQuery(useApi(), storeId));

  const name = store.data?.shop_name;
  const page = (
    <div className={classes.page}>
      <PageHeader
        back={
          <BackLink to={paths.store} params={{ storeId }}>
            Back to {name ?? 'the store'}
          </BackLink>
        }
        title="Pagination Test"
        description={`Whether ${name ?? 'the store'} returns its products page by page, each linked to the next.`}
      />
      {name !== undefined ? (
        <PaginationTestPanel key={storeId} storeId={storeId} storeName={name} />
      ) : (
        <Loading label="Loading store" height={170} />
      )}
    </div>
  );
  return store.data ? page : <UnreadStore query={store}>{page}</UnreadStore>;
}
