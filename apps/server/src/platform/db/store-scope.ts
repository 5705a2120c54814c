import { AsyncLocalStorage } from 'node:async_hooks';

/** The stores a person is limited to; null for no limit, and for background work. */
export type StoreScope = { readonly storeIds: readonly string[]; readonly personId: string } | null;

const scopes = new AsyncLocalStorage<StoreScope>();

/**
 * Everything `work` does with the database, now or later, sees only these stores: each table is replaced by
 * its view in the schema `store_scope` (migrations/store_scope.sql).
 */
export function inStoreScope<Result>(scope: StoreScope, work: () => Result): Result {
  return scopes.run(scope, work);
}

export const currentStoreScope = (): StoreScope => scopes.getStore() ?? null;

/** The stores in both scopes; null for all stores. */
export function seenByBoth(
  one: readonly string[] | null,
  other: readonly string[] | null,
): readonly string[] | null {
  if (one === null || other === null) return one ?? other;
  return one.filter((id) => other.includes(id));
}

/** Reads every piece in the scope of this call, whoever consumes them. */
export function keepStoreScope<Piece>(pieces: AsyncIterable<Piece>): AsyncIterable<Piece> {
  const inThisScope = AsyncLocalStorage.snapshot();
  return {
    [Symbol.asyncIterator]() {
      const from = inThisScope(() => pieces[Symbol.asyncIterator]());
      return {
        next: () => inThisScope(() => from.next()),
        return: async () => (await inThisScope(() => from.return?.())) ?? { done: true, value: undefined },
      };
    },
  };
}

/** The same functions for all stores, for background work and for callers that have checked access. */
export function forAllStores<Service extends object>(service: Service): Service {
  const work = Object.entries(service).map(([name, call]) => [
    name,
    typeof call === 'function' ? (...given: unknown[]) => inStoreScope(null, () => call(...given)) : call,
  ]);
  return Object.fromEntries(work) as Service;
}

/** Begins a transaction limited to the scope. Fails if a migration has dropped the views. */
export function beginInScope({ storeIds, personId }: NonNullable<StoreScope>): string {
  const ids = [personId, ...storeIds];
  if (!ids.every((id) => UUID.test(id))) throw new Error('A store scope holds something that is no id.');
  return `begin;
    select from store_scope.stores limit 0;
    select set_config('storefleet.store_ids', '${storeIds.join(',')}', true),
      set_config('storefleet.person_id', '${personId}', true),
      set_config('search_path', 'store_scope, ' || current_setting('search_path'), true)`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
