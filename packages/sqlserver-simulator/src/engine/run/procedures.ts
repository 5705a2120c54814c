import { parseObjectName, sameName } from '../../catalogue/names.ts';
import { convertStored } from '../../types/convert.ts';
import type { ExecuteStatement, Statement } from '../batch/statements.ts';
import type { ResultEvent } from '../engine.ts';
import { SqlServerError } from '../engine.ts';
import { mayChangeSchema } from './accounts.ts';
import { findTable } from './names.ts';
import { type BatchRun, type Flow, runStatements } from './run-batch.ts';
import { evaluate } from './run-query.ts';
import { mustBeNew, putTable } from './schema-tables.ts';
import type { Variables } from './session-state.ts';
import { columnOf } from './target-table.ts';

type Parse = (batch: string) => Statement[];
type ExecuteText = Extract<Statement, { kind: 'execute text' }>;

/** EXEC of a text, or of one of the few procedures that are here. Throws 2812 for others. */
export async function* execute(
  statement: ExecuteStatement | ExecuteText,
  run: BatchRun,
  parse: Parse,
): AsyncGenerator<ResultEvent, Flow, void> {
  if (statement.kind === 'execute text') {
    const { value, type } = evaluate(statement.text, run.state, run.variables);
    const text = convertStored(value, type, { name: 'nvarchar', length: 'max' }, { explicit: false });
    yield* nested(String(text ?? ''), new Map(), run, parse);
    return 'next';
  }
  const name = (statement.procedure.at(-1) ?? '').toLowerCase();
  if (name === 'sp_executesql') {
    yield* executeSql(statement, run, parse);
    return 'next';
  }
  if (name !== 'sp_rename')
    throw new SqlServerError({
      number: 2812,
      state: 62,
      message: `Could not find stored procedure '${statement.procedure.join('.')}'.`,
    });
  const texts = argumentTexts(statement, run);
  mayChangeSchema(run.state.account, 'ALTER TABLE', run.state.database);
  await run.state.transaction.startWriting(run.state.options.lockTimeout, run.signal);
  rename(texts, run);
  yield {
    kind: 'info',
    number: 15_477,
    message: 'Caution: Changing any part of an object name could break scripts and stored procedures.',
  };
  return 'next';
}

async function* nested(
  text: string,
  variables: Variables,
  run: BatchRun,
  parse: Parse,
): AsyncGenerator<ResultEvent, void, void> {
  const inner: BatchRun = { ...run, variables, survived: null };
  yield* runStatements(parse(text), inner);
  run.survived ??= inner.survived;
}

/** `EXEC sp_executesql N'…', N'@a int', @a = 1` */
async function* executeSql(
  statement: ExecuteStatement,
  run: BatchRun,
  parse: Parse,
): AsyncGenerator<ResultEvent, void, void> {
  const [text, declared] = argumentTexts({ ...statement, parameters: statement.parameters.slice(0, 2) }, run);
  const variables: Variables = new Map();
  const [declaration] = declared === undefined || declared.trim() === '' ? [] : parse(`DECLARE ${declared}`);
  const names = declaration?.kind === 'declare' ? declaration.variables : [];
  const given = statement.parameters.slice(2);
  for (const [index, { name, type }] of names.entries()) {
    const parameter =
      given.find((candidate) => candidate.name === name) ?? given.filter((own) => own.name === null)[index];
    if (parameter === undefined)
      throw new SqlServerError({
        number: 8178,
        message: `The parameterized query '${text ?? ''}' expects the parameter '${name}', which was not supplied.`,
      });
    const { value, type: from } = evaluate(parameter.value, run.state, run.variables);
    variables.set(name, { type, value: convertStored(value, from, type, { explicit: false }) });
  }
  yield* nested(text ?? '', variables, run, parse);
}

function argumentTexts({ parameters }: ExecuteStatement, { state, variables }: BatchRun): string[] {
  return parameters.map((parameter) => {
    const { value, type } = evaluate(parameter.value, state, variables);
    return String(convertStored(value, type, { name: 'nvarchar', length: 'max' }, { explicit: false }) ?? '');
  });
}

/** `sp_rename 'dbo.t.a', 'b', 'COLUMN'`, or of a table. */
function rename([from = '', to = '', kind = 'OBJECT']: readonly string[], { state }: BatchRun): void {
  state.transaction.change(() => {
    if (kind.toUpperCase() === 'COLUMN') renameColumn(from, to, state);
    else renameTable(from, to, state);
  });
}

const noItem = (kind: string): SqlServerError =>
  new SqlServerError({
    number: 15_248,
    class: 11,
    message: `Either the parameter @objname is ambiguous or the claimed @objtype (${kind}) is wrong.`,
  });

function renameColumn(from: string, to: string, state: BatchRun['state']): void {
  const name = parseObjectName(from);
  const path = name === null ? [] : [name.database, name.schema].filter((part) => part !== null);
  const found = path.length === 0 ? null : findTable(path, state);
  if (
    name === null ||
    found === null ||
    !found.table.columns.some((column) => sameName(column.name, name.name))
  )
    throw noItem('COLUMN');
  const { table, database } = found;
  const old = columnOf(table, name.name);
  if (table.columns.some((column) => column !== old && sameName(column.name, to)))
    throw new SqlServerError({
      number: 15_335,
      class: 11,
      message: `Error: The new name '${to}' is already in use as a COLUMN name and would cause a duplicate that is not permitted.`,
    });
  const renamed = <T extends { readonly name: string }>(parts: readonly T[]): T[] =>
    parts.map((part) => (sameName(part.name, old.name) ? { ...part, name: to } : part));
  const changed = {
    ...table,
    columns: renamed(table.columns),
    primaryKey:
      table.primaryKey === null ? null : { ...table.primaryKey, columns: renamed(table.primaryKey.columns) },
    uniqueKeys: table.uniqueKeys.map((key) => ({ ...key, columns: renamed(key.columns) })),
    indexes: table.indexes.map((index) => ({ ...index, columns: renamed(index.columns) })),
    foreignKeys: table.foreignKeys.map((key) => ({
      ...key,
      columns: key.columns.map((column) => (sameName(column, old.name) ? to : column)),
    })),
  };
  putTable(changed, database, state);
}

function renameTable(from: string, to: string, state: BatchRun['state']): void {
  const name = parseObjectName(from);
  const found = name === null ? null : findTable([name.schema ?? '', name.name], state);
  if (found === null)
    throw new SqlServerError({
      number: 15_225,
      class: 11,
      message: `No item by the name of '${from}' could be found in the current database '${state.database}', given that @itemtype was input as '(null)'.`,
    });
  mustBeNew(to, found.table.schema, found.database, state);
  putTable({ ...found.table, name: to }, found.database, state);
}
