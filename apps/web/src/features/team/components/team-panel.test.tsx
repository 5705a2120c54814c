import { problems } from '@storefleet/contract/api/problems';
import type { Team } from '@storefleet/contract/people/team';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { refusal } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { pressWhenThere } from '../../../testing/screen-form.ts';

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
const open = (list: () => Team | Error, more: Answers = {}) =>
  renderApp('/settings', { 'settings.list': () => refusal(), 'team.list': list, ...more });

test('members of a hosted project are invited and disabled here, and choose passwords elsewhere', async () => {
  open(() => team('https://abcdefgh.supabase.co'));
  await screen.findByText('People sign in at abcdefgh.supabase.co');
  expect(screen.getByRole('rowheader').textContent).toBe('AdaOwnerada@shops.example');
  screen.getByRole('button', { name: 'Invite' });
  screen.getByRole('button', { name: 'Disable Ada' });
  expect(screen.queryByRole('button', { name: 'Reset password of Ada' })).toBeNull();
});

test('a reset that needs a mail server says so', async () => {
  const refused = () => new ApiError({ code: 'mail_not_set_up', ...problems.mail_not_set_up });
  open(() => team(null), { 'team.resetPassword': refused });
  await pressWhenThere('Reset password of Ada');
  await screen.findByText(problems.mail_not_set_up.detail);
});

test('a team that cannot be read can be asked for again', async () => {
  open(() => refusal());
  await screen.findByRole('heading', { name: 'Failed to load the team. Please try again later.' });
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(2);
});
