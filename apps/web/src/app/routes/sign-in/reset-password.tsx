import { Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { announce } from '../../../components/feedback/announce.ts';
import { Banner } from '../../../components/feedback/banner.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { useAuth } from '../../../features/auth/auth-context.tsx';
import { ResetPasswordForm } from '../../../features/auth/components/reset-password-form.tsx';
import { type RecoveryLanding, readRecoveryLanding } from '../../../features/auth/password-recovery.ts';
import { canUsePasskeys } from '../../../features/passkeys/can-use-passkeys.ts';
import { useAppConfig } from '../../../lib/api/app-config.ts';
import { paths } from '../../../lib/paths.ts';
import { SignInLayout } from '../../layout/sign-in-layout.tsx';
import { usePageTitle } from '../../use-page-title.ts';

const PASSKEYS_REMAIN =
  'Your new password is set. You are signed in. Your passkeys still work: remove any you do not know under Passkeys in the account menu.';

export function ResetPasswordScreen() {
  usePageTitle('Set a new password');
  const router = useRouter();
  const { client } = useAuth();
  const { auth } = useAppConfig();
  const [landing, setLanding] = useState<RecoveryLanding>(() =>
    readRecoveryLanding(window.location.search, window.location.hash),
  );

  if (landing.kind === 'expired' || landing.kind === 'none') {
    return (
      <SignInLayout subtitle="Set a new password">
        <Stack gap="md">
          <Banner tone="warning" title={landing.kind === 'expired' ? landing.message : 'No link'}>
            <Text inherit>
              {landing.kind === 'expired'
                ? 'Each link works once, for a limited time. Request a new one and use the latest email.'
                : 'Open the link in the email to set a new password.'}
            </Text>
          </Banner>
          <TextLink to={paths.login}>Back to sign-in to request a new link</TextLink>
        </Stack>
      </SignInLayout>
    );
  }

  return (
    <SignInLayout subtitle="Set a new password">
      <ResetPasswordForm
        landing={landing}
        onLinkRefused={(message) => setLanding({ kind: 'expired', message })}
        onChanged={async () => {
          const { data: passkeys } = canUsePasskeys(auth.url) ? await client.passkey.list() : { data: [] };
          if (passkeys?.length) announce(PASSKEYS_REMAIN, 20_000);
          else announce('Your new password is set. You are signed in.');
          router.history.replace(paths.home);
        }}
      />
    </SignInLayout>
  );
}
