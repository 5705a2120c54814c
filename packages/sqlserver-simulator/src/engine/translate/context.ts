import type { DatabaseModel, TableModel, ViewModel } from '../../catalogue/model.ts';
import type { SqlType } from '../engine.ts';
import type { StoredValue } from '../storage.ts';

export type Variable = { readonly type: SqlType; readonly value: StoredValue };

/** A table as SQLite has it. */
export type PhysicalTable = {
  readonly kind: 'table';
  readonly table: TableModel;
  readonly sql: string;
  readonly database: DatabaseModel;
};
export type FoundView = { readonly kind: 'view'; readonly view: ViewModel; readonly database: DatabaseModel };
/** A view of the system's, its rows of this moment already in a temporary table. */
export type FoundSystemView = {
  readonly kind: 'system';
  readonly schema: string;
  readonly name: string;
  readonly sql: string;
  readonly columns: readonly { readonly name: string; readonly type: SqlType; readonly nullable: boolean }[];
};

export type FoundObject = PhysicalTable | FoundView | FoundSystemView;

/** What a statement's translation needs of the session that runs it. */
export type TranslationContext = {
  /** Names without a database are looked for in this one meanwhile, as in a view's definition. */
  within<T>(database: string, work: () => T): T;
  /** Throws 208. */
  find(name: readonly string[]): FoundObject;
  /** Of `@x`; throws 137. */
  variable(name: string): Variable;
  /** Of `@@x`; null when there is none of that name. */
  global(name: string): Variable | null;
  /** A function of the session's own state, such as SCOPE_IDENTITY(); null when there is none of that name. */
  sessionFunction(name: string): Variable | null;
  /** Makes sure that the functions of a collation are known to SQLite. Throws 448 for an unknown one. */
  useCollation(name: string): void;
  /** Hands a value to the statement; the text is its place. */
  bind(value: StoredValue): string;
  /** A number not yet used in the statement. */
  nextId(): number;
  /** A table hint that asks for a lock was seen. */
  lock(): void;
  /** Who may read: throws 229. */
  mayRead(object: FoundObject): void;
  readonly defaultCollation: string;
};

/** A table's name in SQLite, and its columns': numbers, so that no name of the user's is ever part of a statement. */
export const physicalTable = (table: TableModel): string => `t${table.id}`;
export const physicalColumn = (id: number): string => `c${id}`;
