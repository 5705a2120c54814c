import { SessionEndedDialog } from '../../features/auth/components/session-ended-dialog.tsx';
import { canUsePasskeys } from '../../features/passkeys/can-use-passkeys.ts';
import { PasskeySignIn } from '../../features/passkeys/components/passkey-sign-in.tsx';
import { useAppConfig } from '../../lib/api/app-config.ts';

/** Signs the user in again, by password or passkey. */
export function SessionEnded({ email }: { email: string }) {
  const { auth } = useAppConfig();
  return (
    <SessionEndedDialog email={email}>
      {canUsePasskeys(auth.url) && (
        <PasskeySignIn onlyFor={{ email, url: auth.url, anonKey: auth.anon_key }} />
      )}
    </SessionEndedDialog>
  );
}
