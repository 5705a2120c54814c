import { Text } from '@mantine/core';
import { problems } from '@storefleet/contract/api/problems';
import type { SyncMethod } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { IconRefresh, IconRefreshDot } from '@tabler/icons-react';
import { useState } from 'react';
import { ButtonWithReason } from '../../../components/button-with-reason.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { usePermission } from '../../auth/use-permission.ts';
import { isSyncing } from '../sync-state.ts';

type Props = {
  label: string;
  method: SyncMethod;
  storeName: string;
  status: SyncStatus | undefined;
  /** Why the store cannot be synced at all, or null. */
  blockedBecause: string | null;
  /** In a list: small, and labelled with the store's name. */
  inList?: boolean;
  onStart: () => void;
};

const questions: Record<SyncMethod, string> = {
  graphql: messages.sync.confirmGraphql,
  rest: messages.sync.confirmRest,
  mssql: messages.sync.confirmMssql,
};

/** Starts a sync after confirmation. */
export function StartSyncButton(props: Props) {
  const { label, method, storeName, status, blockedBecause, inList = false, onStart } = props;
  const [asking, setAsking] = useState(false);
  const withheld = usePermission('sync.startGraphql');
  const reason = withheld ?? blockedBecause ?? reasonIn(status);
  return (
    <>
      <ButtonWithReason
        variant={inList ? 'light' : 'filled'}
        size={inList ? 'xs' : 'sm'}
        leftSection={<IconRefresh size={inList ? 14 : 15} aria-hidden />}
        aria-label={inList ? `${label} of ${storeName}` : undefined}
        reason={reason}
        onClick={() => setAsking(true)}
      >
        {label}
      </ButtonWithReason>
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
        <Text>{questions[method]}</Text>
      </ConfirmDialog>
    </>
  );
}

/** Reads only changes, which needs no confirmation. */
export function SyncChangesButton({
  status,
  blockedBecause,
  onStart,
}: Pick<Props, 'status' | 'blockedBecause' | 'onStart'>) {
  const withheld = usePermission('sync.startChanges');
  const unready = status?.can_sync_changes === false ? messages.sync.changesNeedFull : null;
  return (
    <ButtonWithReason
      variant="default"
      leftSection={<IconRefreshDot size={15} aria-hidden />}
      reason={withheld ?? blockedBecause ?? reasonIn(status) ?? unready}
      onClick={onStart}
    >
      Sync changes
    </ButtonWithReason>
  );
}

function reasonIn(status: SyncStatus | undefined): string | null {
  if (!status) return null;
  if (isSyncing(status)) return 'A sync of this store is running.';
  return status.force_stopped ? problems.sync_force_stopped.detail : null;
}
