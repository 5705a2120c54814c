import { ActionIcon, Button, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Selection } from '../../../products/selection/selection-store.ts';
import {
  describeSelection,
  nameEverything,
  offersEverything,
} from '../../../products/selection/selection-words.ts';
import classes from './bulk-actions.module.css';

type Props = {
  selection: Selection;
  /** What can be done, and the id of the form in which it is. */
  label: string;
  controls: string;
  opened: boolean;
  onToggle: () => void;
};

/** What is selected, and on a phone the handle of the sheet. */
export function SelectionHead({ selection, label, controls, opened, onToggle }: Props) {
  useClearOnEscape(selection);
  const scope = selection.scope();
  return (
    <div className={classes.head}>
      <strong className={classes.count} role="status">
        {describeSelection(selection)}
      </strong>
      {scope && offersEverything(selection) && (
        <UnstyledButton className={classes.everything} onClick={() => selection.selectEverything(scope)}>
          {nameEverything(selection)}
        </UnstyledButton>
      )}
      <span className={classes.space} />
      <Button
        className={classes.open}
        size="xs"
        aria-expanded={opened}
        aria-controls={controls}
        rightSection={
          opened ? <IconChevronDown size={14} aria-hidden /> : <IconChevronUp size={14} aria-hidden />
        }
        onClick={onToggle}
      >
        {label}
      </Button>
      <Tooltip label="Clear the selection (Esc)">
        <ActionIcon className={classes.clear} aria-label="Clear the selection" onClick={selection.clear}>
          <IconX size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** Escape closes what lies on top first: a dialog, a menu, a field's own list. */
function useClearOnEscape(selection: Selection): void {
  const latest = useRef(selection);
  latest.current = selection;
  useEffect(() => {
    let isCovered = false;
    // On its way down: a dialog that the key closes may be gone on its way up.
    const look = () => {
      isCovered = document.querySelector('[role="dialog"], [role="menu"]') !== null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isCovered) return;
      if (event.target instanceof Element && event.target.closest('input:not([type="checkbox"]), select'))
        return;
      latest.current.clear();
    };
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', look, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
