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
  /** The available action, and the id of its form. */
  label: string;
  controls: string;
  opened: boolean;
  onToggle: () => void;
};

/** The selection, and on phones the handle of the sheet. */
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

/** Escape closes the topmost layer first: a dialog, a menu, a field's own list. */
function useClearOnEscape(selection: Selection): void {
  const latest = useRef(selection);
  latest.current = selection;
  useEffect(() => {
    let isCovered = false;
    // Capture phase: a dialog that the key closes may be gone when the event bubbles.
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
