import type { SqlServerSettings } from './client/connection-config.ts';
import type { Mapping } from './mapping/field-mapping.ts';

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
