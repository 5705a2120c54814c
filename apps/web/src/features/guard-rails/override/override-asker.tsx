import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { OverrideRequests } from './override-requests.ts';

const OverrideDialog = lazy(async () => ({
  default: (await import('./override-dialog.tsx')).OverrideDialog,
}));

/** Asks for the reason of a change that breaks guard rails, on whatever screen it is made. */
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
