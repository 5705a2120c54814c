import { messages } from '@storefleet/contract/messages';
import type { MssqlConnectionTest } from '@storefleet/contract/stores/mssql/connection';
import type {
  MssqlConnectionTestResult,
  MssqlTable,
  MssqlTableReport,
} from '@storefleet/contract/stores/mssql/mssql';
import type { SqlServer } from '../../connectors/mssql/client/sql.ts';
import type { SqlServers } from '../../connectors/mssql/client/sql-server.ts';
import { formatTableName } from '../../connectors/mssql/identifiers.ts';
import {
  listDatabases,
  listTables,
  type TableSummary,
} from '../../connectors/mssql/mapping/introspection.ts';
import type { MssqlStore } from '../../connectors/mssql/mssql-store.ts';
import { describeTable, type TableChoice } from '../../connectors/mssql/preview/preview-table.ts';
import { SourceError } from '../../connectors/source-error.ts';
import { withDeadline } from '../../platform/resilience/deadline.ts';
import type { StoresService } from '../stores/stores.service.ts';
import { settingsToTest } from './settings-to-test.ts';

/** Milliseconds within which a person learns whether the server responded. */
const TEST_DEADLINE_MS = 15_000;
/** Every login may open it: used to list the databases if none is named. */
const DATABASE_OF_THE_SERVER = 'master';

type ConnectionTestDeps = {
  readonly stores: Pick<StoresService, 'requireMssqlStore'>;
  readonly sqlServers: SqlServers;
};

/** Tests a connection as entered. A refusal by the server or the network is a result, not an error. */
export function createConnectionTest({ stores, sqlServers }: ConnectionTestDeps) {
  return async (input: MssqlConnectionTest, signal?: AbortSignal): Promise<MssqlConnectionTestResult> => {
    const stored =
      input.store_id === undefined ? null : (await stores.requireMssqlStore(input.store_id)).mssql;
    const named = input.database ?? stored?.sqlServer.database ?? null;
    const database = named ?? DATABASE_OF_THE_SERVER;
    const settings = settingsToTest({ ...input, database }, stored?.sqlServer ?? null);
    const found: Findings = { server: null, version: null, databases: null, tables: null, table: null };
    const deadline = withDeadline(TEST_DEADLINE_MS, signal);
    let opened: ReturnType<SqlServers['openFresh']> | null = null;
    try {
      opened = sqlServers.openFresh(settings);
      found.server = opened.server;
      found.version = await readVersion(found.server, deadline);
      found.databases = await listDatabases(found.server, deadline);
      if (named === null && found.server.inForce.database === DATABASE_OF_THE_SERVER) {
        return result(found, null);
      }
      found.tables = (await listTables(found.server, deadline)).map(toMssqlTable);
      found.table = await describeTested(
        { server: found.server, guard: sqlServers.guard },
        input,
        stored,
        deadline,
      );
      return result(found, null);
    } catch (error) {
      if (error instanceof SourceError) return result(found, error.message);
      if (!deadline.aborted || signal?.aborted) throw error;
      return result(found, tooLate(found));
    } finally {
      // Closing is not awaited; a stopping server does wait for it.
      void opened?.close();
    }
  };
}

type Findings = {
  server: SqlServer | null;
  version: string | null;
  databases: string[] | null;
  tables: MssqlTable[] | null;
  table: MssqlTableReport | null;
};

async function readVersion(server: SqlServer, signal: AbortSignal): Promise<string> {
  const [row] = await server.query('SELECT @@VERSION AS version', {}, { signal });
  const [firstLine = ''] = String(row?.version ?? '').split(/[\r\n]/, 1);
  return firstLine.trim();
}

export function toMssqlTable({ schema, name, type, rowCount }: TableSummary): MssqlTable {
  return { schema, name, qualified_name: formatTableName({ schema, name }), type, row_count: rowCount };
}

async function describeTested(
  asked: Pick<TableChoice, 'server' | 'guard'>,
  { table, where_clause }: MssqlConnectionTest,
  stored: MssqlStore | null,
  signal: AbortSignal,
): Promise<MssqlTableReport | null> {
  if (!table) return null;
  const whereClause = where_clause === undefined ? (stored?.whereClause ?? null) : where_clause;
  return describeTable({ ...asked, table, whereClause, mappings: stored?.mappings ?? [] }, signal);
}

function result(
  { server, version, databases, tables, table }: Findings,
  error: string | null,
): MssqlConnectionTestResult {
  const inForce = server && inForceOf(server);
  return {
    success: error === null,
    message: error === null ? connectedTo(inForce, tables) : messages.stores.connectionTestFailed,
    error,
    version,
    in_force: inForce,
    databases: error === null ? databases : null,
    tables: error === null ? tables : null,
    table,
  };
}

function connectedTo(inForce: { database: string } | null, tables: readonly MssqlTable[] | null): string {
  return tables === null ? 'Connected. Choose a database.' : `Connected to ${inForce?.database}.`;
}

function inForceOf({ inForce: { server, port, database, username, encrypted } }: SqlServer) {
  return { server, port, database, username, encrypted };
}

function tooLate({ version }: Findings): string {
  const seconds = TEST_DEADLINE_MS / 1000;
  return version === null
    ? `The server did not answer within ${seconds} seconds. Check its name and port, and whether a firewall is in the way.`
    : `The connection works, but looking at the table took longer than ${seconds} seconds. Try again, or narrow the where clause.`;
}
