import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/time/clock.ts';
import type {
  CatalogueEnd,
  CataloguePage,
  ChangesReading,
  ConnectionReport,
  Connector,
  ReadCatalogueOptions,
  SourceCount,
} from '../connector.ts';
import type { Editing } from '../editing.ts';
import { SourceError } from '../source-error.ts';
import { changeColumnOf } from './changes/change-column.ts';
import { changedCondition, readMark, refusalOfMark, unwatchedIn } from './changes/changed-rows.ts';
import type { SqlServerSettings } from './client/connection-config.ts';
import type { SqlServer } from './client/sql.ts';
import type { SqlServers } from './client/sql-server.ts';
import type { Mapping } from './mapping/field-mapping.ts';
import { parseTableName } from './mapping/identifiers.ts';
import { readTable } from './mapping/introspection.ts';
import { countRows, readRows } from './read/catalogue.ts';
import { planTable, type TablePlan } from './read/catalogue-plan.ts';
import { childTablesOf, readChildren } from './read/child-values.ts';
import { createProductList } from './read/product-list.ts';
import { createEditing, customFieldsOf } from './write/editing.ts';

/** A store backed by a SQL Server table. */
export type MssqlStore = {
  readonly sqlServer: SqlServerSettings;
  /** With its schema unless that is the user's default. */
  readonly table: string;
  /** A condition, without WHERE. */
  readonly whereClause: string | null;
  readonly mappings: readonly Mapping[];
  /** Column that shows which rows changed; null for the table's own rowversion. */
  readonly changeColumn: string | null;
};

export type MssqlDeps = {
  readonly clock: Clock;
  readonly sqlServers: SqlServers;
  /** Rows per statement when reading the catalogue. Default: 1,900. */
  readonly rowsPerStatement?: number | undefined;
};

type Tables = Pick<TablePlan, 'table' | 'children'>;

/** Milliseconds for which a table's columns are cached. */
const TABLE_KNOWN_MS = 60_000;
const TABLES_KNOWN = 1_000;

/**
 * Returns the connect function of SQL Server stores. A connection reads the table's columns unless they were
 * read within the last minute, and throws a SourceError if the store's settings do not allow reading it.
 */
export function createMssqlConnect({
  clock,
  sqlServers,
  rowsPerStatement,
}: MssqlDeps): (store: MssqlStore) => Promise<Connector> {
  const known = new Map<string, Tables & { readonly readAt: number }>();

  async function fetchTables(server: SqlServer, store: MssqlStore, signal: AbortSignal): Promise<Tables> {
    const key = keyOf(store);
    const table = await readTable(server, parseTableName(store.table), signal);
    const tables = { table, children: await readChildren(server, store.mappings, signal) };
    known.delete(key);
    known.set(key, { ...tables, readAt: clock.now().getTime() });
    for (const oldest of known.keys()) {
      if (known.size <= TABLES_KNOWN) break;
      known.delete(oldest);
    }
    return tables;
  }

  function knownTables(store: MssqlStore): Tables | null {
    const tables = known.get(keyOf(store));
    return tables !== undefined && clock.now().getTime() - tables.readAt < TABLE_KNOWN_MS ? tables : null;
  }

  return async (store) => {
    const server = sqlServers.open(store.sqlServer);
    const clause = store.whereClause?.trim() || null;
    const condition = clause === null ? null : await sqlServers.guard.assertCondition(clause);

    const planOf = ({ table, children }: Tables, where: string | null): TablePlan =>
      planTable(table, { condition: where, mappings: store.mappings, children });

    /** A cached table that does not fit the mappings is fetched again: it may have been fixed since. */
    async function makePlan(signal: AbortSignal): Promise<TablePlan> {
      const before = knownTables(store);
      try {
        if (before !== null) return planOf(before, condition);
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
      }
      return planOf(await fetchTables(server, store, signal), condition);
    }

    /** The table may have changed: then its current problem explains more than the error. */
    async function explain(error: unknown, signal: AbortSignal): Promise<unknown> {
      if (!(error instanceof SourceError) || error.retryable || error.mayHaveRun) return error;
      known.delete(keyOf(store));
      try {
        await makePlan(signal);
        return error;
      } catch (reason) {
        return reason instanceof SourceError && !reason.retryable ? reason : error;
      }
    }

    async function explained<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      try {
        return await work();
      } catch (error) {
        throw await explain(error, signal);
      }
    }

    // Has its own timeouts.
    const plan = await makePlan(new AbortController().signal);

    async function* readCatalogue(
      options: ReadCatalogueOptions,
    ): AsyncGenerator<CataloguePage, CatalogueEnd, void> {
      try {
        return yield* readRows(plan, { server, clock, rowsPerStatement }, options);
      } catch (error) {
        throw await explain(error, options.signal);
      }
    }

    const changes = changeColumnOf(plan.table, store.changeColumn, plan.name);
    const found = 'column' in changes ? changes.column : null;

    async function count(signal: AbortSignal): Promise<SourceCount> {
      const mark = found === null ? null : await readMark(plan, { server, column: found }, signal);
      const counted = await countRows(plan, server, signal);
      return mark === null ? counted : { ...counted, mark };
    }

    async function* readChanges(
      options: Parameters<ChangesReading['readChanges']>[0],
    ): AsyncGenerator<CataloguePage, CatalogueEnd, void> {
      try {
        if (found === null) throw new TypeError('Changed rows are read without a column.');
        const condition = changedCondition(plan, found, options);
        const changed = planOf(plan, condition);
        const reading = { server, clock, rowsPerStatement, countedBy: plan };
        const end = yield* readRows(changed, reading, options);
        return { ...end, notices: [...end.notices, ...unwatchedIn(plan).map(notWatched)] };
      } catch (error) {
        throw await explain(error, options.signal);
      }
    }

    const editing = createEditing(plan, server);
    const productList = createProductList(plan, server);
    return {
      testConnection: (signal) => explained(() => testConnection(server, plan, signal), signal),
      count: (signal) => explained(() => count(signal), signal),
      readCatalogue,
      changesSince: {
        refusalOf: (since) =>
          'refusal' in changes ? changes.refusal : refusalOfMark(plan, changes.column, since),
        readChanges,
      },
      productList: {
        ...productList,
        readPage: (after, { signal }) => explained(() => productList.readPage(after, { signal }), signal),
      },
      customFields: customFieldsOf(plan),
      editing: editing === null ? null : explainedEditing(editing, explained),
      readOnlyBecause: plan.readOnlyBecause ?? undefined,
    };
  };
}

/** Everything that determines the tables, and the user reading it. */
function keyOf({ sqlServer, table, mappings }: MssqlStore): string {
  const { password, connectionString, ...settings } = sqlServer;
  const all = [settings, password?.reveal(), connectionString?.reveal(), table, childTablesOf(mappings)];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}

function explainedEditing(
  editing: Editing,
  explained: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>,
): Editing {
  return {
    ...editing,
    readValues: (targets, options) => explained(() => editing.readValues(targets, options), options.signal),
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
