import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { findDatabase } from '../../catalogue/names.ts';
import { convertStored } from '../../types/convert.ts';
import { parseBatch } from '../batch/parse-batch.ts';
import type { Statement } from '../batch/statements.ts';
import { type ResultEvent, SqlServerError } from '../engine.ts';
import { invalidObject } from '../errors.ts';
import { runChange } from './changes.ts';
import { findTable } from './names.ts';
import { execute } from './procedures.ts';
import { raise, throwStatement } from './raise.ts';
import { BatchAborted, type BatchRun, type Flow, runStatements } from './run-batch.ts';
import { assignVariable, evaluate, holds, runQuery } from './run-query.ts';
import { runSchema } from './schema.ts';
import { databaseMissing } from './schema-tables.ts';
import { setOption } from './set-option.ts';

/** After so many rounds of WHILE others are served. */
const ROUNDS_AT_A_TIME = 100;

export async function* runStatement(
  statement: Statement,
  run: BatchRun,
): AsyncGenerator<ResultEvent, Flow, void> {
  const { state, variables, signal } = run;
  const { transaction } = state;
  if (state.options.implicitTransactions && transaction.depth === 0 && opensTransaction(statement))
    transaction.begin(null);
  switch (statement.kind) {
    case 'query':
      yield* counted(runQuery(statement.query, state, variables, signal), run);
      return 'next';
    case 'insert':
    case 'update':
    case 'delete':
      yield* counted(runChange(statement, state, variables, signal), run);
      return 'next';
    case 'block':
      return yield* runStatements(statement.statements, run);
    case 'if': {
      const chosen = holds(statement.condition, state, variables) ? statement.positive : statement.otherwise;
      return chosen === null ? 'next' : yield* runStatements([chosen], run);
    }
    case 'while':
      return yield* runWhile(statement, run);
    case 'try':
      return yield* runTry(statement, run);
    case 'break':
    case 'continue':
    case 'return':
      return statement.kind;
    case 'declare':
      for (const { name, type, value } of statement.variables) {
        if (variables.has(name))
          throw new SqlServerError({
            number: 134,
            class: 15,
            state: 2,
            message: `The variable name '${name}' has already been declared. Variable names must be unique within a query batch or stored procedure.`,
          });
        const given = value === null ? null : evaluate(value, state, variables);
        const stored =
          given === null ? null : convertStored(given.value, given.type, type, { explicit: false });
        variables.set(name, { type, value: stored });
      }
      return 'next';
    case 'assign': {
      if (!variables.has(statement.variable))
        evaluate({ Identifier: { value: statement.variable } }, state, variables);
      const { value, type } = evaluate(statement.value, state, variables);
      assignVariable(variables, statement.variable, value, type);
      state.rowCount = 1;
      return 'next';
    }
    case 'option':
      for (const name of statement.names) setOption(name, statement.value, state, variables);
      return 'next';
    case 'isolation':
      transaction.isolation = statement.level;
      return 'next';
    case 'identity insert': {
      const found = findTable(statement.table, state);
      if (found === null) throw invalidObject(statement.table.join('.'));
      state.options.identityInsert = statement.on ? found.table.id : null;
      return 'next';
    }
    case 'begin transaction':
      transaction.begin(statement.name);
      return 'next';
    case 'commit':
      transaction.commit();
      return 'next';
    case 'rollback':
      transaction.rollback(statement.name);
      return 'next';
    case 'save':
      transaction.save(statement.name);
      return 'next';
    case 'use': {
      const found = findDatabase(transaction.schema.catalogue, statement.database);
      if (found === null) throw databaseMissing(statement.database);
      mayEnter(found.name, run);
      state.database = found.name;
      yield { kind: 'database', name: found.name };
      return 'next';
    }
    case 'print': {
      const { value, type } = evaluate(statement.message, state, variables);
      const text = convertStored(value, type, { name: 'nvarchar', length: 4000 }, { explicit: false });
      yield { kind: 'info', number: 0, message: text === null || text === '' ? ' ' : String(text) };
      return 'next';
    }
    case 'raiserror':
      yield* raise(statement, run);
      return 'next';
    case 'throw':
      throw throwStatement(statement, run);
    case 'wait':
      await delay(statement.delay, run);
      return 'next';
    case 'execute text':
    case 'execute':
      return yield* execute(statement, run, parseBatch);
    default:
      await runSchema(statement, state, signal);
      yield { kind: 'done', rowCount: null };
      return 'next';
  }
}

const opensTransaction = ({ kind }: Statement): boolean =>
  ['query', 'insert', 'update', 'delete', 'create table', 'drop', 'truncate'].includes(kind);

function mayEnter(database: string, { state }: BatchRun): void {
  const { databases, user } = state.account;
  if (databases === null || databases.some((name) => name.toLowerCase() === database.toLowerCase())) return;
  throw new SqlServerError({
    number: 916,
    class: 14,
    message: `The server principal "${user}" is not able to access the database "${database}" under the current security context.`,
  });
}

/** SET NOCOUNT ON keeps the counts of rows back. */
async function* counted(
  events: AsyncGenerator<ResultEvent, void, void>,
  { state }: BatchRun,
): AsyncGenerator<ResultEvent, void, void> {
  for await (const event of events)
    yield event.kind === 'done' && state.options.noCount ? { kind: 'done', rowCount: null } : event;
}

async function* runWhile(
  { condition, body }: Extract<Statement, { kind: 'while' }>,
  run: BatchRun,
): AsyncGenerator<ResultEvent, Flow, void> {
  for (let round = 1; holds(condition, run.state, run.variables); round += 1) {
    const flow = yield* runStatements([body], run);
    if (flow === 'break') return 'next';
    if (flow === 'return') return flow;
    if (round % ROUNDS_AT_A_TIME === 0) await setImmediate();
    run.signal.throwIfAborted();
  }
  return 'next';
}

async function* runTry(
  { body, handler }: Extract<Statement, { kind: 'try' }>,
  run: BatchRun,
): AsyncGenerator<ResultEvent, Flow, void> {
  run.tries += 1;
  let caught: SqlServerError;
  try {
    return yield* runStatements(body, run);
  } catch (error) {
    if (!(error instanceof BatchAborted) || error.cause.class >= 20) throw error;
    caught = error.cause;
  } finally {
    run.tries -= 1;
  }
  const before = run.state.caught;
  run.state.caught = caught;
  try {
    return yield* runStatements(handler, run);
  } finally {
    run.state.caught = before;
  }
}

async function delay(node: Extract<Statement, { kind: 'wait' }>['delay'], run: BatchRun): Promise<void> {
  const { value } = evaluate(node, run.state, run.variables);
  const match = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{1,2})(?:\.(\d{1,7}))?$/.exec(String(value));
  if (match === null)
    throw new SqlServerError({
      number: 148,
      class: 15,
      message: `Incorrect time syntax in time string '${String(value)}' used with WAITFOR.`,
    });
  const [, first, second = '0', third = '0', fraction = '0'] = match;
  // With two parts they are hours and minutes.
  const [hours, minutes, seconds] = first === undefined ? [second, third, '0'] : [first, second, third];
  const milliseconds =
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`)) * 1000;
  try {
    await wait(milliseconds, undefined, { signal: run.signal });
  } catch (error) {
    run.signal.throwIfAborted();
    throw error;
  }
}
