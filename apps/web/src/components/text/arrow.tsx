import { VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import classes from './arrow.module.css';

/** From an old value to a new one: drawn, because the font of the app has no arrow, and there to be read and copied. */
export function Arrow() {
  return (
    <>
      <IconArrowRight className={classes.icon} size="1em" aria-hidden />
      <VisuallyHidden> → </VisuallyHidden>
    </>
  );
}
