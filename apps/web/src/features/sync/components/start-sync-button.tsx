import { Button, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';

type Props = {
  label: string;
  /** What is asked before it starts. */
  question: string;
  storeName: string;
  syncing: boolean;
  /** Why the store cannot be synced at all, or null. */
  blockedBecause: string | null;
  onStart: () => void;
};

/** Starts a sync once it has been confirmed. */
export function StartSyncButton({ label, question, storeName, syncing, blockedBecause, onStart }: Props) {
  const [asking, setAsking] = useState(false);
  const reason = syncing ? 'A sync of this store is running.' : blockedBecause;
  return (
    <>
      <Tooltip label={reason} disabled={reason === null}>
        <Button
          leftSection={<IconRefresh size={15} aria-hidden />}
          aria-disabled={reason !== null}
          data-disabled={reason !== null || undefined}
          aria-description={reason ?? undefined}
          onClick={() => {
            if (reason === null) setAsking(true);
          }}
        >
          {label}
        </Button>
      </Tooltip>
      <ConfirmDialog
        opened={asking}
        title={`Sync ${storeName}?`}
        confirmLabel="Start sync"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onStart();
        }}
      >
        <Text>{question}</Text>
      </ConfirmDialog>
    </>
  );
}
