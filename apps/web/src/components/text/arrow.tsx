import { VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import classes from './arrow.module.css';

/** From old to new value: an SVG, since the font has no arrow, with a text alternative. */
export function Arrow() {
  return (
    <>
      <IconArrowRight className={classes.icon} size="1em" aria-hidden />
      <VisuallyHidden> → </VisuallyHidden>
    </>
  );
}
