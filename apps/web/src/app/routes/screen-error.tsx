import { Button } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../../components/states.tsx';
import { describeError } from '../../lib/describe-error.ts';

/** Shown in place of a screen that broke, or whose code or data could not be loaded. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  return (
    <ErrorState level={1} title={messages.unexpectedError} detail={describeError(error)} onRetry={reset}>
      <Button variant="subtle" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </ErrorState>
  );
}
