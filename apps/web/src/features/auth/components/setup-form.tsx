import { Button, Stack, TextInput } from '@mantine/core';
import { ApiError } from '@storefleet/client/api-error';
import { useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { describeError } from '../../../lib/api/describe-error.ts';
import { useCreateFirstAccount } from '../api/account.ts';
import { NewPasswordInput } from './new-password-input.tsx';

/** `token`: one-time token from the link printed by the server. */
export function SetupForm({ token, onCreated }: { token: string; onCreated: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const create = useCreateFirstAccount();
  const problem = create.error instanceof ApiError ? create.error : null;
  const hasFieldErrors = problem?.fieldError('email') ?? problem?.fieldError('password');
  return (
    <form
      aria-label="Create the first account"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ token, email: email.trim(), password }, { onSuccess: onCreated });
      }}
    >
      <Stack gap="md">
        {create.error && !hasFieldErrors && <Banner tone="danger" title={describeError(create.error)} />}
        <TextInput
          label="Email"
          type="email"
          required
          withAsterisk={false}
          autoFocus
          autoComplete="username"
          spellCheck={false}
          autoCapitalize="none"
          value={email}
          error={problem?.fieldError('email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NewPasswordInput
          label="Password"
          value={password}
          error={problem?.fieldError('password') ?? null}
          onChange={setPassword}
        />
        <Button type="submit" fullWidth loading={create.isPending}>
          Create account and sign in
        </Button>
      </Stack>
    </form>
  );
}
