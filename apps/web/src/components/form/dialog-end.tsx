import { Button, Group } from '@mantine/core';
import { FailureBanner } from '../feedback/failure-banner.tsx';
import type { Draft } from './use-draft.ts';

type Props<Values extends object> = {
  draft: Draft<Values>;
  saving: { isPending: boolean; reset: () => void };
  /** The sentence above a failure that no field shows. */
  failed: string;
  /** The verb of the button that saves. */
  label: string;
  onCancel: () => void;
};

/** How a form in a dialog ends: why it was not saved, and the two ways out. */
export function DialogEnd<Values extends object>({ draft, saving, failed, label, onCancel }: Props<Values>) {
  return (
    <>
      <FailureBanner
        title={failed}
        error={Object.keys(draft.problems).length > 0 ? null : draft.failure}
        onDismiss={saving.reset}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={saving.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {label}
        </Button>
      </Group>
    </>
  );
}
