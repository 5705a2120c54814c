import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { announce } from '../../../components/feedback/announce.ts';
import { ConfirmChange } from '../../../components/feedback/confirm-change.tsx';
import { useDeleteStore } from '../api/changes.ts';

type Props = {
  /** The store in question, or null while nothing is asked. */
  store: Store | null;
  onClose: () => void;
};

const EFFECT =
  'Its products, mappings, schedules and sync logs are deleted here. Its change history stays, and the shop ' +
  'itself is not touched.';

export function DeleteStoreDialog({ store, onClose }: Props) {
  return (
    <ConfirmChange
      opened={store !== null}
      title={store ? `Delete ${store.shop_name}?` : ''}
      confirmLabel="Delete store"
      tone="danger"
      change={useDeleteStore()}
      variables={store?.id ?? ''}
      failed={(reason) => `${messages.stores.deleteFailed} (${reason})`}
      onDone={() => announce(messages.stores.deleted)}
      onClose={onClose}
      effect={EFFECT}
    >
      {messages.stores.confirmDelete}
    </ConfirmChange>
  );
}
