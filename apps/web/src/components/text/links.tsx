import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AnchorElementProps = Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps | keyof ButtonProps>;

/** A button-styled link; takes the router's typed `to` and `params`. */
export const ButtonLink = createLink((props: ButtonProps & AnchorElementProps) => (
  <Button component="a" {...props} />
));

/** An inline link, as large as the text around it; takes the router's typed `to` and `params`. */
export const TextLink = createLink((props: AnchorProps & AnchorElementProps) => (
  <Anchor component="a" inherit={props.size === undefined} {...props} />
));
