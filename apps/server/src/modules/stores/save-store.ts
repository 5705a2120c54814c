import {
  DEFAULT_API_VERSION,
  DEFAULT_CONNECTION_METHOD,
  type StoreType,
} from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { MssqlStoreCreate } from '@storefleet/contract/stores/mssql/mssql';
import { connectsBy, kindOf } from '@storefleet/contract/stores/store-kinds';
import type { Store, StoreCreate, StoreUpdate } from '@storefleet/contract/stores/stores';
import { v7 as uuidv7 } from 'uuid';
import type { SourceIdentity } from '../../connectors/connector.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { AppError, conflict } from '../../platform/http/problem.ts';
import { refuseStaleEdit } from '../../platform/http/stale-edit.ts';
import { asSecondAddress, identifyToSave, identityColumns } from './connection/shop-identity.ts';
import {
  refuseMovedToken,
  requireCredentials,
  tokenChanges,
  tokenFor,
} from './connection/store-connection.ts';
import { connectTyped } from './connection/store-connector.ts';
import { assertMssqlFields, mssqlStoreOf, refuseMovedSecrets } from './mssql-store.ts';
import { lockRow, requireRow, storeNotFound, wrongStoreType } from './require-store.ts';
import { storeAddress } from './shop-address.ts';
import { sendReadShopDetails } from './store-jobs.ts';
import { toStore } from './store-presenter.ts';
import {
  compareAgain,
  findStoreByShopUrl,
  insertStore,
  SHOP_URL_KEY,
  updateStore,
} from './stores.repository.ts';
import type { NewStoreRow, StoreChanges, StoreRow } from './stores.table.ts';
import type { StoresDeps } from './stores-deps.ts';
import { type StoreSecrets, sealStoreSecrets } from './tokens/store-secrets.ts';

/** Deprecations reported for one API version do not apply to another. */
const NOT_DEPRECATED = {
  api_deprecated_reason: null,
  api_deprecated_at: null,
} as const satisfies StoreChanges;

/** Every store has these fields; a SQL Server store ignores them. */
const PLATFORM_DEFAULTS = {
  api_version: DEFAULT_API_VERSION,
  connection_method: DEFAULT_CONNECTION_METHOD,
} as const;

const UNCOUNTED = { products_count: 0, variants_count: 0 };

export async function createStore(
  deps: StoresDeps,
  input: StoreCreate,
  signal?: AbortSignal,
): Promise<Store> {
  const { access_token, client_secret, ...fields } = input;
  const shopUrl = storeAddress(input.shop_url, input.store_type, deps.allowedHosts);
  const identity = await identifyToSave(
    async () => connectTyped(deps, { ...input, shop_url: shopUrl }, null),
    {
      signal,
      logger: deps.logger,
    },
  );
  const secrets = { access_token: tokenFor(fields.connection_method, access_token), client_secret };
  return insert(deps, fields, secrets, identity);
}

export async function createMssqlStore(deps: StoresDeps, input: MssqlStoreCreate): Promise<Store> {
  const { mssql_password, mssql_connection_string, mappings, ...fields } = input;
  await assertMssqlFields(deps.sqlGuard, input);
  const store = { ...fields, ...PLATFORM_DEFAULTS, store_type: 'mssql', tags: fields.tags ?? [] } as const;
  return insert(deps, store, { mssql_password, mssql_connection_string }, null, (tx, id) =>
    deps.addMappings(tx, id, mappings),
  );
}

async function insert(
  deps: StoresDeps,
  fields: Omit<NewStoreRow, 'id' | 'created_at' | 'updated_at'>,
  secrets: StoreSecrets,
  identity: SourceIdentity | null = null,
  addTo: (tx: Queryable, id: string) => Promise<unknown> = async () => {},
): Promise<Store> {
  const { db, jobs, secretBox, clock, allowedHosts } = deps;
  const id = uuidv7();
  const now = clock.now();
  const shopUrl = storeAddress(fields.shop_url, fields.store_type, allowedHosts);
  try {
    return await db.transaction(async (tx) => {
      const row = await insertStore(tx, {
        ...fields,
        ...sealStoreSecrets(secretBox, id, secrets),
        id,
        shop_url: shopUrl,
        ...identityColumns(identity),
        created_at: now,
        updated_at: now,
      });
      await addTo(tx, id);
      const isConnected = connectsBy(row, 'access_token') && row.connection_method !== 'oauth';
      if (isConnected) await sendReadShopDetails(jobs, id, tx);
      return toStore({ ...row, ...UNCOUNTED });
    });
  } catch (error) {
    throw await asSecondStore(db, error, { shopUrl, identity, storeType: fields.store_type });
  }
}

export async function changeStore(
  deps: StoresDeps,
  id: string,
  input: StoreUpdate,
  signal?: AbortSignal,
): Promise<Store> {
  await assertMssqlFields(deps.sqlGuard, input);
  const identity = await identifyMoved(deps, id, input, signal);
  let saved: Partial<Pick<StoreRow, 'shop_url' | 'store_type'>> = {};
  try {
    return await deps.db.transaction(async (tx) => {
      const row = await lockRow(tx, id);
      saved = row;
      refuseArchived(row, input);
      refuseOtherKind(row, input);
      const { based_on, ...fields } = input;
      refuseStaleEdit(based_on, toStore({ ...row, ...UNCOUNTED }), fields);
      const changes = changesOf(deps, row, input, identity);
      saved = { ...row, ...changes };
      const updated = await updateStore(tx, id, changes);
      if (!updated) throw storeNotFound();
      await compareAgain(tx, row, updated);
      return toStore(updated);
    });
  } catch (error) {
    const { shop_url: shopUrl, store_type: storeType } = saved;
    throw await asSecondStore(deps.db, error, { shopUrl, storeType, identity });
  }
}

