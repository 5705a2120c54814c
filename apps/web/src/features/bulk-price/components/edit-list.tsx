import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './edit-list.module.css';

/** Higher than this, in pixels, the list scrolls inside its dialog. */
const MAX_HEIGHT = 320;

/** The values that a dialog is about. The arrow keys scroll it. */
export function EditList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollArea.Autosize
      mah={MAX_HEIGHT}
      type="auto"
      className={classes.frame}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      <ul className={classes.list}>{children}</ul>
    </ScrollArea.Autosize>
  );
}
