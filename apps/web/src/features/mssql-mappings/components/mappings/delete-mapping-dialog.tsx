import { messages } from '@storefleet/contract/messages';
import type { FieldMapping } from '@storefleet/contract/stores/mssql';
import { announce } from '../../../../components/feedback/announce.ts';
import { ConfirmChange } from '../../../../components/feedback/confirm-change.tsx';
import { useDeleteMapping } from '../../api/changes.ts';
import { effectOfDeletingMapping, targetWords } from '../../mapping-words.ts';

type Props = {
  storeId: string;
  /** The mapping in question, or null while nothing is asked. */
  mapping: FieldMapping | null;
  onClose: () => void;
};

export function DeleteMappingDialog({ storeId, mapping, onClose }: Props) {
  return (
    <ConfirmChange
      opened={mapping !== null}
      title={
        mapping
          ? `Delete the mapping of ${mapping.source_field} to ${targetWords(mapping.target_field)}?`
          : ''
      }
      confirmLabel="Delete mapping"
      tone="danger"
      change={useDeleteMapping(storeId)}
      variables={mapping?.id ?? ''}
      failed={(reason) => `${messages.mappings.deleteFailed}: ${reason}`}
      onDone={() => announce(messages.mappings.deleted)}
      onClose={onClose}
      effect={mapping && effectOfDeletingMapping(mapping)}
    >
      {messages.mappings.confirmDelete}
    </ConfirmChange>
  );
}
