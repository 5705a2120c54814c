import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './edit-list.module.css';

/** Maximum height in pixels before the list scrolls. */
const MAX_HEIGHT = 320;

/** The values a dialog is about; scrolls with the arrow keys. */
export function EditList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollArea.Autosize
      mah={MAX_HEIGHT}
      type="auto"
      className={classes.frame}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      <ul className="plain-list">{children}</ul>
    </ScrollArea.Autosize>
  );
}
