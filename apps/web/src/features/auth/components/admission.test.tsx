import { MantineProvider } from '@mantine/core';
import { ApiError } from '@storefleet/client/api-error';
import { type ErrorCode, problems } from '@storefleet/contract/api/problems';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { everything } from '../../../testing/every-screen.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { AuthProvider } from '../auth-context.tsx';
import type { AuthSession } from '../auth-session.ts';
import { SecondFactorDialog } from './second-factor-dialog.tsx';

const account = {
  id: '0190a000-0000-7000-8000-000000000001',
  email: 'ada@shops.example',
  name: null,
  role: 'editor' as const,
};
const refusal = (code: ErrorCode) => new ApiError({ code, ...problems[code] });

test.each<[ErrorCode, string]>([
  ['not_a_member', 'You are not a member here'],
  ['second_factor_required', 'Confirm that it is you'],
])('%s is asked about before anything else is shown', async (code, title) => {
  renderApp('/settings', { ...everything, 'account.get': () => refusal(code) });
  await screen.findByRole('dialog', { name: title });
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
});

test('a stranger who has been invited meanwhile gets in by trying again', async () => {
  let admitted = false;
  renderApp('/settings', {
    ...everything,
    'account.get': () => (admitted ? { ...account, notices: [] } : refusal('not_a_member')),
  });
  await screen.findByRole('dialog', { name: 'You are not a member here' });
  admitted = true;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('navigation', { name: 'Main' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the code of an authenticator app is confirmed, and a wrong one can be entered again', async () => {
  const challengeAndVerify = vi
    .fn()
    .mockResolvedValueOnce({ error: new Error('Invalid TOTP code entered') })
    .mockResolvedValueOnce({ error: null });
  const listFactors = async () => ({ data: { totp: [{ id: 'factor-1' }] }, error: null });
  const auth = { client: { mfa: { listFactors, challengeAndVerify } } } as unknown as AuthSession;
  const queryClient = createQueryClient();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <AuthProvider value={auth}>
          <SecondFactorDialog />
        </AuthProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const enter = (code: string) => {
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: code } });
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  };
  enter('000000');
  await screen.findByText('Invalid TOTP code entered');
  expect(invalidate).not.toHaveBeenCalled();
  enter(' 123456 ');
  await waitFor(() => expect(invalidate).toHaveBeenCalled());
  expect(challengeAndVerify).toHaveBeenLastCalledWith({ factorId: 'factor-1', code: '123456' });
});

test('a notice says who was given a link that signs in as them, until they dismiss it', async () => {
  const notice = {
    id: '0190a000-0000-7000-8000-000000000009',
    actor_email: 'owner@shops.example',
    created_at: '2026-11-22T09:00:00.000Z',
  };
  const { calls } = renderApp('/settings', {
    ...everything,
    'account.get': () => ({ ...account, notices: [notice] }),
    'account.dismissNotice': () => ({ ...account, notices: [] }),
  });
  const title = await screen.findByText('owner@shops.example was given a link that signs in as you');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(title.isConnected).toBe(false));
  expect(calls).toContainEqual(
    expect.objectContaining({ id: 'account.dismissNotice', params: { noticeId: notice.id } }),
  );
});
