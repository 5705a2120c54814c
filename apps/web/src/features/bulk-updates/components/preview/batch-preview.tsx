import { Button } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { messages } from '@storefleet/contract/messages';
import { isAtLeast } from '@storefleet/contract/people/permissions';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { LookAgain } from '../../../../components/feedback/look-again.tsx';
import { useLookedAt } from '../../../../components/feedback/use-looked-at.ts';
import { useApi } from '../../../../lib/api/api-context.ts';
import { describeError, isTransient } from '../../../../lib/api/describe-error.ts';
import { accountQuery } from '../../../auth/api/account.ts';
import { Permitted } from '../../../auth/components/permitted.tsx';
import { usePermission } from '../../../auth/use-permission.ts';
import { rowWord, updateLabel } from '../../../batches/attribute-words.ts';
import { openCount, timeOf } from '../../../batches/batch-words.ts';
import {
  asksForApproval,
  BrokenGuardRails,
  whyHeldBack,
} from '../../../guard-rails/components/broken-guard-rails.tsx';
import { PlanActions, SubmitButton } from '../../../inbox/components/plan-actions.tsx';
import { PlanStatus } from '../../../inbox/components/plan-status.tsx';
import { isClosed, isWaiting } from '../../../inbox/inbox-words.ts';
import { useDefinitions } from '../../../metafields/use-definitions.ts';
import { ScheduleButton } from '../../../scheduled-changes/components/schedule-button.tsx';
import { ScheduleStatus } from '../../../scheduled-changes/components/schedule-status.tsx';
import { isScheduled } from '../../../scheduled-changes/schedule-words.ts';
import { teamQuery } from '../../../team/team-api.ts';
import { useApply } from '../../api/apply-bulk-update.ts';
import { useIsMine } from '../../api/use-is-mine.ts';
import { useLeavingOut } from '../../items/use-leaving-out.ts';
import { ImportReport } from '../actions/import-report.tsx';
import { BatchNote } from '../batch-note.tsx';
import { BatchItems } from '../items/batch-items.tsx';
import { WhatIfFold } from '../what-if/what-if-fold.tsx';
import classes from './batch-preview.module.css';
import { StoreTotals } from './store-totals.tsx';

type Props = {
  batch: BulkUpdateBatch;
  onCancel: () => void;
  /** Called once the update runs, whoever started it. */
  onApplied?: () => void;
};

