import type { ApiClient, CallInput, CallResult } from '@storefleet/client/api-client';
import type { ApiCallId } from '@storefleet/contract/api/paths';
import { type QueryKey, queryOptions, type UnusedSkipTokenOptions } from '@tanstack/react-query';

type Input<Id extends ApiCallId> = Pick<CallInput<Id>, 'params' | 'query' | 'body'>;
type Options<Result, Data, Key extends QueryKey> = Omit<
  UnusedSkipTokenOptions<Result, Error, Data, Key>,
  'queryKey' | 'queryFn'
>;
type Rest<Id extends ApiCallId, Data, Key extends QueryKey> = Input<Id> & Options<CallResult<Id>, Data, Key>;

/** Options of a query that is one API call with this input; leaving the screen aborts it. */
export function callQuery<Id extends ApiCallId, const Key extends QueryKey, Data = CallResult<Id>>(
  api: ApiClient,
  id: Id,
  queryKey: Key,
  ...[rest]: object extends Input<Id> ? [Rest<Id, Data, Key>?] : [Rest<Id, Data, Key>]
) {
  const { params, query, body, ...options } = (rest ?? {}) as Rest<Id, Data, Key>;
  return queryOptions<CallResult<Id>, Error, Data, Key>({
    ...options,
    queryKey,
    queryFn: ({ signal }) => api.call(id, ...([{ params, query, body, signal }] as never)),
  } as UnusedSkipTokenOptions<CallResult<Id>, Error, Data, Key>);
}
