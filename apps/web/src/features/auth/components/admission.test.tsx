import { MantineProvider } from '@mantine/core';
import type { ApiClient } from '@storefleet/client/api-client';
import { ApiError } from '@storefleet/client/api-error';
import { type ErrorCode, problems } from '@storefleet/contract/api/problems';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../lib/api/api-context.ts';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { everything } from '../../../testing/every-screen.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { AuthProvider } from '../auth-context.tsx';
import type { AuthSession } from '../auth-session.ts';
import { ConfirmSecondFactorDialog } from '../second-factor/components/confirm-dialog.tsx';

const account = {
  id: '0190a000-0000-7000-8000-000000000001',
  email: 'ada@shops.example',
  name: null,
  role: 'editor' as const,
  store_ids: null,
};
const notice = {
  id: '0190a000-0000-7000-8000-000000000009',
  actor_email: 'owner@shops.example',
  created_at: '2026-11-22T09:00:00.000Z',
};
const refusal = (code: ErrorCode) => new ApiError({ code, ...problems[code] });

test('a non-member invited in the meantime gets in with Try again', async () => {
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

/** The second-factor prompt of somebody without recovery codes. */
function renderConfirmation(auth: unknown) {
  const api = {
    call: async () => ({ enrolled_at: null, recovery_codes_left: 0, is_demanded: false, managed_at: null }),
  } as unknown as ApiClient;
  const queryClient = createQueryClient();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ApiProvider value={api}>
          <AuthProvider value={auth as AuthSession}>
            <ConfirmSecondFactorDialog />
          </AuthProvider>
        </ApiProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return invalidate;
}
const enter = (label: string, code: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
};

test('an authenticator code is verified, and a wrong one can be re-entered', async () => {
  const challengeAndVerify = vi
    .fn()
    .mockResolvedValueOnce({ error: new Error('Invalid TOTP code entered') })
    .mockResolvedValueOnce({ error: null });
  const listFactors = async () => ({ data: { totp: [{ id: 'factor-1' }] }, error: null });
  const invalidate = renderConfirmation({ client: { mfa: { listFactors, challengeAndVerify } } });
  enter('Code', '000000');
  await screen.findByText('Invalid TOTP code entered');
  expect(invalidate).not.toHaveBeenCalledWith();
  enter('Code', ' 123 456 ');
  await waitFor(() => expect(invalidate).toHaveBeenCalledWith());
  expect(challengeAndVerify).toHaveBeenLastCalledWith({ factorId: 'factor-1', code: '123456' });
});

test('an open page is covered once a second factor is required', async () => {
  let isDemanded = false;
  renderApp('/settings', {
    ...everything,
    'account.get': () => (isDemanded ? refusal('second_factor_missing') : { ...account, notices: [notice] }),
    'account.dismissNotice': () => refusal('second_factor_missing'),
  });
  const dismiss = await screen.findByRole('button', { name: 'Dismiss' });
  isDemanded = true;
  fireEvent.click(dismiss);
  await screen.findByRole('dialog', { name: 'Set up a second factor' });
  expect(screen.getByRole('navigation', { name: 'Main', hidden: true })).toBeDefined();
});

test('a notice names who was given a sign-in link, until dismissed', async () => {
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
