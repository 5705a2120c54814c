import type { DeleteStatement, InsertStatement, Output, UpdateStatement } from '../batch/statements.ts';
import type { ResultColumn, ResultEvent } from '../engine.ts';
import type { StoredValue } from '../storage.ts';
import { physicalColumn } from '../translate/context.ts';
import { tableSource } from '../translate/from.ts';
import { translateItems } from '../translate/projection.ts';
import { Scope } from '../translate/scope.ts';
import { type Changed, planInsert, runInsert } from './insert.ts';
import { storedColumns } from './physical.ts';
import { translated, wireRow } from './run-query.ts';
import type { SessionState, Variables } from './session-state.ts';
import { type StatementContext, statementContext } from './statement-context.ts';
import type { TargetTable } from './target-table.ts';
import { planDelete, planUpdate, runDelete, runUpdate } from './update.ts';

/** INSERT, UPDATE and DELETE: all of the statement or nothing. */
export async function* runChange(
  statement: InsertStatement | UpdateStatement | DeleteStatement,
  state: SessionState,
  variables: Variables,
  signal: AbortSignal,
): AsyncGenerator<ResultEvent, void, void> {
  const { transaction, options } = state;
  const context = statementContext(state, variables);
  try {
    await transaction.startWriting(options.lockTimeout, signal);
    const { target, run } = planChange(statement, state, variables, context);
    const output = statement.output === null ? null : planOutput(statement.output, target, state, variables);
    const { changed, rows } = transaction.change(() => {
      const done = run();
      return { changed: done, rows: output?.rows(done) ?? [] };
    });
    state.rowCount = changed.length;
    if (output !== null) {
      yield { kind: 'columns', columns: output.columns };
      for (const row of rows)
        yield {
          kind: 'row',
          values: wireRow(
            row,
            output.columns.map(({ type }) => type),
          ),
        };
    }
    yield { kind: 'done', rowCount: changed.length };
  } finally {
    transaction.endStatement();
    context.end();
  }
}

function planChange(
  statement: InsertStatement | UpdateStatement | DeleteStatement,
  state: SessionState,
  variables: Variables,
  context: StatementContext,
): { readonly target: TargetTable; readonly run: () => Changed[] } {
  if (statement.kind === 'insert') {
    const plan = planInsert(statement, state, context);
    return { target: plan.target, run: () => runInsert(plan, state, context) };
  }
  if (statement.kind === 'update') {
    const plan = planUpdate(statement, state, context);
    return { target: plan.target, run: () => runUpdate(plan, state, variables, context) };
  }
  const plan = planDelete(statement, state, context);
  return { target: plan.target, run: () => runDelete(plan, state, context) };
}

type OutputPlan = {
  readonly columns: readonly ResultColumn[];
  readonly rows: (changed: readonly Changed[]) => StoredValue[][];
};

/** OUTPUT's items as a SELECT over one changed row, which is handed over as values. */
function planOutput(
  { items }: Output,
  target: TargetTable,
  state: SessionState,
  variables: Variables,
): OutputPlan {
  const { table, database } = target;
  const context = statementContext(state, variables);
  const columns = storedColumns(table);
  const { translator, values } = context;
  const sides = (['inserted', 'deleted'] as const).map((side) => {
    const places = columns.map(
      (column) => `${translator.context.bind(null)} AS ${physicalColumn(column.id)}`,
    );
    return { side, sql: `(SELECT ${places.length === 0 ? '1' : places.join(',')}) AS ${side}` };
  });
  const selected = translated(() => {
    const scope = new Scope(null);
    const found = { kind: 'table', table, database, sql: '' } as const;
    for (const { side } of sides)
      scope.add(tableSource(found, { name: side, schema: null, shown: side }, side, translator));
    return translateItems(items, scope, translator);
  });
  const sql = `SELECT ${selected.map((item) => item.sql).join(',')} FROM ${sides.map((side) => side.sql).join(', ')}`;
  const rest = values.slice(columns.length * 2);
  return {
    columns: selected.map(({ name, type, nullable }) => ({ name, type, nullable })),
    rows: (changed) =>
      changed.flatMap(({ inserted, deleted }) => {
        const own = [inserted, deleted].flatMap((row) =>
          columns.map((column) => row?.get(column.id) ?? null),
        );
        return state.connection.all(sql, [...own, ...rest]);
      }),
  };
}
