import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { accountQuery } from '../api/account.ts';

const NotAMemberDialog = lazy(async () => ({
  default: (await import('./not-a-member-dialog.tsx')).NotAMemberDialog,
}));
const SecondFactorDialog = lazy(async () => ({
  default: (await import('./second-factor-dialog.tsx')).SecondFactorDialog,
}));

/**
 * Whether somebody who is signed in may in. With a hosted project that is not the same: our member list decides, and a
 * second factor has to be confirmed. What is open already stays open behind the question.
 */
export function Admission({ children }: { children: ReactNode }) {
  const { data, refetch, isFetching } = useQuery(accountQuery(useApi()));
  const refusal = data?.refusal ?? null;
  const [wasAdmitted, setWasAdmitted] = useState(false);
  if (data && refusal === null && !wasAdmitted) setWasAdmitted(true);
  return (
    <>
      {(wasAdmitted || refusal === null) && children}
      <Suspense>
        {refusal === 'not_a_member' && (
          <NotAMemberDialog onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {refusal === 'second_factor_required' && <SecondFactorDialog />}
      </Suspense>
    </>
  );
}
