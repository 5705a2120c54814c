import { Anchor, Button, Text } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { deferred } from '../../../components/deferred.tsx';
import { Banner } from '../../../components/feedback/banner.tsx';
import { LoginForm } from '../../../features/auth/components/login-form.tsx';
import { canUsePasskeys } from '../../../features/passkeys/can-use-passkeys.ts';
import { useAppConfig } from '../../../lib/api/app-config.ts';
import { paths } from '../../../lib/paths.ts';
import { SignInLayout } from '../../layout/sign-in-layout.tsx';
import { usePageTitle } from '../../use-page-title.ts';

const PasskeySignIn = deferred(
  () => import('../../../features/passkeys/components/passkey-sign-in.tsx'),
  'PasskeySignIn',
  <Button variant="default" fullWidth mt="xs" disabled />,
);

export function LoginScreen() {
  usePageTitle('Sign in');
  const { needs_setup: needsSetup, auth } = useAppConfig();
  return (
    <SignInLayout subtitle={messages.login.tagline}>
      {needsSetup ? (
        <Banner tone="info" title="Create the first account">
          <Text inherit>
            Nobody has an account yet. Open the one-time link that the server printed when it started; it
            opens the page where you create the first account.
          </Text>
          <Text inherit mt="xs">
            No link? Restart the server to print a new one, or run{' '}
            <span className="code">npm run users -- add EMAIL</span>.
          </Text>
          <Anchor component="button" type="button" mt="sm" onClick={() => window.location.reload()}>
            Account created? Sign in
          </Anchor>
        </Banner>
      ) : (
        <>
          <LoginForm resetUrl={new URL(paths.resetPassword, window.location.origin).href} />
          {canUsePasskeys(auth.url) && <PasskeySignIn />}
        </>
      )}
    </SignInLayout>
  );
}