/** Shows every old and new value and what cannot be changed, before anything is written. */
export function BatchPreview({ batch, onCancel, onApplied }: Props) {
  const leavingOut = useLeavingOut(batch.batch_id);
  const apply = useApply(batch.batch_id);
  const warnings = batch.warnings.flatMap(({ code, message }) => (code === 'guard_rail' ? [] : [message]));
  const lookedAt = useLookedAt(warnings);
  const { data: me } = useQuery({ ...accountQuery(useApi()), select: ({ account }) => account ?? undefined });
  const count = openCount(batch);
  const definitions = useDefinitions();
  const mine = useIsMine(batch);
  const isMine = mine === true;
  const isAlone = useOnlyApprover(me, isMine && asksForApproval(batch));
  const blockedBecause = leavingOut.isPending
    ? 'Rows are being left out.'
    : (whyBlocked(batch, warnings.length > 0 && !lookedAt.confirmed) ?? whyHeldBack(batch, me, isAlone));
  const mayNot = usePermission('bulkUpdates.apply');
  const [waiting, closed, scheduled] = [isWaiting(batch), isClosed(batch), isScheduled(batch)];
  const mayChooseRows = !scheduled && (isMine ? !waiting : mayNot === null);
  const isForOthers = isMine && (mayNot !== null || (asksForApproval(batch) && !isAlone));
  /** Users who may not apply it, or not alone, submit it for approval. */
  const isToSubmit = isForOthers && !waiting && !closed && !scheduled && count > 0;
  const started = apply.isSuccess || batch.started_at !== null;
  const latest = useRef(onApplied);
  latest.current = onApplied;
  useEffect(() => {
    if (started) latest.current?.();
  }, [started]);

  return (
    <>
      <div className={classes.content}>
        <p className={classes.counts}>
          <span className={classes.state}>
            {apply.isPending || started ? 'Starting the update.' : 'Nothing has been written yet.'}
          </span>{' '}
          <Counts batch={batch} />
        </p>
        {batch.import_report && <ImportReport batch={batch} report={batch.import_report} />}
        {batch.stores.length > 0 && <StoreTotals stores={batch.stores} />}
        <WhatIfFold batch={batch} />
        {warnings.length > 0 && <LookAgain {...lookedAt} />}
        <ScheduleStatus batch={batch} />
        <PlanStatus batch={batch} />
        <BrokenGuardRails batch={batch} />
        <BatchNote batch={batch} />
        <BatchItems batch={batch} leavingOut={mayChooseRows ? leavingOut : undefined} />
      </div>
      <div className={classes.footer}>
        <ApplyTrouble apply={apply} />
        <div className={classes.actions}>
          {blockedBecause && !closed && !(waiting && isForOthers) && (
            <span id="apply-blocked" className="muted small">
              {blockedBecause}
            </span>
          )}
          <Button
            variant="default"
            onClick={onCancel}
            disabled={apply.isPending && !apply.asking}
            data-autofocus
          >
            {apply.asking || waiting || closed || scheduled || mine === false ? 'Close' : 'Cancel'}
          </Button>
          {waiting && <PlanActions batch={batch} isMine={isMine} />}
          {isToSubmit && <SubmitButton batch={batch} />}
          {!closed && !isToSubmit && !scheduled && !(waiting && isForOthers) && (
            <ScheduleButton batch={batch} disabled={blockedBecause !== null || apply.isPending} />
          )}
          {!closed && !isToSubmit && !(waiting && isForOthers) && (
            <Permitted call="bulkUpdates.apply">
              <Button
                loading={apply.isPending}
                disabled={blockedBecause !== null}
                aria-describedby={blockedBecause ? 'apply-blocked' : undefined}
                onClick={() => apply.mutate({ count, submittedAt: batch.submission?.submitted_at })}
              >
                {waiting && !isMine && !scheduled ? 'Approve: ' : ''}
                {updateLabel(
                  batch.attributes,
                  count,
                  definitions(batch.stores.map(({ store_id }) => store_id)),
                )}
                {scheduled ? ' now' : ''}
              </Button>
            </Permitted>
          )}
        </div>
      </div>
    </>
  );
}

function ApplyTrouble({ apply }: { apply: ReturnType<typeof useApply> }) {
  return (
    <>
      {apply.asking && (
        <Banner
          tone="warning"
          title="The connection was lost, so it is not known yet whether the update has started."
        >
          Checking with the server. If it has started, it continues and is listed under Recent updates.
        </Banner>
      )}
      {apply.error && (
        <Banner tone="danger" title={messages.bulkUpdate.failed} onDismiss={apply.reset}>
          {describeError(apply.error)} {isTransient(apply.error) && 'The update was not started.'}
        </Banner>
      )}
    </>
  );
}

function Counts({ batch }: { batch: BulkUpdateBatch }) {
  const noun = rowWord(batch.attributes);
  const parts = [`${formatQuantity(openCount(batch), noun)} will be changed`];
  if (batch.left_out > 0) parts.push(`${formatCount(batch.left_out)} left out`);
  if (batch.unchanged > 0) parts.push(`${formatCount(batch.unchanged)} already have the value`);
  if (batch.failed > 0) parts.push(`${formatCount(batch.failed)} cannot be changed`);
  return `${parts.join(', ')}.${openCount(batch) > 0 ? ` ${duration(batch)}` : ''}`;
}

function duration({ stores }: BulkUpdateBatch): string {
  const time = timeOf(stores);
  return time === null ? 'How long it takes shows once it runs.' : `It takes ${time}.`;
}

function whyBlocked(batch: BulkUpdateBatch, isUnread: boolean): string | null {
  if (openCount(batch) === 0) {
    return batch.left_out > 0 ? 'All rows are left out.' : 'Nothing to change.';
  }
  if (isUnread) return 'Confirm that you have checked the warnings.';
  return null;
}

/** Whether an owner applies a plan that needs approval alone, with a reason, as nobody else can approve it. */
function useOnlyApprover(me: { readonly id: string; readonly role: string } | undefined, asks: boolean) {
  const isOwner = me?.role === 'owner';
  const { data: team } = useQuery({ ...teamQuery(useApi()), enabled: asks && isOwner });
  const others = team?.members.filter(
    ({ id, role, status }) => id !== me?.id && status === 'active' && isAtLeast(role, 'editor'),
  );
  return isOwner && others?.length === 0;
}
