import type { ApiClient, CallInput } from '@storefleet/client/api-client';
import { ApiError } from '@storefleet/client/api-error';
import type { Account } from '@storefleet/contract/people/account';
import { queryOptions } from '@tanstack/react-query';
import { ADMISSION_KEY, type AdmissionRefusal, isAdmissionRefusal } from '../../../lib/api/admission.ts';
import { cacheAnswer } from '../../../lib/api/cache-answer.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { useAuth } from '../auth-context.tsx';

/** The signed-in user according to the server, or why they are not admitted. */
type Admittance = { account: Account; refusal: null } | { account: null; refusal: AdmissionRefusal };

/** A refusal counts as data: it stays during refetches. */
export function accountQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ADMISSION_KEY,
    queryFn: async ({ signal }): Promise<Admittance> => {
      try {
        return { account: await api.call('account.get', { signal }), refusal: null };
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null;
        if (isAdmissionRefusal(code)) return { account: null, refusal: code };
        throw error;
      }
    },
  });
}

export const useDismissNotice = () =>
  useChange((api, noticeId: string) => api.call('account.dismissNotice', { params: { noticeId } }), {
    onSuccess: (queryClient, account, _noticeId, api) =>
      cacheAnswer(queryClient, accountQuery(api).queryKey, { account, refusal: null }),
  });

/** Creates the first account with the one-time link and signs in its owner. */
export function useCreateFirstAccount() {
  const auth = useAuth();
  return useChange(async (api, body: CallInput<'setup.create'>['body']) => {
    const { email } = await api.call('setup.create', { body });
    const { error } = await auth.client.signInWithPassword({ email, password: body.password });
    if (error) throw error;
  });
}
