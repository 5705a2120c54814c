import type { EditOutcome, SourceEdit } from '../../editing.ts';
import { SourceError } from '../../source-error.ts';
import type { SqlTransaction } from '../client/sql.ts';
import { type RawRow, rawRow, rowKeyOf } from '../read/row-reader.ts';
import { type After, applied, type Decided, decide, refusalOfAnswer, refused } from './edit-decisions.ts';
import type { PreparedEdit } from './edit-inputs.ts';
import { readTargets } from './edit-reading.ts';
import { undoTo, updateRow } from './edit-statements.ts';
import type { EditPlan } from './edit-values.ts';
import { byTable, shapeOf, updateSet } from './set-statements.ts';

/**
 * Edits in one transaction: locks their rows and compares them with what the edits are based on, sends the
 * edits after savepoints, in sets if possible, and reads what the rows hold then before committing. A set
 * that fails is rolled back and halved, down to the refused edit alone.
 */

/** SQL Server ended the whole transaction because of one edit, or of some edit in a set. */
export class EndedTransaction extends Error {
  override readonly name = 'EndedTransaction';
  /** Null if it may be any. */
  readonly refused: Refused | null;

  constructor(refused: Refused | null) {
    super('SQL Server ended the transaction.');
    this.refused = refused;
  }
}

type Refused = { readonly edit: SourceEdit; readonly message: string };

export function isRefusal(error: unknown): error is SourceError {
  return (
    error instanceof SourceError &&
    !error.retryable &&
    !error.mayHaveRun &&
    (error.kind === 'rejected' || error.kind === 'protocol')
  );
}

/** SQL Server locks the whole table from a few thousand rows on. */
const EDITS_PER_SET = 500;

type Open = PreparedEdit & { readonly rows: readonly RawRow[] };

type Writing = {
  readonly tx: SqlTransaction;
  readonly plan: EditPlan;
  /** Rows as the previous edits left them, by key. */
  readonly latest: Map<string, RawRow>;
  savepoints: number;
};

export async function writeEdits(
  tx: SqlTransaction,
  edits: readonly PreparedEdit[],
  plan: EditPlan,
): Promise<EditOutcome[]> {
  const targets = edits.map(({ edit }) => edit);
  const found = await readTargets(plan, targets, (sql, params) => tx.query(sql, params), { lock: true });
  let open = edits.map((prepared, index): Open => {
    const rows = (found[index] ?? []).filter(({ isInStore }) => isInStore || prepared.edit.alsoOutside);
    return { ...prepared, rows: rows.map(({ raw }) => raw) };
  });
  const writing: Writing = { tx, plan, latest: new Map(), savepoints: 0 };
  const outcomes = new Map<string, EditOutcome>();
  while (open.length > 0) {
    const { now, later } = plan.inSets
      ? withoutCommonRows(open, plan)
      : { now: open.slice(0, 1), later: open.slice(1) };
    for (const outcome of await writeApart(writing, now)) outcomes.set(outcome.key, outcome);
    open = later;
  }
  return edits.flatMap(({ edit }) => outcomes.get(edit.key) ?? []);
}

/** The first edit of each row goes now; later ones must see its result. */
function withoutCommonRows(edits: readonly Open[], plan: EditPlan): { now: Open[]; later: Open[] } {
  const taken = new Set<string>();
  const now: Open[] = [];
  const later: Open[] = [];
  for (const edit of edits) {
    const keys = edit.rows.map((row) => rowKeyOf(row, plan));
    const isFree = now.length < EDITS_PER_SET && keys.every((key) => !taken.has(key));
    for (const key of keys) taken.add(key);
    (isFree ? now : later).push(edit);
  }
  return { now, later };
}

/** Writes edits that share no row. */
async function writeApart(writing: Writing, edits: readonly Open[]): Promise<EditOutcome[]> {
  const { plan, latest } = writing;
  const outcomes: EditOutcome[] = [];
  const changing: Decided[] = [];
  for (const edit of edits) {
    const rows = edit.rows.map((row) => latest.get(rowKeyOf(row, plan)) ?? row);
    const decided = decide(edit, rows, plan);
    if ('outcome' in decided) outcomes.push(decided.outcome);
    else if (decided.changes.length === 0) outcomes.push(applied(decided, new Map(), plan));
    else changing.push(decided);
  }
  outcomes.push(...(await writeSet(writing, changing)));
  return outcomes;
}

