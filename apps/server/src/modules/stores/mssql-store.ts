import { MSSQL_DEFAULT_PORT } from '@storefleet/contract/stores/mssql/constants';
import { connectionConfig, type SqlServerSettings } from '../../connectors/mssql/client/connection-config.ts';
import type { SqlGuard } from '../../connectors/mssql/guard/guard.ts';
import { parseTableName } from '../../connectors/mssql/identifiers.ts';
import type { Mapping } from '../../connectors/mssql/mapping/field-mapping.ts';
import type { MssqlStore } from '../../connectors/mssql/mssql-store.ts';
import { SourceError } from '../../connectors/source-error.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import { invalidField } from '../../platform/http/problem.ts';
import { refusedAt } from './source-problem.ts';
import type { StoreRow } from './stores.table.ts';
import { openStoreSecret } from './tokens/store-secrets.ts';

/** A SQL Server store's record for a connector; its secrets only inside a Secret. */
export function mssqlStoreOf(secretBox: SecretBox, row: StoreRow, mappings: readonly Mapping[]): MssqlStore {
  return {
    sqlServer: {
      server: row.mssql_server ?? '',
      port: row.mssql_port ?? MSSQL_DEFAULT_PORT,
      database: row.mssql_database ?? '',
      username: row.mssql_username ?? '',
      password: openStoreSecret(secretBox, row, 'mssql_password'),
      connectionString: openStoreSecret(secretBox, row, 'mssql_connection_string'),
      trustServerCertificate: row.mssql_trust_server_certificate,
    },
    table: row.mssql_table ?? '',
    whereClause: row.mssql_where_clause,
    changeColumn: row.mssql_change_column,
    mappings,
  };
}

/**
 * Table and condition become part of statements: anything but a table name and a plain condition is refused.
 */
export async function assertMssqlFields(
  sqlGuard: SqlGuard,
  fields: { mssql_table?: string | undefined; mssql_where_clause?: string | null | undefined },
): Promise<void> {
  const { mssql_table: table, mssql_where_clause: clause } = fields;
  if (table !== undefined) await refusedAt('mssql_table', () => parseTableName(table));
  if (clause) await refusedAt('mssql_where_clause', () => sqlGuard.assertCondition(clause));
}

/**
 * A stored secret is only sent to the server it was entered for: otherwise whoever may edit a store could
 * have it sent to a server of their own. `typed` says which secrets are new.
 */
export function refuseMovedSecrets(
  before: SqlServerSettings,
  after: SqlServerSettings,
  typed: { readonly password: boolean; readonly connectionString: boolean },
): void {
  const isMoved = serverOf(before) !== serverOf(after) || before.port !== after.port;
  const isLed = typed.connectionString && lacksPassword(after);
  if (before.password !== null && !typed.password && (isMoved || isLed)) {
    throw invalidField(
      'mssql_password',
      `Enter the password: the stored one is only sent to ${before.server}, port ${before.port}.`,
    );
  }
  if (isMoved && !typed.connectionString && after.connectionString !== null && lacksServer(after)) {
    throw invalidField(
      'mssql_server',
      `The stored connection string takes its server from here, and its password is only sent to ${before.server}, port ${before.port}. Enter the connection string again, or drop it.`,
    );
  }
}

function serverOf({ server }: SqlServerSettings): string {
  return server.trim().toLowerCase();
}

function lacksPassword(settings: SqlServerSettings): boolean {
  try {
    connectionConfig({ ...settings, password: null });
    return false;
  } catch (error) {
    return error instanceof SourceError && error.kind === 'auth';
  }
}

function lacksServer(settings: SqlServerSettings): boolean {
  const elsewhere = 'elsewhere.invalid';
  try {
    return connectionConfig({ ...settings, server: elsewhere }).host === elsewhere;
  } catch {
    return false;
  }
}