/**
 * The row changes of an edit; throws if its secrets would go to another source than they were entered for.
 */
function changesOf(
  { secretBox, clock, allowedHosts }: StoresDeps,
  row: StoreRow,
  input: StoreUpdate,
  identity: SourceIdentity | null,
): StoreChanges {
  const {
    access_token,
    client_secret,
    mssql_password,
    mssql_connection_string,
    mssql_forget_connection_string,
    based_on: _,
    ...fields
  } = input;
  const shopUrl =
    input.shop_url === undefined ? row.shop_url : storeAddress(input.shop_url, row.store_type, allowedHosts);
  const entered = tokenFor(input.connection_method ?? row.connection_method, access_token);
  const secrets = { access_token: entered, client_secret, mssql_password, mssql_connection_string };
  const keepsVersion = fields.api_version === undefined || fields.api_version === row.api_version;
  const edited: StoreChanges = {
    ...definedFields(fields),
    ...(mssql_forget_connection_string ? { mssql_connection_string_sealed: null } : {}),
    ...sealStoreSecrets(secretBox, row.id, secrets),
    shop_url: shopUrl,
    ...(shopUrl === row.shop_url ? {} : identityColumns(identity)),
    ...(keepsVersion ? {} : NOT_DEPRECATED),
    updated_at: clock.now(),
  };
  const changes = { ...edited, ...tokenChanges(row, { ...row, ...edited }, Boolean(entered)) };
  const changed = { ...row, ...changes };
  requireCredentials(changed);
  refuseMovedToken(row, changed, { token: Boolean(entered), clientSecret: Boolean(client_secret) });
  if (connectsBy(row, 'database_login')) {
    const settingsOf = (store: StoreRow) => mssqlStoreOf(secretBox, store, []).sqlServer;
    refuseMovedSecrets(settingsOf(row), settingsOf(changed), {
      password: Boolean(mssql_password),
      connectionString: Boolean(mssql_connection_string),
    });
  }
  return changes;
}

/** The shop behind a store's new address; null if the address stays. */
async function identifyMoved(
  deps: StoresDeps,
  id: string,
  input: StoreUpdate,
  signal: AbortSignal | undefined,
): Promise<SourceIdentity | null> {
  const { allowedHosts, logger } = deps;
  if (input.shop_url === undefined) return null;
  const row = await requireRow(deps.db, id);
  if (!connectsBy(row, 'access_token')) return null;
  const shopUrl = storeAddress(input.shop_url, row.store_type, allowedHosts);
  if (shopUrl === row.shop_url) return null;
  const { api_version, connection_method } = row;
  const typed = { api_version, connection_method, ...definedFields(input), shop_url: shopUrl };
  return identifyToSave(async () => connectTyped(deps, typed, null), { signal, logger });
}

/** Names the store that already has the address, whichever of two requests came first. */
async function asSecondStore(
  db: Queryable,
  error: unknown,
  saved: {
    readonly shopUrl?: string | undefined;
    readonly storeType?: StoreType | undefined;
    readonly identity: SourceIdentity | null;
  },
): Promise<unknown> {
  const { shopUrl, storeType, identity } = saved;
  if (shopUrl !== undefined && identity !== null) {
    const sameShop = await asSecondAddress(db, error, shopUrl, identity.id);
    if (sameShop !== null) return sameShop;
  }
  if (shopUrl === undefined || !isUniqueViolation(error, SHOP_URL_KEY)) return error;
  const other = await findStoreByShopUrl(db, shopUrl);
  const isIdentifier = storeType !== undefined && connectsBy({ store_type: storeType }, 'database_login');
  const detail = isIdentifier
    ? `The identifier ${shopUrl} is taken already${other ? ` by "${other.shop_name}"` : ''}. Choose another one.`
    : `${shopUrl} is connected already${other ? ` as "${other.shop_name}"` : ''}. A shop can be connected only once.`;
  return conflict(detail, 'store_already_exists', { cause: error });
}

/** The only change allowed for an archived store is unarchiving it. */
function refuseArchived(row: StoreRow, { store_status }: StoreUpdate): void {
  const leavesArchive = store_status !== undefined && store_status !== 'archived';
  if (row.store_status === 'archived' && !leavesArchive) throw new AppError({ code: 'store_archived' });
}

/** A store stays a platform store or a SQL Server store: their fields have nothing in common. */
function refuseOtherKind(row: StoreRow, input: StoreUpdate): void {
  const { store_type = row.store_type } = input;
  if (kindOf({ store_type }).connection !== kindOf(row).connection) {
    throw wrongStoreType('A store cannot be turned into an MS SQL store or back: add it as a new store.');
  }
  const hasMssqlField = Object.entries(input).some(
    ([field, value]) => field.startsWith('mssql_') && value !== undefined,
  );
  if (hasMssqlField && !connectsBy(row, 'database_login'))
    throw wrongStoreType(messages.stores.wrongFormForMssql);
}

/** Drops fields that were not sent, which stay unchanged. */
function definedFields<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