async function writeSet(writing: Writing, edits: readonly Decided[]): Promise<EditOutcome[]> {
  const [first, ...others] = edits;
  if (first === undefined) return [];
  if (others.length === 0) return [await writeAlone(writing, first)];
  const { plan } = writing;
  const savepoint = writing.savepoints++;
  const after = new Map<string, After>();
  try {
    await updateSets(writing, edits, savepoint, after);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await takeBack(writing, savepoint, null);
    const half = Math.ceil(edits.length / 2);
    const before = await writeSet(writing, edits.slice(0, half));
    return [...before, ...(await writeSet(writing, edits.slice(half)))];
  }
  const tookAll = ({ changes }: Decided) =>
    changes.every((change) => {
      const { raw = null } = after.get(rowKeyOf(change.row, plan)) ?? {};
      return refusalOfAnswer(change, raw, raw === null ? 0 : 1, plan) === null;
    });
  const { true: right = [], false: wrong = [] } = Object.groupBy(edits, (edit) => `${tookAll(edit)}`);
  if (wrong.length === 0) return right.map((edit) => keep(writing, edit, after));
  await takeBack(writing, savepoint, null);
  const outcomes = await writeSet(writing, right);
  for (const edit of wrong) outcomes.push(await writeAlone(writing, edit));
  return outcomes;
}

/** One statement per table and shape of change. A row in several of them is as the last one left it. */
async function updateSets(
  { tx, plan }: Writing,
  edits: readonly Decided[],
  savepoint: number,
  after: Map<string, After>,
): Promise<void> {
  const shapes = Map.groupBy(
    edits.flatMap(({ changes }) => changes.flatMap(byTable)),
    shapeOf,
  );
  let begins: number | null = savepoint;
  for (const changes of shapes.values()) {
    const { sql, params } = updateSet(plan, changes, { begins });
    begins = null;
    for (const row of await tx.query(sql, params)) {
      const raw = rawRow(row, plan.columns);
      after.set(rowKeyOf(raw, plan), { raw, isInStore: Number(row.s) === 1 });
    }
  }
}

async function writeAlone(writing: Writing, edit: Decided): Promise<EditOutcome> {
  const { tx, plan } = writing;
  const savepoint = writing.savepoints++;
  const after = new Map<string, After>();
  try {
    for (const [index, change] of edit.changes.entries()) {
      const begins = index === 0 ? savepoint : null;
      const { sql, params } = updateRow(plan, change.key, change.changes, { begins });
      const [answer] = await tx.query(sql, params);
      const raw = answer === undefined ? null : rawRow(answer, plan.columns);
      const message = refusalOfAnswer(change, raw, Number(answer?.changed ?? 0), plan);
      if (message !== null) throw new SourceError({ kind: 'rejected', message });
      if (raw !== null) after.set(rowKeyOf(raw, plan), { raw, isInStore: Number(answer?.s) === 1 });
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await takeBack(writing, savepoint, { edit: edit.edit, message: error.message });
    return refused(edit.edit, error.message);
  }
  return keep(writing, edit, after);
}

function keep({ plan, latest }: Writing, edit: Decided, after: ReadonlyMap<string, After>): EditOutcome {
  for (const { row } of edit.changes) {
    const key = rowKeyOf(row, plan);
    latest.set(key, after.get(key)?.raw ?? row);
  }
  return applied(edit, after, plan);
}

/** Throws an EndedTransaction if there is no transaction left to roll back. */
async function takeBack({ tx }: Writing, savepoint: number, refused: Refused | null): Promise<void> {
  try {
    await tx.query(undoTo(savepoint), {});
  } catch (error) {
    if (error instanceof SourceError) throw new EndedTransaction(refused);
    throw error;
  }
}
