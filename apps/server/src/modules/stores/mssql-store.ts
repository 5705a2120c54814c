import { MSSQL_DEFAULT_PORT } from '@storefleet/contract/constants';
import { assertCondition } from '../../connectors/mssql/guard.ts';
import { parseTableName } from '../../connectors/mssql/identifiers.ts';
import type { Mapping, MssqlStore } from '../../connectors/mssql/settings.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import { refusedAt } from './source-problem.ts';
import { openStoreSecret } from './store-secrets.ts';
import type { StoreRow } from './stores.table.ts';

/** What a connector needs of a SQL Server store's record; its secrets only inside a Secret. */
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
    mappings,
  };
}

/** Table and condition become a part of statements: what is not the name of a table or a plain condition is not stored. */
export async function assertMssqlFields(fields: {
  mssql_table?: string | undefined;
  mssql_where_clause?: string | null | undefined;
}): Promise<void> {
  const { mssql_table: table, mssql_where_clause: clause } = fields;
  if (table !== undefined) await refusedAt('mssql_table', () => parseTableName(table));
  if (clause) await refusedAt('mssql_where_clause', () => assertCondition(clause));
}
