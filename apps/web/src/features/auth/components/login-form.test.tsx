import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { theme } from '../../../app/theme.ts';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { AuthProvider } from '../auth-context.tsx';
import type { AuthSession } from '../auth-session.ts';
import { LoginForm } from './login-form.tsx';

/** The form before a service that lets everybody in. */
function showForm() {
  const signInWithPassword = vi.fn(async () => ({ error: null }));
  const auth = { client: { signInWithPassword } } as unknown as AuthSession;
  render(
    <MantineProvider env="test" theme={theme}>
      <QueryClientProvider client={createQueryClient()}>
        <AuthProvider value={auth}>
          <LoginForm resetUrl="http://shops.example/reset-password" />
        </AuthProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return signInWithPassword;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });
const signIn = () => fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));

test('nothing is sent without an e-mail address and a password', async () => {
  const sent = showForm();
  signIn();
  type('Email', 'ada@shops.example');
  signIn();
  type('Email', '');
  type('Password', 'sails-and-anchors');
  signIn();
  expect(sent).not.toHaveBeenCalled();
  type('Email', 'ada@shops.example');
  signIn();
  await waitFor(() =>
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      email: 'ada@shops.example',
      password: 'sails-and-anchors',
    }),
  );
});
