import { Button, Group, Text, Textarea } from '@mantine/core';
import { OVERRIDE_REASON_MAX_LENGTH } from '@storefleet/contract/constants';
import { useState } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { describeRefusal } from '../../../lib/api/describe-error.ts';
import { useReject } from '../inbox-api.ts';

/** Asks why a plan is rejected, for its author. */
export function RejectDialog({ batchId, onClose }: { batchId: string; onClose: () => void }) {
  const reject = useReject(batchId);
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <Dialog opened title="Reject this plan?" onClose={reject.isPending ? undefined : onClose}>
      <Textarea
        label="Why"
        description="Shown to its author."
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={OVERRIDE_REASON_MAX_LENGTH}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {reject.error && (
        <Text c="var(--sf-danger-text)" mt="sm" role="alert">
          {describeRefusal(reject.error)}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={reject.isPending}>
          Cancel
        </Button>
        <Button
          color="red.9"
          disabled={given === ''}
          loading={reject.isPending}
          onClick={() => reject.mutate(given, { onSuccess: onClose })}
        >
          Reject plan
        </Button>
      </Group>
    </Dialog>
  );
}
