import { Button } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../../components/feedback/states.tsx';
import { describeError } from '../../lib/api/describe-error.ts';
import { useServerReturn } from '../../lib/api/use-server-return.ts';
import { isNotLoaded } from '../lazy-screen.ts';

const reload = () => window.location.reload();

/** Shown in place of a screen that crashed or failed to load. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const isMissing = isNotLoaded(error);
  // Browsers may cache a failed import: only a page reload requests it again.
  useServerReturn(isMissing ? error.message : null, reload);
  if (isMissing) {
    return (
      <ErrorState
        level={1}
        title={messages.networkError}
        detail="This screen could not be loaded. It loads automatically once the server answers again."
        onRetry={reload}
      />
    );
  }
  return (
    <ErrorState level={1} title={messages.unexpectedError} detail={describeError(error)} onRetry={reset}>
      <Button variant="subtle" onClick={reload}>
        Reload the page
      </Button>
    </ErrorState>
  );
}
