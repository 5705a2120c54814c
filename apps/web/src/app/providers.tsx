import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { PREFERENCE_KEYS, TOAST_MS } from '@storefleet/contract/constants';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { deferred } from '../components/deferred.tsx';
import { toastsWanted } from '../components/feedback/toast.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import { cssVariablesResolver, theme } from './theme.ts';

const Notifications = deferred(async () => {
  const { Notifications } = await import('@mantine/notifications');
  return { Notifications };
}, 'Notifications');

const colorSchemeManager = localStorageColorSchemeManager({ key: PREFERENCE_KEYS.theme });

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      <Toasts />
    </MantineProvider>
  );
}

function Toasts() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get);
  return wanted && <Notifications position="bottom-right" autoClose={TOAST_MS} limit={4} />;
}
