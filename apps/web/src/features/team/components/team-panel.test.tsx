import { MantineProvider } from '@mantine/core';
import { problems } from '@storefleet/contract/api/problems';
import type { Team } from '@storefleet/contract/people/team';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { ApiProvider } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { AuthProvider } from '../../auth/auth-context.tsx';
import type { AuthSession } from '../../auth/auth-session.ts';
import { TeamPanel } from './team-panel.tsx';

/** The panel of somebody whom the server answers so. */
function openPanel(answer: () => Promise<Team>) {
  const state = { status: 'ended', email: 'ada@shops.example' } as const;
  const auth = { subscribe: () => () => undefined, getState: () => state } as unknown as AuthSession;
  render(
    <MantineProvider>
      <ApiProvider value={{ call: answer } as unknown as ApiClient}>
        <AuthProvider value={auth}>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
            <TeamPanel />
          </QueryClientProvider>
        </AuthProvider>
      </ApiProvider>
    </MantineProvider>,
  );
}

const team = (managed_at: string | null): Team => ({
  members: [
    {
      id: '0190a000-0000-7000-8000-000000000001',
      email: 'ada@shops.example',
      name: 'Ada',
      status: 'active',
      is_owner: true,
      created_at: '2026-01-15T09:00:00.000Z',
      last_sign_in_at: null,
    },
  ],
  total: 1,
  managed_at,
});

test('the members of a hosted project are invited and disabled here, and their passwords are not chosen here', async () => {
  openPanel(async () => team('https://abcdefgh.supabase.co'));
  await screen.findByText('People sign in at abcdefgh.supabase.co');
  expect(screen.getByRole('rowheader').textContent).toBe('AdaOwnerada@shops.example');
  expect(screen.getByRole('button', { name: 'Invite' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Disable Ada' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reset password of Ada' })).toBeNull();
});

test('a reset that needs a mail server says so', async () => {
  const call = (id: string) =>
    id === 'team.list'
      ? Promise.resolve(team(null))
      : Promise.reject(new ApiError({ code: 'mail_not_set_up', ...problems.mail_not_set_up }));
  openPanel(call as unknown as () => Promise<Team>);
  fireEvent.click(await screen.findByRole('button', { name: 'Reset password of Ada' }));
  expect((await screen.findByRole('alert')).textContent).toContain(problems.mail_not_set_up.detail);
});

test('a team that cannot be read can be asked for again', async () => {
  openPanel(() => Promise.reject(new ApiError({ code: 'internal_error', ...problems.internal_error })));
  await screen.findByRole('heading', { name: 'Failed to load the team. Please try again later.' });
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
