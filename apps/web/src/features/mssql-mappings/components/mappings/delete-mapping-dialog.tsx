import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { messages } from '@storefleet/contract/messages';
import type { FieldMapping } from '@storefleet/contract/stores/mssql';
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { useDeleteMapping } from '../../api/delete-mapping.ts';
import { effectOfDeletingMapping, targetWords } from '../../mapping-words.ts';

type Props = {
  storeId: string;
  /** The mapping in question, or null while nothing is asked. */
  mapping: FieldMapping | null;
  onClose: () => void;
};

export function DeleteMappingDialog({ storeId, mapping, onClose }: Props) {
  const deletion = useDeleteMapping(storeId);
  const close = () => {
    deletion.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={mapping !== null}
      title={
        mapping
          ? `Delete the mapping of ${mapping.source_field} to ${targetWords(mapping.target_field)}?`
          : ''
      }
      confirmLabel="Delete mapping"
      tone="danger"
      pending={deletion.isPending}
      error={deletion.error && `${messages.mappings.deleteFailed}: ${describeError(deletion.error)}`}
      onCancel={close}
      onConfirm={() => {
        if (!mapping) return;
        deletion.mutate(mapping.id, {
          onSuccess: () => {
            notifications.show({ color: 'green', message: messages.mappings.deleted });
            close();
          },
        });
      }}
    >
      <Text>{messages.mappings.confirmDelete}</Text>
      {mapping && (
        <Text c="dimmed" mt="xs">
          {effectOfDeletingMapping(mapping)}
        </Text>
      )}
    </ConfirmDialog>
  );
}
