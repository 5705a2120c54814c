import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

type Props = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { danger?: boolean };

/** A row action; its `aria-label` also names the row. */
export function RowButton({ danger = false, ...props }: Props) {
  const look = danger
    ? { variant: 'subtle', color: 'red', c: 'var(--sf-danger-text)' }
    : { variant: 'default' };
  return <Button size="compact-sm" {...look} {...props} />;
}
