export type ColumnInfo = {
  readonly name: string;
  /** SQL Server's own type, in lower case: an alias type stands for the one it is made of. */
  readonly type: string;
  /** Bytes; -1 for max. */
  readonly maxLength: number;
  readonly precision: number;
  readonly scale: number;
  readonly nullable: boolean;
  /** SQL Server writes it itself: a computed, identity, rowversion or period column. */
  readonly isGenerated: boolean;
  /** Null where the type has none. */
  readonly collation: string | null;
};
