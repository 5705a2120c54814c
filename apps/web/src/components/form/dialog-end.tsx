import { DialogActions } from '../dialogs/dialog-actions.tsx';
import { FailureBanner } from '../feedback/failure-banner.tsx';
import type { Draft } from './use-draft.ts';

type Props<Values extends object> = {
  draft: Draft<Values>;
  saving: { isPending: boolean; reset: () => void };
  /** Heading of an error that no field shows. */
  failed: string;
  /** Label of the save button. */
  label: string;
  onCancel: () => void;
};

/** End of a form in a dialog: the error, Cancel and Save. */
export function DialogEnd<Values extends object>({ draft, saving, failed, label, onCancel }: Props<Values>) {
  return (
    <>
      <FailureBanner
        title={failed}
        error={Object.keys(draft.problems).length > 0 ? null : draft.failure}
        onDismiss={saving.reset}
      />
      <DialogActions confirmLabel={label} pending={saving.isPending} onCancel={onCancel} mt={0} />
    </>
  );
}
