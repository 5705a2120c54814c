import { MSSQL_QUERY_ROW_CAP, MSSQL_QUERY_TIMEOUT_MS } from '@storefleet/contract/stores/mssql/constants';
import type {
  MssqlQuery,
  MssqlQueryResult,
  MssqlTableList,
  TableSchema,
} from '@storefleet/contract/stores/mssql/mssql';
import type { SqlServer } from '../../connectors/mssql/client/sql.ts';
import type { SqlServers } from '../../connectors/mssql/client/sql-server.ts';
import { parseTableName } from '../../connectors/mssql/identifiers.ts';
import { describeType, isReadable } from '../../connectors/mssql/mapping/column-types.ts';
import { listTables, readTable } from '../../connectors/mssql/mapping/introspection.ts';
import { SourceError } from '../../connectors/source-error.ts';
import { notFound } from '../../platform/http/problem.ts';
import { askSource, refusedAt } from '../stores/source-problem.ts';
import type { StoresService } from '../stores/stores.service.ts';
import { boundParams } from './bound-params.ts';
import { createConnectionTest, toMssqlTable } from './connection-test.ts';

type MssqlStoresDeps = {
  readonly stores: Pick<StoresService, 'createMssql' | 'requireMssqlStore'>;
  readonly sqlServers: SqlServers;
};

export type MssqlStoresService = ReturnType<typeof createMssqlStoresService>;

/** Milliseconds for a server to describe its tables. */
const SCHEMA_TIMEOUT_MS = 30_000;
/** Milliseconds a query may wait for a connection before its own timeout starts. */
const CONNECT_TIMEOUT_MS = 15_000;

/** Creates, tests and explores SQL Server stores. */
export function createMssqlStoresService({ stores, sqlServers }: MssqlStoresDeps) {
  /** Calls a store's server. Its refusals are thrown as problems. */
  async function ask<T>(
    storeId: string,
    question: (server: SqlServer, signal: AbortSignal) => Promise<T>,
    milliseconds: number,
    signal?: AbortSignal,
  ): Promise<T> {
    const { mssql } = await stores.requireMssqlStore(storeId);
    return askSource(
      (deadline) => question(sqlServers.open(mssql.sqlServer), deadline),
      milliseconds,
      signal,
    );
  }

  async function tables(storeId: string, signal?: AbortSignal): Promise<MssqlTableList> {
    const found = await ask(storeId, listTables, SCHEMA_TIMEOUT_MS, signal);
    return {
      tables: found.map(toMssqlTable),
      total: found.length,
    };
  }

  async function tableSchema(storeId: string, table: string, signal?: AbortSignal): Promise<TableSchema> {
    const name = await refusedAt('table', () => parseTableName(table));
    const { columns, primaryKey } = await ask(
      storeId,
      (server, deadline) => orNotFound(() => readTable(server, name, deadline)),
      SCHEMA_TIMEOUT_MS,
      signal,
    );
    return {
      columns: columns.map((column) => ({
        column_name: column.name,
        data_type: describeType(column),
        is_nullable: column.nullable,
        is_primary_key: primaryKey.includes(column.name),
        is_readable: isReadable(column),
      })),
      total: columns.length,
    };
  }

  /** Runs one SELECT. Any error in it, found here or by the server, is a problem of its field. */
  async function query(storeId: string, input: MssqlQuery, signal?: AbortSignal): Promise<MssqlQueryResult> {
    const { mssql } = await stores.requireMssqlStore(storeId);
    const { sql, parameters } = await refusedAt('query', () => sqlServers.guard.assertSelect(input.query));
    const params = boundParams(parameters, input.params);
    const { columns, rows, truncated } = await askSource(
      (deadline) =>
        refusedAt('query', () =>
          sqlServers.open(mssql.sqlServer).select(sql, params, {
            signal: deadline,
            timeoutMs: MSSQL_QUERY_TIMEOUT_MS,
            maxRows: MSSQL_QUERY_ROW_CAP,
          }),
        ),
      MSSQL_QUERY_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
      signal,
    );
    return {
      columns: columns.map(({ name, type }) => ({ name, data_type: type })),
      rows: [...rows],
      row_count: rows.length,
      truncated,
    };
  }

  return {
    create: stores.createMssql,
    testConnection: createConnectionTest({ stores, sqlServers }),
    tables,
    tableSchema,
    query,
  };
}

async function orNotFound<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRejected = error instanceof SourceError && error.kind === 'rejected';
    throw isRejected ? notFound(error.message) : error;
  }
}
