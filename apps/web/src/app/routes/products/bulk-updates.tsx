import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconHistoryToggle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ButtonLink, TextLink } from '../../../components/text/links.tsx';
import { recentBulkUpdatesQuery } from '../../../features/bulk-updates/api/queries.ts';
import { RecentUpdates } from '../../../features/bulk-updates/components/recent-updates.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './bulk-update.module.css';

/** Where an update whose page was closed is found again. */
export function BulkUpdatesScreen() {
  usePageTitle('Recent updates');
  const recent = useQuery(recentBulkUpdatesQuery(useApi()));
  return (
    <>
      <PageHeader
        back={
          <TextLink to={paths.search} className={classes.back} size="sm">
            <IconArrowLeft size={14} aria-hidden />
            Back to Search
          </TextLink>
        }
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
        <ErrorState
          title="The updates could not be read"
          detail={describeError(recent.error)}
          onRetry={() => void recent.refetch()}
          retrying={recent.isFetching}
        />
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
