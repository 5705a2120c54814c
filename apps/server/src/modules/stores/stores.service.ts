import {
  DEFAULT_API_VERSION,
  DEFAULT_CONNECTION_METHOD,
  type StoreType,
} from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { MssqlStoreCreate } from '@storefleet/contract/mssql';
import type {
  ConnectionTest,
  ConnectionTestResult,
  GraphqlConnectionTestResult,
  Store,
  StoreCreate,
  StoreList,
  StoreListQuery,
  StoreUpdate,
} from '@storefleet/contract/stores';
import { v7 as uuidv7 } from 'uuid';
import type { ConnectionReport, Connector, SourceIdentity } from '../../connectors/connector.ts';
import type { Mapping, MssqlStore } from '../../connectors/mssql/client/settings.ts';
import type { Connect, ConnectableStore } from '../../connectors/registry.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { refuseChangedMeanwhile } from '../../platform/http/changed-meanwhile.ts';
import { AppError, conflict } from '../../platform/http/problem.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { detailsFromReport, toConnectionTestResult, tryConnection } from './connection-test.ts';
import { assertMssqlFields, mssqlStoreOf, refuseMovedSecrets } from './mssql-store.ts';
import { storeAddress } from './shop-address.ts';
import {
  asSecondAddress,
  connectedAlready,
  identifyToSave,
  identityColumns,
  rememberIdentity,
} from './shop-identity.ts';
import { refuseMovedToken, requireCredentials, tokenChanges, tokenFor } from './store-connection.ts';
import { defineStoreJobs, sendReadShopDetails, sendRemoveDeletedStore } from './store-jobs.ts';
import { searchStores, sortStores } from './store-list.ts';
import { toStore } from './store-presenter.ts';
import {
  type CountedStore,
  findStore,
  findStoreByShopUrl,
  insertStore,
  listStores,
  lockStore,
  markStoreDeleted,
  SHOP_URL_KEY,
  updateStore,
} from './stores.repository.ts';
import type { NewStoreRow, StoreChanges, StoreRow } from './stores.table.ts';
import { type StoreSecrets, sealStoreSecrets } from './tokens/store-secrets.ts';
import type { StoreTokens } from './tokens/store-tokens.ts';
import { tokensToTest } from './tokens/tokens-to-test.ts';

export type StoresDeps = {
  db: Database;
  jobs: JobQueue;
  secretBox: SecretBox;
  clock: Clock;
  logger: Logger;
  /** SHOPIFY_ALLOWED_HOSTS. */
  allowedHosts: readonly string[];
  connect: Connect;
  storeTokens: StoreTokens;
  /** The field mappings of a SQL Server store. */
  mappingsOf(storeId: string): Promise<readonly Mapping[]>;
};

/** What a shop said of the calls to one API version is of no concern to another. */
const NOT_DEPRECATED = {
  api_deprecated_reason: null,
  api_deprecated_at: null,
} as const satisfies StoreChanges;

/** Every store has these fields; a SQL Server store makes nothing of them. */
const PLATFORM_DEFAULTS = {
  api_version: DEFAULT_API_VERSION,
  connection_method: DEFAULT_CONNECTION_METHOD,
} as const;

/** The shop takes the store's own token: why an attempt to replace it failed is of no concern any more. */
const CONNECTED = { authorization_error: null } as const satisfies StoreChanges;

export type StoresService = ReturnType<typeof createStoresService>;

