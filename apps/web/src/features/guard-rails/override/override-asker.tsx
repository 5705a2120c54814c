import { useSyncExternalStore } from 'react';
import { deferred } from '../../../components/deferred.tsx';
import type { OverrideRequests } from './override-requests.ts';

const OverrideDialog = deferred(() => import('./override-dialog.tsx'), 'OverrideDialog');

/** Asks for the reason to override guard rails, on any screen. */
export function OverrideAsker({ requests }: { requests: OverrideRequests }) {
  const request = useSyncExternalStore(requests.subscribe, requests.first);
  return request && <OverrideDialog key={request.broken.join()} request={request} />;
}
