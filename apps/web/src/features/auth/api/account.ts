import type { Account } from '@storefleet/contract/people/account';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';

/** The signed-in person as the server sees them, or why they may not in. */
export type Admittance =
  | { account: Account; refusal: null }
  | { account: null; refusal: 'not_a_member' | 'second_factor_required' };

/** A refusal is an answer: it stays while the server is asked again. */
export function accountQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['account'],
    queryFn: async ({ signal }): Promise<Admittance> => {
      try {
        return { account: await api.call('account.get', { signal }), refusal: null };
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null;
        if (code === 'not_a_member' || code === 'second_factor_required') {
          return { account: null, refusal: code };
        }
        throw error;
      }
    },
  });
}

export function useDismissNotice() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (noticeId: string) => api.call('account.dismissNotice', { params: { noticeId } }),
    onSuccess: (account) => queryClient.setQueryData(accountQuery(api).queryKey, { account, refusal: null }),
  });
}