export function createStoresService(deps: StoresDeps) {
  const { db, jobs, secretBox, clock, logger, allowedHosts, connect, storeTokens } = deps;
  defineStoreJobs(jobs);

  async function list(query: StoreListQuery): Promise<StoreList> {
    const rows = await listStores(db, { status: query.status, type: query.store_type });
    const found = query.search ? searchStores(rows, query.search) : rows;
    const stores = sortStores(found, query.sort_by, query.sort_direction).map(toStore);
    return { stores, total: stores.length };
  }

  /** The stores that Sync All and schedules run for. */
  async function listActive(): Promise<Store[]> {
    return sortStores(await listStores(db, { status: 'active' }), 'name', 'asc').map(toStore);
  }

  async function requireRow(id: string): Promise<CountedStore> {
    const row = await findStore(db, id);
    if (!row) throw storeNotFound();
    return row;
  }

  /** The store, or the problem that there is none. */
  async function requireStore(id: string): Promise<Store> {
    return toStore(await requireRow(id));
  }

  async function create(input: StoreCreate, signal?: AbortSignal): Promise<Store> {
    const { access_token, client_secret, ...fields } = input;
    const shopUrl = storeAddress(input.shop_url, input.store_type, allowedHosts);
    const identity = await identifyToSave(async () => connectTyped({ ...input, shop_url: shopUrl }, null), {
      signal,
      logger,
    });
    const secrets = { access_token: tokenFor(fields.connection_method, access_token), client_secret };
    return insert(fields, secrets, identity);
  }

  async function createMssql(input: MssqlStoreCreate): Promise<Store> {
    const { mssql_password, mssql_connection_string, ...fields } = input;
    await assertMssqlFields(input);
    const store = { ...fields, ...PLATFORM_DEFAULTS, store_type: 'mssql', tags: fields.tags ?? [] } as const;
    return insert(store, { mssql_password, mssql_connection_string });
  }

  async function insert(
    fields: Omit<NewStoreRow, 'id' | 'created_at' | 'updated_at'>,
    secrets: StoreSecrets,
    identity: SourceIdentity | null = null,
  ): Promise<Store> {
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
        const isConnected = row.store_type !== 'mssql' && row.connection_method !== 'oauth';
        if (isConnected) await sendReadShopDetails(jobs, id, tx);
        return toStore({ ...row, products_count: 0, variants_count: 0 });
      });
    } catch (error) {
      throw await asSecondStore(error, shopUrl, fields.store_type, identity);
    }
  }

  async function update(id: string, input: StoreUpdate, signal?: AbortSignal): Promise<Store> {
    const {
      access_token,
      client_secret,
      mssql_password,
      mssql_connection_string,
      mssql_forget_connection_string,
      based_on,
      ...fields
    } = input;
    await assertMssqlFields(input);
    const identity = await identifyMoved(id, input, signal);
    let shopUrl: string | undefined;
    let storeType: StoreType | undefined;
    try {
      return await db.transaction(async (tx) => {
        const row = await lockStore(tx, id);
        if (!row) throw storeNotFound();
        refuseArchived(row, input);
        refuseOtherKind(row, input);
        refuseChangedMeanwhile(based_on, toStore({ ...row, products_count: 0, variants_count: 0 }), fields);
        storeType = row.store_type;
        shopUrl =
          input.shop_url === undefined
            ? row.shop_url
            : storeAddress(input.shop_url, row.store_type, allowedHosts);
        const entered = tokenFor(input.connection_method ?? row.connection_method, access_token);
        const secrets = { access_token: entered, client_secret, mssql_password, mssql_connection_string };
        const edited: StoreChanges = {
          ...definedFields(fields),
          ...(mssql_forget_connection_string ? { mssql_connection_string_sealed: null } : {}),
          ...sealStoreSecrets(secretBox, id, secrets),
          shop_url: shopUrl,
          ...(shopUrl === row.shop_url ? {} : identityColumns(identity)),
          ...(fields.api_version === undefined || fields.api_version === row.api_version
            ? {}
            : NOT_DEPRECATED),
          updated_at: clock.now(),
        };
        const changes = { ...edited, ...tokenChanges(row, { ...row, ...edited }, Boolean(entered)) };
        const changed = { ...row, ...changes };
        requireCredentials(changed);
        refuseMovedToken(row, changed, { token: Boolean(entered), clientSecret: Boolean(client_secret) });
        if (row.store_type === 'mssql') {
          const settingsOf = (store: StoreRow) => mssqlStoreOf(secretBox, store, []).sqlServer;
          refuseMovedSecrets(settingsOf(row), settingsOf(changed), {
            password: Boolean(mssql_password),
            connectionString: Boolean(mssql_connection_string),
          });
        }
        const updated = await updateStore(tx, id, changes);
        if (!updated) throw storeNotFound();
        return toStore(updated);
      });
    } catch (error) {
      throw await asSecondStore(error, shopUrl, storeType, identity);
    }
  }

  /** The store is gone for everybody at once; a job removes its rows, of which there may be a million. */
  async function remove(id: string): Promise<void> {
    await db.transaction(async (tx) => {
      if (!(await markStoreDeleted(tx, id, clock.now()))) throw storeNotFound();
      await sendRemoveDeletedStore(jobs, id, tx);
    });
  }

  /** Which shop is behind an address that a store is about to get; null where it keeps its own. */
  async function identifyMoved(
    id: string,
    input: StoreUpdate,
    signal: AbortSignal | undefined,
  ): Promise<SourceIdentity | null> {
    if (input.shop_url === undefined) return null;
    const row = await requireRow(id);
    if (row.store_type === 'mssql') return null;
    const shopUrl = storeAddress(input.shop_url, row.store_type, allowedHosts);
    if (shopUrl === row.shop_url) return null;
    const { api_version, connection_method } = row;
    const typed = { api_version, connection_method, ...definedFields(input), shop_url: shopUrl };
    return identifyToSave(async () => connectTyped(typed, null), { signal, logger });
  }

  /** A connector by what a person typed; a secret left blank is that of `own`. */
  function connectTyped(
    input: ConnectionTest & { store_type?: StoreType | undefined },
    own: StoreRow | null,
  ): Promise<Connector> {
    return connect({
      storeType: own?.store_type ?? input.store_type ?? 'shopify',
      shopUrl: input.shop_url,
      apiVersion: input.api_version,
      accessTokens: tokensToTest(input, own, { storeTokens, secretBox }),
      mssql: null,
    });
  }

  /** Names the store that has the address already, whichever of two requests came first. */
  async function asSecondStore(
    error: unknown,
    shopUrl: string | undefined,
    storeType: StoreType | undefined,
    identity: SourceIdentity | null,
  ): Promise<unknown> {
    if (shopUrl !== undefined && identity !== null) {
      const sameShop = await asSecondAddress(db, error, shopUrl, identity.id);
      if (sameShop !== null) return sameShop;
    }
    if (shopUrl === undefined || !isUniqueViolation(error, SHOP_URL_KEY)) return error;
    const other = await findStoreByShopUrl(db, shopUrl);
    const detail =
      storeType === 'mssql'
        ? `The identifier ${shopUrl} is taken already${other ? ` by "${other.shop_name}"` : ''}. Choose another one.`
        : `${shopUrl} is connected already${other ? ` as "${other.shop_name}"` : ''}. A shop can be connected only once.`;
    return conflict(detail, 'store_already_exists', { cause: error });
  }

  /** A SQL Server store with what its table is reached and read by. */
  async function requireMssqlStore(id: string): Promise<{ store: Store; mssql: MssqlStore }> {
    const row = await requireRow(id);
    refuseOtherThanMssql(row);
    return { store: toStore(row), mssql: mssqlStoreOf(secretBox, row, await deps.mappingsOf(id)) };
  }

  /** Keeps a SQL Server store as it is until the end of a transaction that changes what belongs to it. */
  async function lockMssqlStore(tx: Queryable, id: string): Promise<void> {
    const row = await lockStore(tx, id);
    if (!row) throw storeNotFound();
    refuseOtherThanMssql(row);
    if (row.store_status === 'archived') throw new AppError({ code: 'store_archived' });
  }

  /** What a connector needs of a store; its token only inside a Secret. */
  async function credentialsOf(row: StoreRow): Promise<ConnectableStore> {
    return {
      storeType: row.store_type,
      shopUrl: row.shop_url,
      apiVersion: row.api_version,
      accessTokens: storeTokens.tokensOf(row),
      onDeprecated: (reason) => noteDeprecated(row, reason),
      mssql: row.store_type === 'mssql' ? mssqlStoreOf(secretBox, row, await deps.mappingsOf(row.id)) : null,
    };
  }

  /** As often as a connector is told: what was noted within the day stays as it is. */
  function noteDeprecated({ id }: StoreRow, reason: string): void {
    db.query(
      `update stores set api_deprecated_reason = $2, api_deprecated_at = $3
       where id = $1 and (api_deprecated_reason is distinct from $2 or api_deprecated_at < $3::timestamptz - interval '1 day')`,
      [id, reason, clock.now()],
    ).catch((error: unknown) =>
      logger.warn({ err: error, store: id }, 'stores: a deprecation was not noted'),
    );
  }

  async function storeCredentials(id: string): Promise<ConnectableStore> {
    return credentialsOf(await requireRow(id));
  }

  /** A connector to the store's source. Throws a SourceError when the store cannot be connected to as it is. */
  async function connectorFor(id: string): Promise<Connector> {
    return connect(await storeCredentials(id));
  }

  /** Tries a connection as it was typed; a token left blank is the stored one, for the store's own address alone. */
  async function testConnection(input: ConnectionTest, signal?: AbortSignal): Promise<ConnectionTestResult> {
    const row = input.store_id === undefined ? null : await requireRow(input.store_id);
    if (row?.store_type === 'mssql')
      throw wrongStoreType('Test an MS SQL store with POST /mssql/test-connection.');
    const own = row && isOwnAddress(row, input.shop_url) ? row : null;
    const tested = connectTyped({ ...input, store_type: row?.store_type }, own);
    const attempt = await tryConnection(() => tested, signal);
    if ('report' in attempt && own) {
      const isOfConsent = input.connection_method === 'oauth' && own.connection_method === 'oauth';
      const details = detailsFromReport(own, attempt.report);
      await rememberShopDetails(own, { ...details, ...(isOfConsent ? CONNECTED : {}) });
    }
    const result = toConnectionTestResult(attempt);
    const other = 'report' in attempt ? await otherStore(attempt.report, input.shop_url, row) : null;
    return other === null ? result : { ...result, notices: [other, ...result.notices] };
  }

  function isOwnAddress(row: StoreRow, shopUrl: string): boolean {
    try {
      return storeAddress(shopUrl, row.store_type, allowedHosts) === row.shop_url;
    } catch {
      return false;
    }
  }

  async function testGraphqlConnection(
    id: string,
    signal?: AbortSignal,
  ): Promise<GraphqlConnectionTestResult> {
    const row = await requireRow(id);
    if (row.store_type === 'mssql')
      throw wrongStoreType('An MS SQL store has no GraphQL connection to test.');
    const attempt = await tryConnection(async () => connect(await credentialsOf(row)), signal);
    if ('error' in attempt) {
      const { error } = attempt;
      const message = messages.sync.graphqlTestFailed(error);
      return { success: false, message, data: null, error, detail: error };
    }
    const { name } = attempt.report;
    await rememberShopDetails(row, { ...detailsFromReport(row, attempt.report), ...CONNECTED });
    await otherStore(attempt.report, row.shop_url, row);
    const message = messages.sync.graphqlTestPassed(name);
    return { success: true, message, data: { name }, error: null, detail: null };
  }

  /** Fills in what the shop says of itself, after a store was created without a test. */
  async function readShopDetails(id: string, signal: AbortSignal): Promise<void> {
    const row = await findStore(db, id);
    if (!row || row.store_type === 'mssql') return;
    const attempt = await tryConnection(async () => connect(await credentialsOf(row)), signal);
    if ('error' in attempt)
      logger.info({ store: id, reason: attempt.error }, 'stores: the new shop did not answer');
    else {
      await rememberShopDetails(row, detailsFromReport(row, attempt.report));
      await otherStore(attempt.report, row.shop_url, row);
    }
  }

  /** Keeps which shop a store's address leads to; or says which other store has that shop, and keeps nothing. */
  async function otherStore(
    { identity }: ConnectionReport,
    shopUrl: string,
    row: StoreRow | null,
  ): Promise<string | null> {
    if (identity === null) return null;
    const other = await connectedAlready(db, { shopUrl, shopId: identity.id, ownId: row?.id ?? null });
    if (other === null && row !== null && isOwnAddress(row, shopUrl))
      await rememberIdentity(db, row, identity);
    return other;
  }

  /**
   * Asks which shop a store leads to, once or `again`, as its domains may change. Throws a conflict where another store
   * has the shop.
   */
  async function identify(
    id: string,
    connector: Connector,
    { signal, again = false }: { signal: AbortSignal; again?: boolean },
  ): Promise<void> {
    const row = await requireRow(id);
    if (connector.identify === undefined || (row.shop_id !== null && !again)) return;
    await rememberIdentity(db, row, await connector.identify(signal));
  }

  /** Writes nothing over an edit that a person made while the shop was asked. */
  async function rememberShopDetails(asked: StoreRow, details: StoreChanges): Promise<void> {
    await db.transaction(async (tx: Queryable) => {
      const row = await lockStore(tx, asked.id);
      const isUnchanged = row?.updated_at.getTime() === asked.updated_at.getTime();
      if (isUnchanged && row.store_status !== 'archived') await updateStore(tx, asked.id, details);
    });
  }

  return {
    list,
    listActive,
    requireStore,
    requireMssqlStore,
    lockMssqlStore,
    create,
    createMssql,
    update,
    remove,
    storeCredentials,
    identify,
    connectorFor,
    testConnection,
    testGraphqlConnection,
    readShopDetails,
  };
}

