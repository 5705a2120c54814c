import { messages } from '@storefleet/contract/messages';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import type { MssqlStore } from '../../connectors/mssql/mssql-store.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/problem.ts';
import { mssqlStoreOf } from './mssql-store.ts';
import { toStore } from './store-presenter.ts';
import { type CountedStore, findStore, lockStore } from './stores.repository.ts';
import type { StoreRow } from './stores.table.ts';
import type { StoresDeps } from './stores-deps.ts';

export async function requireRow(db: Queryable, id: string): Promise<CountedStore> {
  const row = await findStore(db, id);
  if (!row) throw storeNotFound();
  return row;
}

/** A store, locked for update; throws the problem if it does not exist. */
export async function lockRow(tx: Queryable, id: string): Promise<StoreRow> {
  const row = await lockStore(tx, id);
  if (!row) throw storeNotFound();
  return row;
}

/** A SQL Server store with its connection and table settings. */
export async function requireMssqlStore(
  deps: StoresDeps,
  id: string,
): Promise<{ store: Store; mssql: MssqlStore }> {
  const row = await requireRow(deps.db, id);
  refuseOtherThanMssql(row);
  return { store: toStore(row), mssql: mssqlStoreOf(deps.secretBox, row, await deps.mappingsOf(id)) };
}

/** Locks a SQL Server store for a transaction that changes what belongs to it. */
export async function lockMssqlStore(tx: Queryable, id: string): Promise<void> {
  const row = await lockRow(tx, id);
  refuseOtherThanMssql(row);
  if (row.store_status === 'archived') throw new AppError({ code: 'store_archived' });
}

export function storeNotFound(): AppError {
  return new AppError({ code: 'store_not_found' });
}

export function wrongStoreType(detail: string): AppError {
  return new AppError({ code: 'wrong_store_type', detail });
}

function refuseOtherThanMssql(store: StoreRow): void {
  if (!connectsBy(store, 'database_login')) throw wrongStoreType(messages.stores.wrongFormForMssql);
}
