import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { ConfirmChange } from './confirm-change.tsx';

type Props<Data, Variables> = Omit<
  ComponentProps<typeof ConfirmChange<Data, Variables>>,
  'opened' | 'onClose'
> & { label: string; button?: ButtonProps };

/** A small button whose action needs confirmation. */
export function ConfirmedButton<Data, Variables>({ label, button, ...question }: Props<Data, Variables>) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmChange {...question} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}
