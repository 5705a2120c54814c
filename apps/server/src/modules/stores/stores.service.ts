import type { ConnectionTest } from '@storefleet/contract/stores/connection-test';
import type { ReadMetafields } from '@storefleet/contract/stores/metafields';
import type { MssqlStoreCreate } from '@storefleet/contract/stores/mssql/mssql';
import type {
  Store,
  StoreCreate,
  StoreList,
  StoreListQuery,
  StoreUpdate,
} from '@storefleet/contract/stores/stores';
import type { Connector } from '../../connectors/connector.ts';
import type { ConnectableStore } from '../../connectors/registry.ts';
import { identify, readShopDetails, testConnection, testGraphqlConnection } from './connection/ask-shop.ts';
import { connectSaved, credentialsOf } from './connection/store-connector.ts';
import { readPoints } from './points/store-points.ts';
import { lockMssqlStore, requireMssqlStore, requireRow, storeNotFound } from './require-store.ts';
import { changeStore, createMssqlStore, createStore } from './save-store.ts';
import { defineStoreJobs, sendRemoveDeletedStore } from './store-jobs.ts';
import { searchStores, sortStores } from './store-list.ts';
import { chooseMetafields, listMetafields } from './store-metafields.ts';
import { toStore } from './store-presenter.ts';
import { listStores, markStoreDeleted } from './stores.repository.ts';
import type { StoresDeps } from './stores-deps.ts';

export type StoresService = ReturnType<typeof createStoresService>;

export function createStoresService(deps: StoresDeps) {
  const { db } = deps;
  defineStoreJobs(deps.jobs);
  return {
    list: (query: StoreListQuery) => list(deps, query),

    /** The stores that Sync All and schedules run for. */
    listActive: async (): Promise<Store[]> =>
      sortStores(await listStores(db, { status: 'active' }), 'name', 'asc').map(toStore),

    /** The store; throws the problem if it does not exist. */
    requireStore: async (id: string): Promise<Store> => toStore(await requireRow(db, id)),
    async points(id: string) {
      await requireRow(db, id);
      return { points: await readPoints(db, id) };
    },
    metafields: (id: string, signal: AbortSignal) => listMetafields(deps, id, signal),
    readMetafields: (id: string, chosen: ReadMetafields, signal: AbortSignal) =>
      chooseMetafields(deps, id, chosen, signal),
    requireMssqlStore: (id: string) => requireMssqlStore(deps, id),
    lockMssqlStore,
    create: (input: StoreCreate, signal?: AbortSignal) => createStore(deps, input, signal),
    createMssql: (input: MssqlStoreCreate) => createMssqlStore(deps, input),
    update: (id: string, input: StoreUpdate, signal?: AbortSignal) => changeStore(deps, id, input, signal),
    remove: (id: string) => remove(deps, id),
    storeCredentials: (id: string) => storeCredentials(deps, id),

    /** The store, and a function that connects to it as read; that throws a SourceError if it cannot. */
    async openStore(id: string) {
      const row = await requireRow(db, id);
      return { store: toStore(row), connect: () => connectSaved(deps, row) };
    },
    connectorFor: async (id: string): Promise<Connector> => connectSaved(deps, await requireRow(db, id)),
    identify: (id: string, connector: Connector, options: { signal: AbortSignal; again?: boolean }) =>
      identify(deps, id, connector, options),
    testConnection: (input: ConnectionTest, signal?: AbortSignal) => testConnection(deps, input, signal),
    testGraphqlConnection: (id: string, signal?: AbortSignal) => testGraphqlConnection(deps, id, signal),
    readShopDetails: (id: string, signal: AbortSignal) => readShopDetails(deps, id, signal),
  };
}

async function list({ db }: StoresDeps, query: StoreListQuery): Promise<StoreList> {
  const rows = await listStores(db, { status: query.status, type: query.store_type });
  const found = query.search ? searchStores(rows, query.search) : rows;
  const stores = sortStores(found, query.sort_by, query.sort_direction).map(toStore);
  return { stores, total: stores.length };
}

/** The store is hidden at once; a job removes its rows, of which there may be a million. */
async function remove({ db, jobs, clock }: StoresDeps, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await markStoreDeleted(tx, id, clock.now()))) throw storeNotFound();
    await sendRemoveDeletedStore(jobs, id, tx);
  });
}

async function storeCredentials(deps: StoresDeps, id: string): Promise<ConnectableStore> {
  return credentialsOf(deps, await requireRow(deps.db, id));
}
