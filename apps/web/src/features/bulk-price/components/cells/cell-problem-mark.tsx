import { Button, Group, Popover, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { CellEdits } from '../../cell-edits.ts';
import type { CellProblem } from '../../cell-state.ts';
import { type CellId, cellName, type EditCell, valueWords } from '../../edit-cell.ts';
import classes from './cell-problem-mark.module.css';

type Props = {
  id: CellId;
  cell: EditCell;
  problem: CellProblem;
  opened: boolean;
  edits: CellEdits;
  onOpen: () => void;
  /** Returns focus to the cell. */
  onDone: () => void;
};

/** Marks a cell whose value was not saved; explains why and offers next steps. */
export function CellProblemMark({ id, cell, problem, opened, edits, onOpen, onDone }: Props) {
  const words = (value: string | null) => valueWords(cell, value);
  const act = (action: (ids: readonly CellId[]) => void) => {
    onDone();
    action([id]);
  };
  return (
    <Popover
      opened={opened}
      position="bottom-start"
      width={280}
      closeOnClickOutside={false}
      closeOnEscape={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.mark}
          tabIndex={-1}
          // The popover has the same name as its mark.
          aria-label={`${cellName(cell)} was not saved. ${problem.message}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onOpen}
        >
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.card}
        data-cell-problem={id}
        // Focus stays in the cell, so that clicking a button does not close an open field.
        onMouseDown={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
      >
        {problem.kind === 'conflict' ? (
          <>
            <p className={classes.sentence}>The store’s value changed before yours was saved.</p>
            <dl className={`${classes.values} tabular`}>
              <dt>In the store now</dt>
              <dd>{words(problem.current)}</dd>
              <dt>Yours</dt>
              <dd>{words(problem.typed)}</dd>
            </dl>
            <Group gap="xs" justify="flex-end">
              <Button size="compact-sm" variant="default" onClick={() => act(edits.dismiss)}>
                Keep {words(problem.current)}
              </Button>
              <Button size="compact-sm" onClick={() => act(edits.retry)}>
                Save {words(problem.typed)}
              </Button>
            </Group>
          </>
        ) : (
          <>
            <p className={classes.sentence}>{problem.message}</p>
            <p className={classes.typed}>
              {problem.typed.trim() === '' ? 'The field was empty.' : <>You typed “{problem.typed}”.</>}
            </p>
            <Group gap="xs" justify="flex-end">
              <Button size="compact-sm" variant="default" onClick={() => act(edits.dismiss)}>
                Discard
              </Button>
              {problem.kind === 'failed' && (
                <Button size="compact-sm" onClick={() => act(edits.retry)}>
                  Save {words(problem.typed)} again
                </Button>
              )}
            </Group>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
