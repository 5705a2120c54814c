import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

type Props = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { danger?: boolean };

/** An action of a row; its `aria-label` names the row as well. */
export function RowButton({ danger = false, ...props }: Props) {
  const look = danger
    ? { variant: 'subtle', color: 'red', c: 'var(--sf-danger-text)' }
    : { variant: 'default' };
  return <Button size="compact-sm" {...look} {...props} />;
}
