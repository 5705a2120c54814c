import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { OverrideRequests } from './override-requests.ts';

const OverrideDialog = lazy(async () => ({
  default: (await import('./override-dialog.tsx')).OverrideDialog,
}));

/** Asks for the reason to override guard rails, on any screen. */
export function OverrideAsker({ requests }: { requests: OverrideRequests }) {
  const request = useSyncExternalStore(requests.subscribe, requests.first);
  return (
    request && (
      <Suspense>
        <OverrideDialog key={request.broken.join()} request={request} />
      </Suspense>
    )
  );
}
