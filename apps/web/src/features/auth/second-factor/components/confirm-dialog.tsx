import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SignInDialog } from '../../components/sign-in-dialog.tsx';
import { useLogout } from '../../use-logout.ts';
import { type Confirmation, useConfirmSecondFactor } from '../second-factor-api.ts';
import { ConfirmationFields } from './confirmation-fields.tsx';

/** Asks for the second factor after the password. */
export function ConfirmSecondFactorDialog() {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<Confirmation>({ kind: 'app', code: '' });
  const confirm = useConfirmSecondFactor({ onConfirmed: () => queryClient.invalidateQueries() });
  return (
    <SignInDialog
      title="Confirm your identity"
      text={
        typed.kind === 'app'
          ? 'Enter the code that your authenticator app shows for this account.'
          : 'Enter one of the recovery codes you saved when you set up your second factor.'
      }
      confirmLabel="Confirm"
      change={{
        ...confirm,
        mutate: () => confirm.mutate(typed, { onError: () => setTyped({ ...typed, code: '' }) }),
      }}
      onOtherAccount={useLogout()}
    >
      <ConfirmationFields
        value={typed}
        onChange={(next) => {
          if (next.kind !== typed.kind) confirm.reset();
          setTyped(next);
        }}
      />
    </SignInDialog>
  );
}
