import type { FieldMapping } from '@storefleet/contract/stores/mssql';
import type { Secret } from '../../../platform/crypto/secret.ts';

/** How a SQL Server is reached. */
export type SqlServerSettings = {
  /** A host name or address, with `\instance` behind it for a named instance, whose port is looked up. */
  readonly server: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  readonly password: Secret | null;
  /** Overrides all of the above. */
  readonly connectionString: Secret | null;
  /** Takes a certificate that no authority vouches for. */
  readonly trustServerCertificate: boolean;
};

export type Mapping = Omit<FieldMapping, 'id' | 'store_id' | 'is_generated' | 'is_custom'>;

/** A store that is a table of a SQL Server. */
export type MssqlStore = {
  readonly sqlServer: SqlServerSettings;
  /** With its schema where that is not the user's default one. */
  readonly table: string;
  /** A condition, without WHERE. */
  readonly whereClause: string | null;
  readonly mappings: readonly Mapping[];
};
