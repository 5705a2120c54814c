import { MantineProvider } from '@mantine/core';
import { type ErrorCode, problems } from '@storefleet/contract/problems';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApiClient } from '../../../lib/api-client.ts';
import { ApiProvider } from '../../../lib/api-context.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { AuthProvider } from '../../auth/auth-context.tsx';
import type { AuthSession } from '../../auth/auth-session.ts';
import { TeamPanel } from './team-panel.tsx';

/** The panel of somebody whom the server answers so. */
function openRefused(code: ErrorCode) {
  const refuse = () => Promise.reject(new ApiError({ code, ...problems[code] }));
  const state = { status: 'ended', email: 'ada@shops.example' } as const;
  const auth = { subscribe: () => () => undefined, getState: () => state } as unknown as AuthSession;
  render(
    <MantineProvider>
      <ApiProvider value={{ call: refuse } as unknown as ApiClient}>
        <AuthProvider value={auth}>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
            <TeamPanel />
          </QueryClientProvider>
        </AuthProvider>
      </ApiProvider>
    </MantineProvider>,
  );
}

test('the members of a hosted project are not offered here, and the panel says where they are', async () => {
  openRefused('members_managed_elsewhere');
  await screen.findByText(/People sign in at a hosted project/);
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a team that cannot be read can be asked for again', async () => {
  openRefused('internal_error');
  await screen.findByRole('heading', { name: 'Failed to load the team. Please try again later.' });
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
