import { messages } from '@storefleet/contract/messages';
import type { Setting } from '@storefleet/contract/settings';
import { ConfirmChange } from '../../../components/feedback/confirm-change.tsx';
import { announceSettings } from '../announce.ts';
import { effectOfDeleting } from '../known-settings.ts';
import { useDeleteSetting } from '../settings-api.ts';

type Props = {
  /** The setting in question, or null while nothing is asked. */
  setting: Setting | null;
  onClose: () => void;
};

export function DeleteSettingDialog({ setting, onClose }: Props) {
  const key = setting?.key ?? '';
  return (
    <ConfirmChange
      opened={setting !== null}
      title={`Delete ${key}?`}
      confirmLabel="Delete setting"
      tone="danger"
      change={useDeleteSetting()}
      variables={key}
      failed={(reason) => `${messages.settings.deleteFailed(key)} (${reason})`}
      onDone={() => announceSettings(messages.settings.deleted(key))}
      onClose={onClose}
      effect={effectOfDeleting(key)}
    >
      {messages.settings.confirmDelete(key)}
    </ConfirmChange>
  );
}
