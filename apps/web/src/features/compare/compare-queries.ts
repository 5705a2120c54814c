import type { ApiClient } from '@storefleet/client/api-client';
import type { RouteById } from '@storefleet/contract/api';
import type { RouteBody, RouteQuery } from '@storefleet/contract/api/route';
import { parseFilterText, printFilter } from '@storefleet/contract/catalogue/filter/filter-text';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/call-query.ts';
import { refetch, useChange } from '../../lib/api/use-change.ts';
import { bulkUpdateQuery } from '../batches/queries.ts';
import { type CompareView, isConflict } from './compare-address.ts';

const PAGE_SIZE = 100;

/** All comparable stores in order. */
export const comparedStores = <Store extends { readonly id: string }>(
  { stores }: Pick<CompareView, 'stores'>,
  known: readonly Store[],
): readonly Store[] => (stores.length === 0 ? known : known.filter(({ id }) => stores.includes(id)));

/** What narrows the kind, where it is among the choices: these may have changed since it was chosen. */
export function narrowedBy(
  { kind, of, attributes }: Pick<CompareView, 'kind' | 'of' | 'attributes'>,
  storeIds: readonly string[],
): string | undefined {
  switch (kind) {
    case 'differing':
      return attributes.find((attribute) => attribute === of);
    case 'missing':
      return storeIds.find((id) => id === of);
    case 'only':
      return storeIds.find((id) => id === of) ?? storeIds[0];
    default:
      return of;
  }
}

/** Parameters shared by all compare calls. */
export function comparedBy(view: CompareView, known: readonly { readonly id: string }[]) {
  const { filter, words } = parseFilterText(view.text);
  const { kind } = view;
  const storeIds = comparedStores(view, known).map(({ id }) => id);
  const of = narrowedBy(view, storeIds);
  const stores = storeIds.join(',');
  return {
    attributes: view.attributes.join(','),
    store_ids: view.stores.length > 0 ? stores : undefined,
    query: words,
    filter: printFilter(filter) || undefined,
    differs_in: kind === 'differing' ? (of ?? view.attributes.join(',')) : undefined,
    deviating: kind === 'deviating' ? (of ?? 'any') : undefined,
    missing_in: kind === 'missing' ? (of ?? stores) : undefined,
    only_in: kind === 'only' ? of : undefined,
    shared: kind === 'shared' || undefined,
    conflict: kind === 'doubtful' ? (isConflict(of) ? of : ('any' as const)) : undefined,
    apart: view.apart,
  } satisfies RouteQuery<RouteById<'compare.counts'>>;
}
export type Compared = ReturnType<typeof comparedBy>;

export function comparisonQuery(api: ApiClient, compared: Compared) {
  return infiniteQueryOptions({
    queryKey: ['products', 'compare', 'list', compared],
    queryFn: ({ pageParam, signal }) =>
      api.call('compare.list', { query: { ...compared, after: pageParam, limit: PAGE_SIZE }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

const POLL_MS = 2_000;

/** Counts are polled while variants are rematched. */
export const compareCountsQuery = (api: ApiClient, compared: Compared) =>
  callQuery(api, 'compare.counts', ['products', 'compare', 'counts', compared], {
    query: compared,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.progress ? POLL_MS : false),
  });

/** Articles a store lacks, and which stores have them. */
export function missingQuery(api: ApiClient, compared: Compared, storeId: string) {
  const query = missingIn(compared, storeId);
  return callQuery(api, 'compare.missing', ['products', 'compare', 'missing', query], {
    query,
    placeholderData: keepPreviousData,
  });
}

export const missingIn = ({ missing_in: _, ...compared }: Compared, storeId: string) => ({
  ...compared,
  store_id: storeId,
});

type CorrectionRequest = RouteBody<RouteById<'compare.plan'>>;

/** Plans corrections of deviations; writes nothing until the plan is applied. */
export const usePlanCorrection = () =>
  useChange((api, body: CorrectionRequest) => api.call('compare.plan', { body }), {
    onSuccess: (queryClient, batch, _, api) => {
      queryClient.setQueryData(bulkUpdateQuery(api, batch.batch_id).queryKey, batch);
    },
  });

export const rulesQuery = (api: ApiClient) => callQuery(api, 'rules.list', ['equality-rules']);

export const ratesQuery = (api: ApiClient) => callQuery(api, 'rules.rates', ['exchange-rates']);

export const matchingQuery = (api: ApiClient) =>
  callQuery(api, 'articles.matching', ['matching'], {
    refetchInterval: ({ state }) => (state.data?.progress ? POLL_MS : false),
  });

/** After a rule change every comparison is stale. */
const compareAgain = refetch(['equality-rules'], ['exchange-rates'], ['matching'], ['products', 'compare']);

export type RuleRequest = RouteBody<RouteById<'rules.create'>>;

export const useSaveRule = (rule: { id: string; version: number } | null) =>
  useChange(
    (api, body: RuleRequest) =>
      rule === null
        ? api.call('rules.create', { body })
        : api.call('rules.update', { params: { id: rule.id }, body: { ...body, version: rule.version } }),
    { onSuccess: compareAgain },
  );

export const useDeleteRule = () =>
  useChange((api, id: string) => api.call('rules.delete', { params: { id } }), { onSuccess: compareAgain });

export const useSaveRates = () =>
  useChange((api, body: RouteBody<RouteById<'rules.saveRates'>>) => api.call('rules.saveRates', { body }), {
    onSuccess: compareAgain,
    onError: refetch(['exchange-rates']),
  });

export const useSaveMatching = () =>
  useChange(
    (api, body: RouteBody<RouteById<'articles.saveMatching'>>) => api.call('articles.saveMatching', { body }),
    {
      onSuccess: compareAgain,
      onError: refetch(['matching']),
    },
  );
