import type { ApiClient } from '@storefleet/client/api-client';
import type { SecondFactor } from '@storefleet/contract/people/account';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { ADMISSION_KEY } from '../../../lib/api/admission.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { cacheAnswer } from '../../../lib/api/cache-answer.ts';
import { callQuery } from '../../../lib/api/call-query.ts';
import { refetch, useChange } from '../../../lib/api/use-change.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useAuth } from '../auth-context.tsx';
import type { AuthSession } from '../auth-session.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';

export const secondFactorQuery = (api: ApiClient) =>
  callQuery(api, 'account.secondFactor', ['second-factor']);

/** A new secret for an app; kept while the page is open, as another one would replace it. */
export function enrolmentQuery({ client }: AuthSession) {
  return queryOptions({
    queryKey: ['second-factor-enrolment'],
    queryFn: async () => {
      const { data, error } = await client.mfa.enroll({ factorType: 'totp' });
      if (error) throw error;
      return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
}

/** How a person confirms after the password: with a code of the app, or a recovery code. */
export type Confirmation = { kind: 'app' | 'recovery'; code: string };

export function useConfirmSecondFactor({ onConfirmed }: { onConfirmed: () => unknown }) {
  const auth = useAuth();
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, code }: Confirmation) => {
      if (kind === 'app') return confirmSecondFactor(auth.client, code);
      await api.call('account.useRecoveryCode', { body: { recovery_code: code } });
      // The token says which factors the session has.
      await auth.client.refreshSession();
    },
    onSuccess: onConfirmed,
    // The code may have been accepted, and only its response lost.
    onError: () => queryClient.invalidateQueries({ queryKey: ADMISSION_KEY, exact: true }),
  });
}

export function useRemoveSecondFactor() {
  const auth = useAuth();
  return useChange((api, proof: string) => api.call('account.removeSecondFactor', { body: { proof } }), {
    onSuccess: async (queryClient, status: SecondFactor, _proof, api) => {
      await cacheAnswer(queryClient, secondFactorQuery(api).queryKey, status);
      await auth.client.refreshSession();
    },
  });
}

/** Requires no proof right after a code was confirmed. */
export const useCreateRecoveryCodes = () =>
  useChange(
    (api, proof: string | undefined) =>
      api.call('account.createRecoveryCodes', { body: proof === undefined ? {} : { proof } }),
    { onSuccess: refetch(['second-factor']) },
  );
