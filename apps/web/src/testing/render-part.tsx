import { MantineProvider } from '@mantine/core';
import type { ApiClient } from '@storefleet/client/api-client';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ApiProvider } from '../lib/api/api-context.ts';
import { createQueryClient } from '../lib/api/query-client.ts';

/** Links need a router, wherever they point. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() }) as never;

/** Renders a single component with these API answers. */
export function renderPart(
  part: ReactNode,
  api: Pick<ApiClient, 'call'>,
  queryClient = createQueryClient(),
): void {
  render(
    <MantineProvider env="test">
      <ApiProvider value={api as ApiClient}>
        <QueryClientProvider client={queryClient}>
          <RouterContextProvider router={router}>{part}</RouterContextProvider>
        </QueryClientProvider>
      </ApiProvider>
    </MantineProvider>,
  );
}
