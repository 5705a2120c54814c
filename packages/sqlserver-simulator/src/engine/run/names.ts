import type { DatabaseModel, TableModel } from '../../catalogue/model.ts';
import { findDatabase, sameName } from '../../catalogue/names.ts';
import { systemView } from '../../catalogue/system-views.ts';
import { SqlServerError } from '../engine.ts';
import { invalidObject } from '../errors.ts';
import { type FoundObject, physicalTable } from '../translate/context.ts';
import type { SessionState } from './session-state.ts';

export type QualifiedName = {
  readonly database: DatabaseModel;
  readonly schema: string;
  readonly name: string;
};

/** `a.b.c` from its parts: the session's database and `dbo` where there are none. */
export function qualify(
  parts: readonly string[],
  state: SessionState,
  home: string = state.database,
): QualifiedName {
  const [name = '', schema = '', database = '', server = ''] = [...parts].reverse();
  if (server !== '' && !sameName(server, state.server.serverName)) throw unknownServer(server);
  const model = findDatabase(state.transaction.schema.catalogue, database === '' ? home : database);
  if (model === null) throw invalidObject(parts.join('.'));
  return { database: model, schema: schema === '' ? 'dbo' : schema, name };
}

const unknownServer = (server: string): SqlServerError =>
  new SqlServerError({
    number: 7202,
    class: 11,
    state: 2,
    message: `Could not find server '${server}' in sys.servers. Verify that the correct server name was specified. If necessary, execute the stored procedure sp_addlinkedserver to add the server to sys.servers.`,
  });

export const isTemporary = (name: string): boolean => name.startsWith('#');

/** The table, view or system view of that name. Throws 208. */
export function findObject(
  parts: readonly string[],
  state: SessionState,
  home: string = state.database,
): FoundObject {
  const { database, schema, name } = qualify(parts, state, home);
  const found = findTable(parts, state, home);
  if (found !== null)
    return { kind: 'table', table: found.table, database: found.database, sql: physicalTable(found.table) };
  const view = database.views.find(
    (candidate) => sameName(candidate.name, name) && sameName(candidate.schema, schema),
  );
  if (view !== undefined) return { kind: 'view', view, database };
  const system = parts.length > 1 ? systemView(schema, name) : null;
  if (system === null) throw invalidObject(parts.join('.'));
  return { kind: 'system', schema, name, sql: '', columns: system.columns };
}

export function findTable(
  parts: readonly string[],
  state: SessionState,
  home: string = state.database,
): { readonly table: TableModel; readonly database: DatabaseModel } | null {
  const { database, schema, name } = qualify(parts, state, home);
  const tables = isTemporary(name) ? state.transaction.schema.temporary : database.tables;
  const table = tables.find(
    (candidate) =>
      sameName(candidate.name, name) && (isTemporary(name) || sameName(candidate.schema, schema)),
  );
  return table === undefined ? null : { table, database };
}

export const fullName = (
  database: string,
  table: { readonly schema: string; readonly name: string },
): string => `${database}.${table.schema}.${table.name}`;
