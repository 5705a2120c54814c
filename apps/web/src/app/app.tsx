import '@mantine/core/styles/Container.css';
import { Container } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ErrorState } from '../components/feedback/states.tsx';
import { AuthProvider } from '../features/auth/auth-context.tsx';
import { OverrideAsker } from '../features/guard-rails/override/override-asker.tsx';
import { ApiProvider } from '../lib/api/api-context.ts';
import { describeError } from '../lib/api/describe-error.ts';
import { bootApplication } from './boot.ts';
import { Providers } from './providers.tsx';

export function App() {
  return (
    <Providers>
      <BootedApp />
    </Providers>
  );
}

function BootedApp() {
  const queryClient = useQueryClient();
  const boot = useQuery({
    queryKey: ['config', 'boot'],
    queryFn: () => bootApplication(queryClient),
    // A reboot would discard the page and anything typed in it.
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  if (boot.error) {
    return (
      <Container size="xs" py="15vh">
        <ErrorState
          level={1}
          title="The server is not responding"
          detail={describeError(boot.error)}
          onRetry={() => void boot.refetch()}
          retrying={boot.isFetching}
        />
      </Container>
    );
  }
  if (!boot.data) return <div className="booting" role="status" aria-label="Loading" />;
  const { api, auth, router, overrides } = boot.data;
  return (
    <ApiProvider value={api}>
      <AuthProvider value={auth}>
        <RouterProvider router={router} />
        <OverrideAsker requests={overrides} />
      </AuthProvider>
    </ApiProvider>
  );
}
