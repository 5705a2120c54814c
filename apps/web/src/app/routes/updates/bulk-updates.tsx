import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { IconHistoryToggle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { BackLink } from '../../../components/text/back-link.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { recentBulkUpdatesQuery } from '../../../features/batches/queries.ts';
import { RecentUpdates } from '../../../features/bulk-updates/components/recent-updates.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';

/** Lists recent updates, so that one whose page was closed can be found again. */
export function BulkUpdatesScreen() {
  usePageTitle('Recent updates');
  const recent = useQuery(recentBulkUpdatesQuery(useApi()));
  return (
    <>
      <PageHeader
        back={<BackLink to={paths.search}>Back to Search</BackLink>}
        title="Recent updates"
        description="Bulk updates, imports and undos, newest first."
      />
      {recent.isPending && (
        <Stack gap="xs">
          <VisuallyHidden role="status">Loading the updates</VisuallyHidden>
          {['a', 'b', 'c', 'd'].map((row) => (
            <Skeleton key={row} height={56} />
          ))}
        </Stack>
      )}
      {recent.error && !recent.data && (
        <QueryErrorState title="The updates could not be read" query={recent} />
      )}
      {recent.data?.bulk_updates.length === 0 && (
        <EmptyState
          icon={<IconHistoryToggle size={20} stroke={1.6} />}
          title="No updates yet"
          description="Search for products, select some, and change one of their attributes."
          action={<ButtonLink to={paths.search}>Search products</ButtonLink>}
        />
      )}
      {recent.data && recent.data.bulk_updates.length > 0 && (
        <RecentUpdates updates={recent.data.bulk_updates} />
      )}
    </>
  );
}
