import { VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import classes from './arrow.module.css';

/** From an old value to a new one: drawn, because the app's font has no arrow, and readable. */
export function Arrow() {
  return (
    <>
      <IconArrowRight className={classes.icon} size="1em" aria-hidden />
      <VisuallyHidden> → </VisuallyHidden>
    </>
  );
}
