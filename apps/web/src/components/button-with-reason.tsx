import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

type Props = ButtonProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & {
    /** Why it is disabled, or null. */
    reason: string | null;
  };

/** A button that says why it is disabled and stays focusable meanwhile. */
export function ButtonWithReason({ reason, onClick, ...props }: Props) {
  return (
    <Tooltip label={reason} disabled={reason === null} multiline maw="20rem">
      <Button
        {...props}
        aria-disabled={reason !== null}
        data-disabled={reason !== null || undefined}
        aria-description={reason ?? undefined}
        onClick={(event) => {
          if (reason === null) onClick?.(event);
        }}
      />
    </Tooltip>
  );
}
