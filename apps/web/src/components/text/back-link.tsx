import { Anchor, type AnchorProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from './back-link.module.css';

type Props = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

/** Back link above a screen's title. */
export const BackLink = createLink(({ children, className, ...props }: Props) => (
  // The router adds a class if the current URL is below the link's.
  <Anchor component="a" size="sm" className={`${classes.back} ${className ?? ''}`} {...props}>
    <IconArrowLeft size={14} aria-hidden />
    {children}
  </Anchor>
));
