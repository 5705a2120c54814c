import { Checkbox, Stack, TextInput } from '@mantine/core';
import { VIEW_NAME_MAX_LENGTH, type ViewScreen } from '@storefleet/contract/catalogue/catalogue-constants';
import type { SavedView } from '@storefleet/contract/catalogue/views';
import { useState } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogActions } from '../../../components/dialogs/dialog-actions.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { useDraft } from '../../../components/form/use-draft.ts';
import { useCreateView, useUpdateView } from '../api/views.ts';

type Props = { title: string; onClose: () => void } & (
  | { view: SavedView; screen?: undefined; address?: undefined; onSaved?: undefined }
  | {
      view?: undefined;
      screen: ViewScreen;
      address: Record<string, string>;
      onSaved: (view: SavedView) => void;
    }
);

const labels = { name: 'Name', is_shared: 'Share with everyone' };

/** Asks for the name of a new view, or renames one. */
export function ViewDialog({ title, view, screen, address, onSaved, onClose }: Props) {
  const creation = useCreateView();
  const renaming = useUpdateView();
  const change = view ? renaming : creation;
  const [saved] = useState({ name: view?.name ?? '', is_shared: view?.is_shared ?? false });
  const draft = useDraft({
    saved,
    labels,
    problemsOf: ({ name }) => (name.trim() === '' ? { name: 'Enter a name for the view.' } : {}),
    change,
    onSave: (values) =>
      view
        ? renaming.mutate({ view, ...values }, { onSuccess: onClose })
        : creation.mutate(
            { ...values, screen, address },
            {
              onSuccess: (created) => {
                onClose();
                onSaved(created);
              },
            },
          ),
  });
  return (
    <Dialog opened title={title} onClose={onClose}>
      <form {...draft.form} aria-label={title}>
        <Stack gap="sm">
          <TextInput
            required
            data-autofocus
            maxLength={VIEW_NAME_MAX_LENGTH}
            {...draft.fields.text('name')}
          />
          <Checkbox
            description="Others can open and copy it; only you can change it."
            {...draft.fields.tick('is_shared')}
          />
          <FailureBanner
            title="The view was not saved"
            error={draft.problems.name ? null : draft.failure}
            onDismiss={change.reset}
          />
        </Stack>
        <DialogActions confirmLabel="Save" pending={change.isPending} onCancel={onClose} canLeave />
      </form>
    </Dialog>
  );
}
