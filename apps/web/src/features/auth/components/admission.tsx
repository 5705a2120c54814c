import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { deferred } from '../../../components/deferred.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { accountQuery } from '../api/account.ts';

const NotAMemberDialog = deferred(() => import('./not-a-member-dialog.tsx'), 'NotAMemberDialog');
const ConfirmSecondFactorDialog = deferred(
  () => import('../second-factor/components/confirm-dialog.tsx'),
  'ConfirmSecondFactorDialog',
);
const SecondFactorDemandedDialog = deferred(
  () => import('../second-factor/components/demanded-dialog.tsx'),
  'SecondFactorDemandedDialog',
);

/**
 * Checks whether a signed-in user is admitted: a second factor may have to be confirmed or set up, and with
 * a hosted project our member list decides. Open screens stay open behind the prompt.
 */
export function Admission({ children }: { children: ReactNode }) {
  const { data, refetch, isFetching } = useQuery(accountQuery(useApi()));
  const refusal = data?.refusal ?? null;
  const [wasAdmitted, setWasAdmitted] = useState(false);
  if (data && refusal === null && !wasAdmitted) setWasAdmitted(true);
  // After setup the user is admitted, but still has to save the recovery codes.
  const [isSettingUp, setIsSettingUp] = useState(false);
  if (refusal === 'second_factor_missing' && !isSettingUp) setIsSettingUp(true);
  return (
    <>
      {(wasAdmitted || (refusal === null && !isSettingUp)) && children}
      {refusal === 'not_a_member' && (
        <NotAMemberDialog onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {refusal === 'second_factor_required' && <ConfirmSecondFactorDialog />}
      {isSettingUp && <SecondFactorDemandedDialog onDone={() => setIsSettingUp(false)} />}
    </>
  );
}
