import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { everything } from '../../../testing/every-screen.ts';
import { renderApp } from '../../../testing/render-app.tsx';

test('members of a hosted project are invited and disabled here, and manage passwords there', async () => {
  const list = everything['team.list'];
  renderApp('/settings', {
    ...everything,
    'team.list': async (input) => {
      const team = await list?.(input);
      if (!team || team instanceof Error) throw new Error('There is no team.');
      return { ...team, managed_at: 'https://abcdefgh.supabase.co' };
    },
  });
  await screen.findByText('People sign in at abcdefgh.supabase.co');
  expect((await screen.findByRole('rowheader', { name: /Ada/ })).textContent).toBe('Adaada@shops.example');
  screen.getByRole('button', { name: 'Invite' });
  screen.getByRole('button', { name: 'Disable Ada' });
  expect(screen.queryByRole('button', { name: 'Reset password of Ada' })).toBeNull();
});

test('says why the role of the last owner cannot be changed', async () => {
  renderApp('/settings', everything);
  const row = (await screen.findByRole('rowheader', { name: /Ada/ })).closest(
    '[role=row], tr',
  ) as HTMLElement;
  within(row).getByText('Fixed: no other owner is active.');
});
