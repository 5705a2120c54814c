import { Button, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

type Props = {
  storeName: string;
  syncing: boolean;
  /** Why the store cannot be synced at all, or null. */
  blockedBecause: string | null;
  onClick: () => void;
};

export function SyncProductsButton({ storeName, syncing, blockedBecause, onClick }: Props) {
  const reason = syncing ? 'A sync of this store is running.' : blockedBecause;
  return (
    <Tooltip label={reason} disabled={reason === null}>
      <Button
        variant="light"
        size="xs"
        leftSection={<IconRefresh size={14} aria-hidden />}
        aria-label={`Sync Products of ${storeName}${reason ? `. ${reason}` : ''}`}
        aria-disabled={reason !== null}
        data-disabled={reason !== null || undefined}
        onClick={() => {
          if (reason === null) onClick();
        }}
      >
        Sync Products
      </Button>
    </Tooltip>
  );
}
