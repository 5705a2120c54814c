import { Button } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { describeError } from '../../../lib/api/describe-error.ts';
import { paths } from '../../../lib/paths.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { useSubmit, useTakeOver, useWithdraw } from '../inbox-api.ts';
import { RejectDialog } from './reject-dialog.tsx';

type Props = { batch: BulkUpdateBatch };

/** Actions on a waiting plan besides applying it. */
export function PlanActions({ batch: { batch_id }, isMine }: Props & { isMine: boolean }) {
  const navigate = useNavigate();
  const withdraw = useWithdraw(batch_id);
  const takeOver = useTakeOver(batch_id);
  const [rejecting, setRejecting] = useState(false);
  if (isMine) {
    return (
      <>
        <Refused error={withdraw.error} onDismiss={withdraw.reset} />
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Withdraw
        </Button>
      </>
    );
  }
  return (
    <>
      <Refused error={takeOver.error} onDismiss={takeOver.reset} />
      <Permitted call="inbox.reject">
        <Button variant="default" color="red" onClick={() => setRejecting(true)}>
          Reject…
        </Button>
      </Permitted>
      <Permitted call="inbox.takeOver">
        <Button
          variant="default"
          loading={takeOver.isPending}
          onClick={() =>
            takeOver.mutate(undefined, {
              onSuccess: (own) => void navigate({ to: paths.bulkUpdate, params: { batchId: own.batch_id } }),
            })
          }
        >
          Take over
        </Button>
      </Permitted>
      {rejecting && <RejectDialog batchId={batch_id} onClose={() => setRejecting(false)} />}
    </>
  );
}

/** For users who may not apply plans, or not this one. */
export function SubmitButton({ batch: { batch_id } }: Props) {
  const submit = useSubmit(batch_id);
  return (
    <>
      <Refused error={submit.error} onDismiss={submit.reset} />
      <Button loading={submit.isPending} onClick={() => submit.mutate()}>
        Submit for approval
      </Button>
    </>
  );
}

function Refused({ error, onDismiss }: { error: Error | null; onDismiss: () => void }) {
  return error && <Banner tone="danger" title={describeError(error)} onDismiss={onDismiss} />;
}
