import { Button } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { PlanSchedule } from '@storefleet/contract/edits/plan-schedule';
import { type ReactNode, useState } from 'react';
import { ConfirmChange } from '../../../components/dialogs/confirm-change.tsx';
import { Banner } from '../../../components/feedback/banner.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { paths } from '../../../lib/paths.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { endsWords, isReverting, planWords } from '../schedule-words.ts';
import { useCancelSchedule, useEndNow, useMoveEnd } from '../scheduled-changes-api.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import classes from './schedule-status.module.css';

type Props = { batch: BulkUpdateBatch };

/** When an update is applied or reverted automatically, what blocks it, and the available actions. */
export function ScheduleStatus({ batch }: Props) {
  const { schedule, status } = batch;
  if (schedule === null) return null;
  const { state, problem, scheduled_by } = schedule;
  const who = `By ${scheduled_by.name ?? scheduled_by.email}.`;
  if (state === 'missed') return <Banner tone="warning" title={problem ?? 'It was not applied.'} />;
  if (state === 'scheduled' && status === 'planned') {
    const title = planWords(schedule);
    return (
      <Banner tone={problem === null ? 'info' : 'warning'} title={problem ?? title}>
        {problem === null ? who : `${title}. ${who}`}
        <BeforeStart batch={batch} />
      </Banner>
    );
  }
  return <AfterStart batch={batch} schedule={schedule} who={who} />;
}

function BeforeStart({ batch }: Props) {
  const [choosing, setChoosing] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const cancel = useCancelSchedule(batch.batch_id);
  return (
    <Actions call="scheduledChanges.save">
      <Button variant="default" size="compact-sm" onClick={() => setChoosing(true)}>
        Change times…
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => setCancelling(true)}>
        Cancel schedule…
      </Button>
      {choosing && <ScheduleDialog batch={batch} onClose={() => setChoosing(false)} />}
      <ConfirmChange
        opened={cancelling}
        title="Cancel the schedule?"
        confirmLabel="Cancel schedule"
        change={cancel}
        variables={undefined}
        onClose={() => setCancelling(false)}
      >
        Nothing is applied at its time. The plan is a preview again, and waits for a decision if it did
        before.
      </ConfirmChange>
    </Actions>
  );
}

function AfterStart({ batch, schedule, who }: Props & { schedule: PlanSchedule; who: string }) {
  const { state, problem, reverts } = schedule;
  if (state === 'kept') {
    const words =
      reverts.length === 0
        ? 'The end was cancelled. The new values stay.'
        : 'The end was cancelled. The new values that were not reverted before stay.';
    return (
      <Banner tone="info" title={words}>
        <Reverts schedule={schedule} />
      </Banner>
    );
  }
  if (state === 'reverted') {
    const words =
      reverts.length === 0
        ? 'It has ended. Nothing was left to revert.'
        : isReverting(schedule)
          ? 'It has ended and is being reverted.'
          : 'It has ended and was reverted.';
    return (
      <Banner tone="info" title={words}>
        <Reverts schedule={schedule} />
      </Banner>
    );
  }
  const ends = endsWords(schedule);
  if (ends === null) return null;
  return (
    <Banner tone={problem === null ? 'info' : 'warning'} title={problem ?? `It ${ends}`}>
      {problem === null ? `Values changed by then stay. ${who}` : `It ${ends}. ${who}`}
      <Reverts schedule={schedule} />
      <BeforeEnd batch={batch} timezone={schedule.timezone} />
    </Banner>
  );
}

/** Several if a store did not answer at the end. */
function Reverts({ schedule: { state, reverts } }: { schedule: PlanSchedule }) {
  const isOnly = state === 'reverted' && reverts.length === 1;
  return reverts.map(({ batch_id, stores }) => (
    <div key={batch_id}>
      <TextLink to={paths.bulkUpdate} params={{ batchId: batch_id }}>
        {`The update that reverted it${isOnly ? '' : ` in ${stores.join(', ')}`}`}
      </TextLink>
    </div>
  ));
}

function BeforeEnd({ batch, timezone }: Props & { timezone: string }) {
  const [asking, setAsking] = useState<'move' | 'end' | 'keep' | null>(null);
  const end = useEndNow(batch.batch_id);
  const keep = useMoveEnd(batch.batch_id);
  const close = () => setAsking(null);
  return (
    <Actions call="scheduledChanges.moveEnd">
      <Button variant="default" size="compact-sm" onClick={() => setAsking('end')}>
        End now…
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => setAsking('move')}>
        Change end…
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => setAsking('keep')}>
        Keep the new values…
      </Button>
      {asking === 'move' && <ScheduleDialog batch={batch} onClose={close} />}
      <ConfirmChange
        opened={asking === 'end'}
        title="End it now?"
        confirmLabel="End now"
        change={end}
        variables={undefined}
        onClose={close}
      >
        Each written value reverts to its previous one. Values changed since then stay, and are listed.
      </ConfirmChange>
      <ConfirmChange
        opened={asking === 'keep'}
        title="Keep the new values?"
        confirmLabel="Keep them"
        change={keep}
        variables={{ ends: null, timezone }}
        onClose={close}
      >
        It will not revert automatically. You can undo it at any time.
      </ConfirmChange>
    </Actions>
  );
}

function Actions({ call, children }: { call: Parameters<typeof Permitted>[0]['call']; children: ReactNode }) {
  return (
    <div className={classes.actions}>
      <Permitted call={call}>{children}</Permitted>
    </div>
  );
}
