import type { Clock } from '../../platform/time/clock.ts';
import type {
  CatalogueEnd,
  CataloguePage,
  ChangesReading,
  ConnectionReport,
  Connector,
  SourceCount,
} from '../connector.ts';
import type { Editing } from '../editing.ts';
import { SourceError } from '../source-error.ts';
import { changedCondition, readMark, refusalOfMark, unwatchedIn } from './changes/changed-rows.ts';
import type { SqlServer } from './client/sql.ts';
import type { SqlServers } from './client/sql-server.ts';
import { parseTableName } from './identifiers.ts';
import { createKnownTables, type KnownTables, type Tables } from './known-tables.ts';
import { changeColumnOf } from './mapping/change-column.ts';
import { readTable } from './mapping/introspection.ts';
import type { MssqlStore } from './mssql-store.ts';
import { countRows, readRows } from './read/catalogue.ts';
import { planTable, type TablePlan } from './read/catalogue-plan.ts';
import { readChildren } from './read/child-values.ts';
import { createProductList } from './read/product-list.ts';
import { createEditing, customFieldsOf } from './write/editing.ts';

type MssqlDeps = {
  readonly clock: Clock;
  readonly sqlServers: SqlServers;
  /** Rows per statement when reading the catalogue. Default: 1,900. */
  readonly rowsPerStatement?: number | undefined;
};

/** An open connection to the store's table. */
type Connection = MssqlDeps & {
  readonly store: MssqlStore;
  readonly server: SqlServer;
  readonly tables: KnownTables;
  readonly condition: string | null;
};

/**
 * Returns the connect function of SQL Server stores. A connection reads the table's columns unless they were
 * read within the last minute, and throws a SourceError if the store's settings do not allow reading it.
 */
export function createMssqlConnect(deps: MssqlDeps): (store: MssqlStore) => Promise<Connector> {
  const tables = createKnownTables(deps.clock);
  return async (store) => {
    const { sqlServers } = deps;
    const server = sqlServers.open(store.sqlServer);
    const clause = store.whereClause?.trim() || null;
    const condition = clause === null ? null : await sqlServers.guard.assertCondition(clause);
    const connection = { ...deps, store, server, tables, condition };
    // Has its own timeouts.
    return connectorOf(connection, await makePlan(connection, new AbortController().signal));
  };
}

function connectorOf(connection: Connection, plan: TablePlan): Connector {
  const { server, clock, rowsPerStatement, store } = connection;
  const explained: Explained = (work, signal) => explaining(connection, work, signal);
  const editing = createEditing(plan, server);
  const productList = createProductList(plan, server);
  const changes = changeColumnOf(plan.table, store.changeColumn, plan.name);
  return {
    testConnection: (signal) => explained(() => testConnection(server, plan, signal), signal),
    count: (signal) => explained(() => count(plan, connection, changes, signal), signal),
    readCatalogue: (options) =>
      explainedPages(connection, readRows(plan, { server, clock, rowsPerStatement }, options), options),
    changesSince: {
      refusalOf: (since) =>
        'refusal' in changes ? changes.refusal : refusalOfMark(plan, { server, ...changes }, since),
      readChanges: (options) =>
        explainedPages(connection, readChanges(connection, plan, changes, options), options),
    },
    productList: {
      ...productList,
      readPage: (after, { signal }) => explained(() => productList.readPage(after, { signal }), signal),
    },
    customFields: customFieldsOf(plan),
    editing: editing === null ? null : explainedEditing(editing, explained),
    readOnlyBecause: plan.readOnlyBecause ?? undefined,
  };
}

const planOf = ({ store }: Connection, { table, children }: Tables, condition: string | null): TablePlan =>
  planTable(table, { condition, mappings: store.mappings, children });

/** A cached table that does not fit the mappings is fetched again: it may have been fixed since. */
async function makePlan(connection: Connection, signal: AbortSignal): Promise<TablePlan> {
  const { store, server, tables, condition } = connection;
  const before = tables.get(store);
  try {
    if (before !== null) return planOf(connection, before, condition);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
  }
  const table = await readTable(server, parseTableName(store.table), signal);
  const fetched = { table, children: await readChildren(server, store.mappings, signal) };
  tables.set(store, fetched);
  return planOf(connection, fetched, condition);
}

/** The table may have changed: then its current problem explains more than the error. */
async function explain(connection: Connection, error: unknown, signal: AbortSignal): Promise<unknown> {
  if (!(error instanceof SourceError) || error.retryable || error.mayHaveRun) return error;
  connection.tables.forget(connection.store);
  try {
    await makePlan(connection, signal);
    return error;
  } catch (reason) {
    return reason instanceof SourceError && !reason.retryable ? reason : error;
  }
}

type Explained = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

async function explaining<T>(
  connection: Connection,
  work: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw await explain(connection, error, signal);
  }
}

type Pages = AsyncGenerator<CataloguePage, CatalogueEnd, void>;

async function* explainedPages(
  connection: Connection,
  pages: Pages,
  { signal }: { readonly signal: AbortSignal },
): Pages {
  try {
    return yield* pages;
  } catch (error) {
    throw await explain(connection, error, signal);
  }
}

type ChangeColumn = ReturnType<typeof changeColumnOf>;

async function count(
  plan: TablePlan,
  { server, clock }: Pick<Connection, 'server' | 'clock'>,
  changes: ChangeColumn,
  signal: AbortSignal,
): Promise<SourceCount> {
  const mark = 'column' in changes ? await readMark(plan, { server, clock, ...changes }, signal) : null;
  const counted = await countRows(plan, server, signal);
  return mark === null ? counted : { ...counted, mark };
}

async function* readChanges(
  connection: Connection,
  plan: TablePlan,
  changes: ChangeColumn,
  options: Parameters<ChangesReading['readChanges']>[0],
): Pages {
  if (!('column' in changes)) throw new TypeError('Changed rows are read without a column.');
  const { server, clock, rowsPerStatement } = connection;
  const changed = planOf(connection, plan, changedCondition(plan, changes.column, options));
  const end = yield* readRows(changed, { server, clock, rowsPerStatement, countedBy: plan }, options);
  return { ...end, notices: [...end.notices, ...unwatchedIn(plan).map(notWatched)] };
}

function explainedEditing(editing: Editing, explained: Explained): Editing {
  return {
    ...editing,
    readValues: (targets, options) => explained(() => editing.readValues(targets, options), options.signal),
    readOutside: (targets, options) =>
      explained(async () => (await editing.readOutside?.(targets, options)) ?? [], options.signal),
    write: (edits, options) => explained(() => editing.write(edits, options), options.signal),
  };
}

const notWatched = (table: string) =>
  `What changed only in ${table} was not read: it has no rowversion, and its mapping names no column by which changed rows are found. A full sync finds it.`;

/** A database has no owner, plan or scopes. */
async function testConnection(
  server: SqlServer,
  plan: TablePlan,
  signal: AbortSignal,
): Promise<ConnectionReport> {
  const { products } = await countRows(plan, server, signal);
  const { server: host, database } = server.inForce;
  return {
    name: `${plan.name} in ${database}`,
    email: null,
    domain: host,
    country: null,
    planName: null,
    currency: '',
    timezone: null,
    apiVersionAsked: '',
    apiVersionServed: '',
    scopes: [],
    identity: null,
    missingScopes: [],
    products,
    variants: null,
    notices: plan.readOnlyBecause === null ? [] : [plan.readOnlyBecause],
  };
}
