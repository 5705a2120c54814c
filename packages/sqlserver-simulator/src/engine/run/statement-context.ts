import { systemView } from '../../catalogue/system-views.ts';
import { invalidObject, undeclared } from '../errors.ts';
import type { StoredValue } from '../storage.ts';
import type { FoundObject, TranslationContext, Variable } from '../translate/context.ts';
import { createTranslator } from '../translate/translate.ts';
import type { Translator } from '../translate/translator.ts';
import { mustBeAllowed } from './accounts.ts';
import { globalVariable, sessionFunction } from './globals.ts';
import { findObject, qualify } from './names.ts';
import type { SessionState, Variables } from './session-state.ts';

/** One statement's translation: the values it is given, what it locks, and the system's views that it reads. */
export type StatementContext = {
  readonly translator: Translator;
  readonly values: StoredValue[];
  readonly locks: boolean;
  /** Drops what was made for the statement alone. */
  end(): void;
};

/** Numbers for temporary tables, which two statements of a session may have at once. */
let systemTables = 0;

export function statementContext(state: SessionState, variables: Variables): StatementContext {
  const values: StoredValue[] = [];
  const temporary: string[] = [];
  let ids = 0;
  let locks = false;
  const { connection } = state;
  const collation = defaultCollation(state);
  connection.useCollation(collation);

  let database = state.database;

  const context: TranslationContext = {
    within: (name, work) => {
      const before = database;
      database = name;
      try {
        return work();
      } finally {
        database = before;
      }
    },
    find: (name): FoundObject => {
      const found = findObject(name, state, database);
      if (found.kind === 'table')
        for (const { collation } of found.table.columns)
          if (collation !== null) connection.useCollation(collation);
      if (found.kind !== 'system') return found;
      systemTables += 1;
      const sql = `temp.sys_${systemTables}`;
      fillSystemView(sql, found.schema, found.name, qualify(name, state, database).database.name, state);
      temporary.push(sql);
      return { ...found, sql };
    },
    variable: (name): Variable => {
      const found = variables.get(name.toLowerCase());
      if (found === undefined) throw undeclared(name);
      return found;
    },
    global: (name) => globalVariable(name, state),
    sessionFunction: (name) => sessionFunction(name, state),
    useCollation: (name) => connection.useCollation(name),
    bind: (value) => {
      values.push(value);
      return `?${values.length}`;
    },
    nextId: () => {
      ids += 1;
      return ids;
    },
    lock: () => {
      locks = true;
    },
    mayRead: (found) => {
      if (found.kind === 'system') return;
      mustBeAllowed(
        state.account,
        'SELECT',
        found.kind === 'table' ? found.table : found.view,
        found.database.name,
      );
    },
    defaultCollation: collation,
  };
  return {
    translator: createTranslator(context),
    values,
    get locks() {
      return locks;
    },
    end: () => {
      if (connection.isOpen) for (const table of temporary) connection.exec(`DROP TABLE ${table}`);
      temporary.length = 0;
    },
  };
}

export function defaultCollation(state: SessionState): string {
  return qualify(['x'], state).database.collation;
}

/** The rows of a system view as they are now, in a temporary table. */
function fillSystemView(
  table: string,
  schema: string,
  name: string,
  database: string,
  state: SessionState,
): void {
  const view = systemView(schema, name);
  if (view === null) throw invalidObject(`${schema}.${name}`);
  const { connection, transaction } = state;
  const columns = view.columns.map((_, index) => `c${index}`);
  connection.exec(`CREATE TEMP TABLE ${table.replace('temp.', '')} (${columns.join(',')})`);
  const rows = view.rows({
    catalogue: transaction.schema.catalogue,
    database,
    rowCount: (id) => Number(connection.first(`SELECT count(*) FROM t${id}`)?.[0] ?? 0),
  });
  const insert = `INSERT INTO ${table} VALUES (${columns.map((_, index) => `?${index + 1}`).join(',')})`;
  for (const row of rows) connection.run(insert, row);
}
