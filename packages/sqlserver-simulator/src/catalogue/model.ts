import type { SqlType } from '../engine/engine.ts';

/** What a server knows of its databases, as plain data: a change makes a new one, so that a transaction can keep its own. */
export type Catalogue = {
  readonly databases: readonly DatabaseModel[];
  /** The next object id to give, over all databases. */
  readonly nextObjectId: number;
};

export type DatabaseModel = {
  readonly name: string;
  readonly id: number;
  readonly collation: string;
  readonly created: string;
  readonly schemas: readonly { readonly name: string; readonly id: number }[];
  readonly tables: readonly TableModel[];
  readonly views: readonly ViewModel[];
};

export type TableModel = {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly created: string;
  readonly columns: readonly ColumnModel[];
  readonly primaryKey: KeyModel | null;
  readonly uniqueKeys: readonly KeyModel[];
  readonly indexes: readonly IndexModel[];
  readonly checks: readonly CheckModel[];
  readonly foreignKeys: readonly ForeignKeyModel[];
};

export type ColumnModel = {
  /** As sys.columns numbers it; never given again after DROP COLUMN. */
  readonly id: number;
  readonly name: string;
  readonly type: SqlType;
  readonly nullable: boolean;
  /** Of character columns. */
  readonly collation: string | null;
  readonly identity: { readonly seed: number; readonly increment: number } | null;
  /** The DEFAULT's expression as T-SQL. */
  readonly default: { readonly name: string; readonly id: number; readonly expression: string } | null;
  /** A computed column's expression as T-SQL. */
  readonly computed: string | null;
};

export type KeyModel = {
  readonly id: number;
  readonly name: string;
  readonly columns: readonly IndexColumn[];
  readonly clustered: boolean;
};

export type IndexColumn = { readonly name: string; readonly descending: boolean };

export type IndexModel = {
  readonly name: string;
  readonly columns: readonly IndexColumn[];
  readonly unique: boolean;
};

export type CheckModel = { readonly id: number; readonly name: string; readonly expression: string };

export type ForeignKeyModel = {
  readonly id: number;
  readonly name: string;
  readonly columns: readonly string[];
  readonly referencedSchema: string;
  readonly referencedTable: string;
  readonly referencedColumns: readonly string[];
};

export type ViewModel = {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly created: string;
  /** The SELECT behind AS. */
  readonly definition: string;
  readonly columns: readonly { readonly name: string; readonly type: SqlType; readonly nullable: boolean }[];
};
