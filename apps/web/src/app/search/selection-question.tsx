import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import type { Selection } from '../../features/products/selection/selection-store.ts';
import { describeSelection } from '../../features/products/selection/selection-words.ts';

type Props = {
  selection: Selection;
  opened: boolean;
  /** Whether the screen is left, rather than another search begun. */
  leaves: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

export function SelectionQuestion({ selection, leaves, ...dialog }: Props) {
  return (
    <ConfirmDialog
      {...dialog}
      title={leaves ? 'Leave with rows selected?' : 'Search for something else?'}
      confirmLabel={leaves ? 'Leave' : 'Search and clear the selection'}
      cancelLabel={leaves ? 'Stay' : 'Cancel'}
    >
      <Text>
        {describeSelection(selection)}.{' '}
        {leaves
          ? 'Nothing has been changed yet. The rows are still selected when you come back to this search in this tab.'
          : 'A new search clears the selection.'}
      </Text>
    </ConfirmDialog>
  );
}
