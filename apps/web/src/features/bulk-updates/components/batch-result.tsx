import { Button } from '@mantine/core';
import { labelOf } from '@storefleet/contract/attributes/attributes';
import { RETENTION } from '@storefleet/contract/constants';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { partlyDone } from '@storefleet/contract/edits/partly-done';
import { formatCount } from '@storefleet/contract/values/quantity';
import { IconArrowBackUp, IconHistory, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonWithReason } from '../../../components/button-with-reason.tsx';
import { deferred } from '../../../components/deferred.tsx';
import { Banner } from '../../../components/feedback/banner.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { ButtonLink, TextLink } from '../../../components/text/links.tsx';
import { UNDO_HASH } from '../../../lib/anchors.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { paths } from '../../../lib/paths.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { batchTitle, describeOutcome } from '../../batches/batch-words.ts';
import type { ItemsFilter } from '../../batches/queries.ts';
import { ExportButton } from '../../exports/components/export-button.tsx';
import { BrokenGuardRails } from '../../guard-rails/components/broken-guard-rails.tsx';
import { hasChangesLeftQuery } from '../../history/api/queries.ts';
import type { UndoSubject } from '../../history/api/undo.ts';
import { type Definitions, useDefinitions } from '../../metafields/use-definitions.ts';
import { useRetry } from '../api/changes.ts';
import { useItemsView } from '../items/use-items-view.ts';
import { ImportReport } from './actions/import-report.tsx';
import classes from './batch-result.module.css';
import { BatchItems } from './items/batch-items.tsx';
import { PartlyDone } from './partly-done.tsx';

const UndoDialog = deferred(() => import('../../history/components/undo/undo-dialog.tsx'), 'UndoDialog');

type Props = {
  batch: BulkUpdateBatch;
  /** Opens a follow-up update: its undo, or the preview of a retry. */
  onStarted: (batchId: string) => void;
};

/** Result of an update: the summary, its counts, and what to do about the rest. */
export function BatchResult({ batch, onStarted }: Props) {
  const definitions = useDefinitions();
  const outcome = describeOutcome(batch, definitions);
  const retry = useRetry(batch.batch_id);
  const undo = undoOf(batch, useItemsView(batch).asked, definitions);
  const [undoing, setUndoing] = useState<UndoSubject | null>(
    window.location.hash === `#${UNDO_HASH}` ? undo.subject : null,
  );
  const isPruned = batch.items_removed_at !== null;
  const canRetry = !isPruned && batch.failed + batch.cancelled > 0;
  const tryAgain = () => retry.mutate(undefined, { onSuccess: ({ batch_id }) => onStarted(batch_id) });
  const partly = partlyDone(batch);
  const notUndoable = useNotUndoable(batch);
  return (
    <div className={classes.root}>
      <Banner tone={outcome.tone} title={outcome.text}>
        {partly && (
          <PartlyDone
            batch={batch}
            partly={partly}
            retrying={retry.isPending}
            onRetry={canRetry ? tryAgain : null}
            notUndoable={notUndoable}
            onUndo={setUndoing}
          />
        )}
      </Banner>
      <BrokenGuardRails batch={batch} />
      <FailureBanner title="The preview could not be created." error={retry.error} onDismiss={retry.reset} />
      <div className={classes.summary}>
        <Figures batch={batch} />
        <ResultActions
          batch={batch}
          undo={undo}
          notUndoable={notUndoable}
          onUndo={() => setUndoing(undo.subject)}
          retrying={retry.isPending}
          onRetry={canRetry ? tryAgain : null}
        />
      </div>
      {batch.undoes_batch_id && (
        <p className="note">
          This undid{' '}
          <TextLink to={paths.bulkUpdate} params={{ batchId: batch.undoes_batch_id }}>
            an earlier update
          </TextLink>
          .
        </p>
      )}
      {isPruned ? (
        <p className="note">
          The rows of this update were removed because of their age. Its totals stay
          {notUndoable === null && ', and its changes stay in the history for as long as that is kept'}.
        </p>
      ) : (
        <BatchItems batch={batch} initial={batch.failed > 0 ? 'problems' : 'changes'} />
      )}
      {batch.import_report && <ImportReport batch={batch} report={batch.import_report} />}
      {undoing && (
        <UndoDialog
          subject={undoing}
          onClose={() => setUndoing(null)}
          onStarted={({ batch_id }) => onStarted(batch_id)}
        />
      )}
    </div>
  );
}