function storeNotFound(): AppError {
  return new AppError({ code: 'store_not_found' });
}

function wrongStoreType(detail: string): AppError {
  return new AppError({ code: 'wrong_store_type', detail });
}

function refuseOtherThanMssql({ store_type }: StoreRow): void {
  if (store_type !== 'mssql') throw wrongStoreType(messages.stores.wrongFormForMssql);
}

/** An archived store takes no change but the one that takes it out of the archive. */
function refuseArchived(row: StoreRow, { store_status }: StoreUpdate): void {
  const leavesArchive = store_status !== undefined && store_status !== 'archived';
  if (row.store_status === 'archived' && !leavesArchive) throw new AppError({ code: 'store_archived' });
}

/** A platform store stays one, and so does a SQL Server store: what they hold of each other makes no sense. */
function refuseOtherKind(row: StoreRow, input: StoreUpdate): void {
  const isMssql = row.store_type === 'mssql';
  if (input.store_type !== undefined && (input.store_type === 'mssql') !== isMssql) {
    throw wrongStoreType('A store cannot be turned into an MS SQL store or back: add it as a new store.');
  }
  const hasMssqlField = Object.entries(input).some(
    ([field, value]) => field.startsWith('mssql_') && value !== undefined,
  );
  if (hasMssqlField && !isMssql) throw wrongStoreType(messages.stores.wrongFormForMssql);
}

/** Without the fields that were not sent, which stay as they are. */
function definedFields<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
