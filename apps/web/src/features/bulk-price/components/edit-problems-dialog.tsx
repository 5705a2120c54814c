import { Button, Group } from '@mantine/core';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import type { CellEdits } from '../cell-edits.ts';
import { cellName } from '../edit-cell.ts';
import type { EditProblem } from '../edits-overview.ts';
import classes from './edit-list.module.css';
import { EditList } from './edit-list.tsx';

/** Nobody reads more in a dialog; the grid marks the rest. */
const MOST_LISTED = 200;

type Props = {
  opened: boolean;
  problems: readonly EditProblem[];
  edits: CellEdits;
  onClose: () => void;
};

/** Every unsaved value, including those no longer among the results on screen. */
export function EditProblemsDialog({ opened, problems, edits, onClose }: Props) {
  const failed = problems.filter(({ problem }) => problem.kind === 'failed');
  return (
    <Dialog
      opened={opened}
      title={
        problems.length === 1
          ? '1 value was not saved'
          : `${formatCount(problems.length)} values were not saved`
      }
      onClose={onClose}
    >
      <EditList label="Values not saved">
        {problems.slice(0, MOST_LISTED).map(({ id, cell, problem }) => (
          <li key={id} className={classes.entry}>
            <span className={classes.name}>{cellName(cell)}</span>
            <span className={classes.detail}>
              {cell.row.item.store_name} · “{problem.typed}”
            </span>
            <span className={classes.problem}>{problem.message}</span>
          </li>
        ))}
      </EditList>
      {problems.length > MOST_LISTED && (
        <p className={classes.more}>and {formatCount(problems.length - MOST_LISTED)} more</p>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => edits.dismiss(problems.map(({ id }) => id))}>
          Discard {problems.length === 1 ? 'it' : 'all'}
        </Button>
        {failed.length > 0 && (
          <Button
            variant="default"
            onClick={() => {
              edits.retry(failed.map(({ id }) => id));
              onClose();
            }}
          >
            Save {formatQuantity(failed.length, 'value')} again
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Dialog>
  );
}