type ActionsProps = {
  batch: BulkUpdateBatch;
  undo: Undo;
  notUndoable: string | null;
  onUndo: () => void;
  retrying: boolean;
  onRetry: (() => void) | null;
};

function ResultActions({ batch, undo, notUndoable, onUndo, retrying, onRetry }: ActionsProps) {
  const definitions = useDefinitions();
  return (
    <div className={classes.actions} data-actions>
      <Permitted call="bulkUpdates.retry">
        {onRetry && (
          <Button leftSection={<IconRefresh size={15} aria-hidden />} loading={retrying} onClick={onRetry}>
            Retry with the current values
          </Button>
        )}
      </Permitted>
      {batch.items_removed_at === null && batch.failed > refusedRows(batch) && (
        <ExportButton
          label="Failed rows as"
          title={`Failed rows of “${batchTitle(batch, definitions)}”`}
          order={(api, body) =>
            api.call('files.exportItems', {
              params: { batch_id: batch.batch_id },
              query: { show: 'problems' },
              body,
            })
          }
        />
      )}
      {batch.succeeded > 0 && (
        <>
          <Permitted call="history.undo">
            <ButtonWithReason
              variant="default"
              leftSection={<IconArrowBackUp size={15} aria-hidden />}
              disabled={undo.subject.size === 0}
              reason={notUndoable}
              onClick={onUndo}
            >
              {undo.label}
            </ButtonWithReason>
          </Permitted>
          <ButtonLink
            variant="default"
            to={paths.history}
            search={{ batch: batch.batch_id }}
            leftSection={<IconHistory size={15} aria-hidden />}
          >
            Show in the history
          </ButtonLink>
        </>
      )}
    </div>
  );
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Why an update that changed something cannot be undone any more; null if it can. */
function useNotUndoable({ batch_id, completed_at, succeeded }: BulkUpdateBatch): string | null {
  const [now] = useState(Date.now);
  const isOld = completed_at !== null && now - Date.parse(completed_at) > RETENTION.history.least * DAY_MS;
  const { data: hasChangesLeft } = useQuery({
    ...hasChangesLeftQuery(useApi(), batch_id),
    enabled: isOld && succeeded > 0,
  });
  return hasChangesLeft === false
    ? 'Its changes were removed from the history for their age, so they cannot be undone any more.'
    : null;
}

/** Refused rows of an imported file: the report already offers them as a download. */
function refusedRows({ import_report: report }: BulkUpdateBatch): number {
  return report === null ? 0 : report.unmatched + report.ambiguous + report.invalid;
}

/** These add up to the update's rows. */
function Figures({ batch }: { batch: BulkUpdateBatch }) {
  const { started_at, completed_at } = batch;
  const figures: [string, string][] = [
    ['Updated', formatCount(batch.succeeded)],
    ['Failed', formatCount(batch.failed)],
    ['Unchanged', formatCount(batch.unchanged)],
  ];
  if (batch.cancelled > 0) figures.push(['Cancelled', formatCount(batch.cancelled)]);
  if (started_at && completed_at) {
    figures.push(['Took', formatDuration(Date.parse(completed_at) - Date.parse(started_at))]);
  }
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Undo = { readonly label: string; readonly subject: Extract<UndoSubject, { size: number }> };

/** What Undo reverts: the whole update, or the stores and attributes to which the page is filtered. */
function undoOf(
  batch: Pick<BulkUpdateBatch, 'batch_id' | 'succeeded' | 'stores' | 'attributes'>,
  { store_id, attribute }: Pick<ItemsFilter, 'store_id' | 'attribute'>,
  definitions: Definitions,
): Undo {
  const { batch_id: batchId, succeeded, stores, attributes } = batch;
  const store = stores.length > 1 ? stores.find((one) => one.store_id === store_id) : undefined;
  const only = attributes.length > 1 ? attribute : undefined;
  const size = store?.succeeded ?? succeeded;
  if (store === undefined && only === undefined) {
    return { label: 'Undo', subject: { kind: 'batch', batchId, size } };
  }
  const ofStore = store && { store_id: store.store_id };
  const filters = { batch_id: batchId, ...ofStore, ...(only && { attribute: only }) };
  const what = only ? ` ${labelOf(only, definitions(stores.map((one) => one.store_id)))}` : '';
  return {
    label: `Undo${what}${store ? ` in ${store.store_name}` : ''}`,
    subject: { kind: 'filters', filters, size },
  };
}
