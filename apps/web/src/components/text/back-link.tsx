import { Anchor, type AnchorProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from './back-link.module.css';

type Props = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

/** Leads back, above the title of a screen. */
export const BackLink = createLink(({ children, className, ...props }: Props) => (
  // The router adds a class where the address is below that of the link.
  <Anchor component="a" size="sm" className={`${classes.back} ${className ?? ''}`} {...props}>
    <IconArrowLeft size={14} aria-hidden />
    {children}
  </Anchor>
));
