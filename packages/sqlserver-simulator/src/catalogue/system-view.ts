import type { SqlType, SqlValue } from '../engine/engine.ts';
import type { StoredValue } from '../engine/storage.ts';
import { toStored } from '../types/stored.ts';
import { parseType } from '../types/type-names.ts';
import type { Catalogue, DatabaseModel } from './model.ts';
import { findDatabase } from './names.ts';

export type SystemViewContext = {
  readonly catalogue: Catalogue;
  /** The database whose view is asked. */
  readonly database: string;
  rowCount(objectId: number): number;
};

export type SystemView = {
  readonly columns: readonly { readonly name: string; readonly type: SqlType; readonly nullable: boolean }[];
  rows(context: SystemViewContext): StoredValue[][];
};

/** A row by column; what is left out is NULL. */
export type SystemRow = Readonly<Record<string, SqlValue | undefined>>;

const shorthands: Record<string, string> = { sysname: 'nvarchar(128)', yes_no: 'varchar(3)' };

/**
 * A view from its columns, each `name type` with a question mark behind it where it may be NULL, and the rows that a
 * database gives.
 */
export function systemView(
  columns: string,
  rowsOf: (database: DatabaseModel, context: SystemViewContext) => Iterable<SystemRow>,
): SystemView {
  const declared = columns
    .split(',\n')
    .flatMap((line) => line.split(/,\s+(?=[A-Za-z])/))
    .map((part) => {
      const [name = '', type = ''] = part.trim().split(/\s+/);
      const word = type.replace('?', '');
      return { name, type: parseType(shorthands[word] ?? word), nullable: type.endsWith('?') };
    });
  return {
    columns: declared,
    rows: (context) => {
      const database = findDatabase(context.catalogue, context.database);
      if (database === null) return [];
      return Array.from(rowsOf(database, context), (row) =>
        declared.map(({ name, type }) => toStored(row[name] ?? null, type)),
      );
    },
  };
}

/** A view that lists what this server has none of. */
export function emptyView(columns: string): SystemView {
  return systemView(columns, () => []);
}
