import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { BackLink } from '../../../components/text/back-link.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { batchStatusLabel, batchTitle, batchTone } from '../../../features/batches/batch-words.ts';
import { bulkUpdateQuery } from '../../../features/batches/queries.ts';
import { useDropPreview } from '../../../features/bulk-updates/api/changes.ts';
import { useIsMine } from '../../../features/bulk-updates/api/use-is-mine.ts';
import { BatchNote } from '../../../features/bulk-updates/components/batch-note.tsx';
import { BatchProgress } from '../../../features/bulk-updates/components/batch-progress.tsx';
import { BatchResult } from '../../../features/bulk-updates/components/batch-result.tsx';
import { BatchPreview } from '../../../features/bulk-updates/components/preview/batch-preview.tsx';
import { useEndNotice } from '../../../features/bulk-updates/use-end-notice.ts';
import { isClosed, isWaiting } from '../../../features/inbox/inbox-words.ts';
import { useDefinitions } from '../../../features/metafields/use-definitions.ts';
import { addressOf, SEARCH_SCREEN, searchOf } from '../../../features/products/search-address.ts';
import { readSavedSelection } from '../../../features/products/selection/saved-selection.ts';
import { ScheduleStatus } from '../../../features/scheduled-changes/components/schedule-status.tsx';
import { isScheduled } from '../../../features/scheduled-changes/schedule-words.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { isNotFound } from '../../../lib/api/describe-error.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './bulk-update.module.css';

const route = getRouteApi('/guarded/layout/bulk-updates/$batchId');

export function BulkUpdateScreen() {
  const { batchId } = route.useParams();
  const batch = useQuery(bulkUpdateQuery(useApi(), batchId));
  const definitions = useDefinitions();
  usePageTitle(batch.data ? batchTitle(batch.data, definitions) : 'Bulk update');

  if (batch.data && !isNotFound(batch.error)) {
    return <Batch key={batchId} batch={batch.data} error={batch.error} />;
  }
  if (isNotFound(batch.error)) {
    return (
      <EmptyState
        level={1}
        title="Update not found"
        description="Previews expire after a day or when they are cancelled."
        action={
          <>
            <ButtonLink variant="default" to={paths.bulkUpdates}>
              Recent updates
            </ButtonLink>
            <ButtonLink to={paths.search}>Search products</ButtonLink>
          </>
        }
      />
    );
  }
  if (batch.error) {
    return <QueryErrorState level={1} title="The update could not be read" query={batch} />;
  }
  return (
    <>
      <VisuallyHidden role="status">Loading the update</VisuallyHidden>
      <PageHeader back={<BackToSearch />} title={<Skeleton height={26} width={240} />} />
      <Skeleton height={220} />
    </>
  );
}

function Batch({ batch, error }: { batch: BulkUpdateBatch; error: Error | null }) {
  const navigate = useNavigate();
  const drop = useDropPreview(
    batch.batch_id,
    () => void navigate({ to: paths.bulkUpdate, params: { batchId: batch.batch_id } }),
  );
  const isMine = useIsMine(batch);
  useRenewedResults(batch);
  useEndNotice(batch);
  const title = batchTitle(batch, useDefinitions());
  const summary = batch.title === title ? null : batch.title;
  return (
    <>
      <PageHeader
        back={
          batch.submission === null ? <BackToSearch /> : <BackLink to={paths.inbox}>Back to Inbox</BackLink>
        }
        title={title}
        aside={
          <StatusBadge tone={batchTone(batch)} pulsing={batch.status === 'in_progress'}>
            {batchStatusLabel(batch)}
          </StatusBadge>
        }
        description={batch.status === 'planned' ? summary : <Started batch={batch} />}
      />
      {batch.status === 'planned' && (
        <div className={classes.preview}>
          <BatchPreview
            batch={batch}
            // The result has other rows; the preview's filters do not apply.
            onApplied={() => void navigate({ to: '.', search: {}, replace: true })}
            onCancel={() => {
              if (isScheduled(batch)) return void navigate({ to: paths.scheduledSyncs });
              if (isWaiting(batch) || isClosed(batch)) return void navigate({ to: paths.inbox });
              if (isMine) drop.mutate();
              void navigate({ to: paths.search, search: lastSearch() });
            }}
          />
        </div>
      )}
      {batch.status !== 'planned' && (
        <div className={classes.note}>
          {summary !== null && <p>{summary}</p>}
          <BatchNote batch={batch} />
          <ScheduleStatus batch={batch} />
        </div>
      )}
      {batch.status === 'in_progress' && <BatchProgress batch={batch} error={error} />}
      {isEnded(batch) && (
        <BatchResult
          batch={batch}
          onStarted={(batchId) => void navigate({ to: paths.bulkUpdate, params: { batchId } })}
        />
      )}
    </>
  );
}

function Started({ batch }: { batch: BulkUpdateBatch }) {
  const by = batch.requested_by ? ` by ${batch.requested_by.name ?? batch.requested_by.email}` : '';
  return (
    <>
      Started <RelativeTime value={batch.started_at ?? batch.created_at} />
      {by}
    </>
  );
}

const isEnded = ({ status }: BulkUpdateBatch) => status !== 'planned' && status !== 'in_progress';

/** Products and history on other screens are refetched once an update ends. */
function useRenewedResults(batch: BulkUpdateBatch): void {
  const queryClient = useQueryClient();
  const ended = isEnded(batch);
  useEffect(() => {
    if (!ended) return;
    for (const key of ['products', 'history', 'stores']) {
      void queryClient.invalidateQueries({ queryKey: [key] });
    }
  }, [ended, queryClient]);
}

/** Back to the search with its rows still selected, to change another attribute. */
function lastSearch() {
  const saved = readSavedSelection();
  return saved === null ? {} : addressOf({ ...searchOf({}, SEARCH_SCREEN), ...saved.scope }, SEARCH_SCREEN);
}

function BackToSearch() {
  return (
    <BackLink to={paths.search} search={lastSearch()}>
      Back to Search
    </BackLink>
  );
}
