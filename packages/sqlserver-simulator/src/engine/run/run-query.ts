import { setImmediate } from 'node:timers/promises';
import { convertStored } from '../../types/convert.ts';
import { fromStored } from '../../types/stored.ts';
import type { Node } from '../batch/ast.ts';
import type { ResultColumn, ResultEvent, SqlType, SqlValue } from '../engine.ts';
import { SqlServerError } from '../engine.ts';
import type { StoredValue } from '../storage.ts';
import { Scope } from '../translate/scope.ts';
import type { TranslatedSelect } from '../translate/selected.ts';
import { selectInto } from './select-into.ts';
import type { SessionState, Variables } from './session-state.ts';
import { type StatementContext, statementContext } from './statement-context.ts';

/** After so many rows others are served, and a cancelled statement ends. */
const ROWS_AT_A_TIME = 250;

/** A SELECT: its rows for the client, or for variables, or for a new table. */
export async function* runQuery(
  node: Node,
  state: SessionState,
  variables: Variables,
  signal: AbortSignal,
): AsyncGenerator<ResultEvent, void, void> {
  const { transaction, options } = state;
  const context = statementContext(state, variables);
  try {
    const query = translated(() => context.translator.query(node, null, { place: 'top' }));
    if (context.locks || query.into !== null || seesOneState(state))
      await transaction.startWriting(options.lockTimeout, signal);
    if (query.into !== null) {
      state.rowCount = selectInto(query, query.into, context.values, state);
      yield { kind: 'done', rowCount: state.rowCount };
    } else if (query.assigned.length > 0) {
      await assignRows(query, context, state, variables, signal);
      yield { kind: 'done', rowCount: null };
    } else {
      yield* resultRows(query, context, state, signal);
    }
  } finally {
    transaction.endStatement();
    context.end();
  }
}

/** Errors of translation are those of compilation: they end the batch. */
export function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SqlServerError) throw new CompileError(error);
    throw error;
  }
}

export class CompileError extends Error {
  override readonly cause: SqlServerError;

  constructor(cause: SqlServerError) {
    super(cause.message);
    this.cause = cause;
  }
}

/** From repeatable read on, what was read must not change until the transaction's end: others then wait to write. */
function seesOneState({ transaction }: SessionState): boolean {
  return (
    transaction.depth > 0 && ['repeatable read', 'serializable', 'snapshot'].includes(transaction.isolation)
  );
}

/** Rows as SQLite gives them, with a rest for others now and then. */
async function* rowsOf(
  query: TranslatedSelect,
  values: readonly StoredValue[],
  state: SessionState,
  signal: AbortSignal,
): AsyncGenerator<StoredValue[], void, void> {
  const limit = await limitOf(query, values, state);
  let given = 0;
  for (const row of state.connection.rows(query.sql, values)) {
    if (!limit(row, given)) return;
    yield row;
    given += 1;
    if (given % ROWS_AT_A_TIME === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
  }
}

/** SET ROWCOUNT, and TOP … WITH TIES: rows go on as long as they tie with the last one. */
async function limitOf(
  query: TranslatedSelect,
  values: readonly StoredValue[],
  state: SessionState,
): Promise<(row: readonly StoredValue[], given: number) => boolean> {
  const most = state.options.rowCount === 0 ? Number.POSITIVE_INFINITY : state.options.rowCount;
  const { ties } = query;
  if (ties === null) return (_row, given) => given < most;
  const count = Number(state.connection.first(`SELECT ${ties.count}`, values)?.[0] ?? 0);
  let last: readonly StoredValue[] = [];
  return (row, given) => {
    if (given >= most || count === 0) return false;
    const keys = row.slice(row.length - ties.keys);
    if (given < count) {
      last = keys;
      return true;
    }
    return keys.every((key, index) => isSame(key, last[index] ?? null));
  };
}

function isSame(a: StoredValue, b: StoredValue): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  return a === b;
}

async function* resultRows(
  query: TranslatedSelect,
  context: StatementContext,
  state: SessionState,
  signal: AbortSignal,
): AsyncGenerator<ResultEvent, void, void> {
  const columns: ResultColumn[] = query.columns.map(({ name, type, nullable }) => ({ name, type, nullable }));
  const types = columns.map((column) => column.type);
  yield { kind: 'columns', columns };
  let count = 0;
  for await (const row of rowsOf(query, context.values, state, signal)) {
    count += 1;
    yield { kind: 'row', values: wireRow(row, types) };
  }
  state.rowCount = count;
  yield { kind: 'done', rowCount: count };
}

export function wireRow(row: readonly StoredValue[], types: readonly SqlType[]): SqlValue[] {
  return types.map((type, index) => fromStored(row[index] ?? null, type));
}

/** `SELECT @a = …`: the last row stays. */
async function assignRows(
  query: TranslatedSelect,
  context: StatementContext,
  state: SessionState,
  variables: Variables,
  signal: AbortSignal,
): Promise<void> {
  let count = 0;
  for await (const row of rowsOf(query, context.values, state, signal)) {
    count += 1;
    for (const [index, name] of query.assigned.entries()) {
      const column = query.columns[index];
      if (column !== undefined) assignVariable(variables, name, row[index] ?? null, column.type);
    }
  }
  state.rowCount = count;
}

export function assignVariable(variables: Variables, name: string, value: StoredValue, from: SqlType): void {
  const known = variables.get(name);
  if (known === undefined) return;
  variables.set(name, {
    type: known.type,
    value: convertStored(value, from, known.type, { explicit: false }),
  });
}

/** A value by itself, as SET and PRINT have it. */
export function evaluate(
  node: Node,
  state: SessionState,
  variables: Variables,
): { readonly value: StoredValue; readonly type: SqlType } {
  const context = statementContext(state, variables);
  try {
    const scope = new Scope(null);
    const expression = translated(() => context.translator.scalar(node, scope));
    const row = state.connection.first(`SELECT ${expression.sql}`, context.values);
    return { value: row?.[0] ?? null, type: expression.type };
  } finally {
    context.end();
  }
}

/** Whether a condition holds: unknown is no. */
export function holds(node: Node, state: SessionState, variables: Variables): boolean {
  const context = statementContext(state, variables);
  try {
    const condition = translated(() => context.translator.predicate(node, new Scope(null)));
    return state.connection.first(`SELECT ${condition}`, context.values)?.[0] === 1n;
  } finally {
    context.end();
  }
}
