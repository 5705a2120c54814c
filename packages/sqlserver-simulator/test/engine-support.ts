import { createEngine, type SimulatedEngine } from '../src/engine/create-engine.ts';
import {
  type EngineSession,
  type ResultColumn,
  type SqlParameter,
  SqlServerError,
  type SqlValue,
} from '../src/engine/engine.ts';
import { parseType } from '../src/types/type-names.ts';

export const OWNER = { user: 'owner', password: 'Geheim-1' };
export const READER = { user: 'reader', password: 'Lesen-1' };

export function testEngine(): SimulatedEngine {
  return createEngine({ logins: [OWNER, { ...READER, readOnly: true }], databases: ['Shop', 'Archive'] });
}

export type Answer = {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** Of all statements that tell one. */
  readonly counts: readonly number[];
  readonly messages: readonly string[];
  readonly error: SqlServerError | null;
};

/** `{ '@id int': 5 }` */
export type Values = Readonly<Record<string, SqlValue>>;

export function parametersOf(values: Values): SqlParameter[] {
  return Object.entries(values).map(([declared, value]) => {
    const [name = '', ...type] = declared.split(' ');
    return { name, type: parseType(type.join(' ')), value };
  });
}

/** A batch's whole answer; the columns and rows are those of its last result. */
export async function ask(
  session: EngineSession,
  batch: string,
  values: Values = {},
  signal = new AbortController().signal,
): Promise<Answer> {
  let columns: readonly ResultColumn[] = [];
  let rows: (readonly SqlValue[])[] = [];
  const counts: number[] = [];
  const messages: string[] = [];
  let error: SqlServerError | null = null;
  try {
    for await (const event of session.execute(batch, parametersOf(values), signal)) {
      if (event.kind === 'columns') {
        columns = event.columns;
        rows = [];
      }
      if (event.kind === 'row') rows.push(event.values);
      if (event.kind === 'info') messages.push(event.message);
      if (event.kind === 'done' && event.rowCount !== null) counts.push(event.rowCount);
    }
  } catch (thrown) {
    if (!(thrown instanceof SqlServerError)) throw thrown;
    error = thrown;
  }
  return { columns, rows, counts, messages, error };
}

/** The rows of a batch that must not fail. */
export async function rowsOf(
  session: EngineSession,
  batch: string,
  values: Values = {},
): Promise<readonly (readonly SqlValue[])[]> {
  const { rows, error } = await ask(session, batch, values);
  if (error !== null) throw error;
  return rows;
}

/** The first column of the rows. */
export async function listOf(
  session: EngineSession,
  batch: string,
  values: Values = {},
): Promise<SqlValue[]> {
  return (await rowsOf(session, batch, values)).map((row) => row[0] ?? null);
}

export async function failureOf(
  session: EngineSession,
  batch: string,
  values: Values = {},
): Promise<number | null> {
  return (await ask(session, batch, values)).error?.number ?? null;
}
