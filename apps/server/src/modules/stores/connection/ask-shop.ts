import { messages } from '@storefleet/contract/messages';
import type {
  ConnectionTest,
  ConnectionTestResult,
  GraphqlConnectionTestResult,
} from '@storefleet/contract/stores/connection-test';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import type { ConnectionReport, Connector } from '../../../connectors/connector.ts';
import { requireRow, wrongStoreType } from '../require-store.ts';
import { storeAddress } from '../shop-address.ts';
import { compareAgain, findStore, lockStore, updateStore } from '../stores.repository.ts';
import type { StoreChanges, StoreRow } from '../stores.table.ts';
import type { StoresDeps } from '../stores-deps.ts';
import {
  type ConnectionAttempt,
  detailsFromReport,
  toConnectionTestResult,
  tryConnection,
} from './connection-test.ts';
import { connectedAlready, rememberIdentity } from './shop-identity.ts';
import { connectSaved, connectTyped } from './store-connector.ts';

/** The shop accepts the store's token: an earlier failure to replace it no longer matters. */
const CONNECTED = { authorization_error: null } as const satisfies StoreChanges;

/**
 * Tests a connection as entered; a blank token stands for the stored one, for the store's own address only.
 */
export async function testConnection(
  deps: StoresDeps,
  input: ConnectionTest,
  signal?: AbortSignal,
): Promise<ConnectionTestResult> {
  const row = input.store_id === undefined ? null : await requireRow(deps.db, input.store_id);
  if (row && !connectsBy(row, 'access_token'))
    throw wrongStoreType('Test an MS SQL store with POST /mssql/test-connection.');
  const own = row && isOwnAddress(deps, row, input.shop_url) ? row : null;
  const tested = connectTyped(deps, { ...input, store_type: row?.store_type }, own);
  const attempt = await tryConnection(() => tested, signal);
  if ('report' in attempt && own) {
    const isOfConsent = input.connection_method === 'oauth' && own.connection_method === 'oauth';
    const details = detailsFromReport(own, attempt.report);
    await rememberShopDetails(deps, own, { ...details, ...(isOfConsent ? CONNECTED : {}) });
  }
  const result = toConnectionTestResult(attempt, input.connection_method);
  const other = 'report' in attempt ? await otherStore(deps, attempt.report, input.shop_url, row) : null;
  return other === null ? result : { ...result, notices: [other, ...result.notices] };
}

function isOwnAddress({ allowedHosts }: StoresDeps, row: StoreRow, shopUrl: string): boolean {
  try {
    return storeAddress(shopUrl, row.store_type, allowedHosts) === row.shop_url;
  } catch {
    return false;
  }
}

export async function testGraphqlConnection(
  deps: StoresDeps,
  id: string,
  signal?: AbortSignal,
): Promise<GraphqlConnectionTestResult> {
  const row = await requireRow(deps.db, id);
  if (!connectsBy(row, 'access_token'))
    throw wrongStoreType('An MS SQL store has no GraphQL connection to test.');
  const attempt = await askStore(deps, row, CONNECTED, signal);
  if ('error' in attempt) {
    const { error } = attempt;
    const message = messages.sync.graphqlTestFailed(error);
    return { success: false, message, data: null, error, detail: error };
  }
  const { name } = attempt.report;
  const message = messages.sync.graphqlTestPassed(name);
  return { success: true, message, data: { name }, error: null, detail: null };
}

/** Fills in the shop's details after a store was created without a test. */
export async function readShopDetails(deps: StoresDeps, id: string, signal: AbortSignal): Promise<void> {
  const row = await findStore(deps.db, id);
  if (!row || !connectsBy(row, 'access_token')) return;
  const attempt = await askStore(deps, row, {}, signal);
  if ('error' in attempt)
    deps.logger.info({ store: id, reason: attempt.error }, 'stores: the new shop did not answer');
}

/** Tests the connection of a saved store, and saves its shop's details. */
async function askStore(
  deps: StoresDeps,
  row: StoreRow,
  changes: StoreChanges,
  signal?: AbortSignal,
): Promise<ConnectionAttempt> {
  const attempt = await tryConnection(() => connectSaved(deps, row), signal);
  if ('report' in attempt) {
    await rememberShopDetails(deps, row, { ...detailsFromReport(row, attempt.report), ...changes });
    await otherStore(deps, attempt.report, row.shop_url, row);
  }
  return attempt;
}

/** Saves which shop a store's address leads to; if another store has it, returns its name instead. */
async function otherStore(
  deps: StoresDeps,
  { identity }: ConnectionReport,
  shopUrl: string,
  row: StoreRow | null,
): Promise<string | null> {
  const { db } = deps;
  if (identity === null) return null;
  const other = await connectedAlready(db, { shopUrl, shopId: identity.id, ownId: row?.id ?? null });
  if (other === null && row !== null && isOwnAddress(deps, row, shopUrl))
    await rememberIdentity(db, row, identity);
  return other;
}

/**
 * Asks which shop a store leads to, once or `again`, as its domains may change. Throws a conflict if another
 * store has the shop.
 */
export async function identify(
  { db }: StoresDeps,
  id: string,
  connector: Connector,
  { signal, again = false }: { signal: AbortSignal; again?: boolean },
): Promise<void> {
  const row = await requireRow(db, id);
  if (connector.identify === undefined || (row.shop_id !== null && !again)) return;
  await rememberIdentity(db, row, await connector.identify(signal));
}

/** Overwrites nothing that a person edited while the shop was asked. */
async function rememberShopDetails(
  { db }: StoresDeps,
  asked: StoreRow,
  details: StoreChanges,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockStore(tx, asked.id);
    const isUnchanged = row?.updated_at.getTime() === asked.updated_at.getTime();
    if (!isUnchanged || row.store_status === 'archived') return;
    const updated = await updateStore(tx, asked.id, details);
    if (updated) await compareAgain(tx, row, updated);
  });
}
