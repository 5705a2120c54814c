import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { messages } from '@storefleet/contract/messages';
import { useRef } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import boxClasses from '../../../components/select-checkbox.module.css';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { readText, removeEntry, writeText } from '../../../lib/browser/browser-storage.ts';
import { useAuth } from '../auth-context.tsx';

/** "Remember me" stores only the email address. */
const EMAIL_KEY = 'savedEmail';

/** `resetUrl`: target of the link in the reset email. The route redirects after sign-in. */
export function LoginForm({ resetUrl }: { resetUrl: string }) {
  const auth = useAuth();
  const emailInput = useRef<HTMLInputElement>(null);
  const savedEmail = readText(EMAIL_KEY) ?? '';
  const form = useForm({
    initialValues: { email: savedEmail, password: '', remember: savedEmail !== '' },
  });

  const signIn = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const email = values.email.trim();
      const { error } = await auth.client.signInWithPassword({ email, password: values.password });
      if (error) throw error;
      if (values.remember) writeText(EMAIL_KEY, email);
      else removeEntry(EMAIL_KEY);
    },
  });

  const requestReset = useMutation({
    mutationFn: async (email: string) => {
      if (email === '') throw new Error(messages.login.emailMissing);
      const { error } = await auth.client.resetPasswordForEmail(email, { redirectTo: resetUrl });
      if (error) throw error;
    },
    onError: () => emailInput.current?.focus(),
  });

  const failure = signIn.error ?? requestReset.error;

  return (
    <form
      aria-label="Sign in"
      onSubmit={form.onSubmit((values) => {
        requestReset.reset();
        signIn.mutate(values);
      })}
    >
      <Stack gap="md">
        {failure && <Banner tone="danger" title={failure.message} />}
        {requestReset.isSuccess && <Banner tone="success" title={messages.login.resetMailSent} />}
        <TextInput
          ref={emailInput}
          label="Email"
          type="email"
          name="email"
          required
          withAsterisk={false}
          autoFocus={savedEmail === ''}
          autoComplete="username"
          spellCheck={false}
          autoCapitalize="none"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          name="password"
          required
          withAsterisk={false}
          autoFocus={savedEmail !== ''}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          {...form.getInputProps('password')}
        />
        <Group justify="space-between">
          {/* Native: nothing else of the first screens needs Mantine's. */}
          <Group component="label" gap="xs" fz="sm">
            <input
              type="checkbox"
              className={boxClasses.box}
              {...form.getInputProps('remember', { type: 'checkbox' })}
            />
            Remember me
          </Group>
          <Anchor
            component="button"
            type="button"
            size="sm"
            disabled={requestReset.isPending}
            onClick={() => {
              signIn.reset();
              requestReset.mutate(form.values.email.trim());
            }}
          >
            Forgot password?
          </Anchor>
        </Group>
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Sign In
        </Button>
      </Stack>
    </form>
  );
}
