import { EDITABLE_ATTRIBUTE_LABELS } from '@storefleet/contract/constants';
import { attributesOf } from '@storefleet/contract/values/attribute-value';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { type Editing, type EditOutcome, type SourceEdit, SourceError } from '../../connector.ts';
import type { SqlServer, SqlTransaction } from '../client/sql.ts';
import { describeType } from '../mapping/column-types.ts';
import { quote } from '../mapping/field-mapping.ts';
import { keyOf, nameOfRow, type RawRow, rawRow, rowKeyOf } from '../read/row-reader.ts';
import { type ColumnInput, type PreparedEdit, prepareEdit } from './edit-inputs.ts';
import { readTargets, type TargetRow } from './edit-reading.ts';
import { type ColumnChange, undoEdit, updateRow } from './edit-statements.ts';
import { type EditPlan, sameValue, valueIn, valuesOf } from './edit-values.ts';

/**
 * Writing to one product in one transaction: its rows are locked and compared with what the edits are based
 * on, each edit is sent behind a savepoint of its own, and what the rows hold then is read before it is
 * committed. An edit that is refused is taken back alone.
 */

/** SQL Server ended the whole transaction because of one edit: the others are sent again without it. */
class EndedTransaction extends Error {
  override readonly name = 'EndedTransaction';
  readonly edit: SourceEdit;
  readonly refusal: SourceError;

  constructor(edit: SourceEdit, refusal: SourceError) {
    super(refusal.message);
    this.edit = edit;
    this.refusal = refusal;
  }
}

/** Milliseconds in all: what one statement may take, and some more for each edit. */
const WRITE_TIMEOUT_MS = 30_000;
const EDIT_TIMEOUT_MS = 250;

export function createProductWriter(plan: EditPlan, server: SqlServer): Editing['writeProduct'] {
  return async (edits, { signal, beforeWrite }) => {
    const outcomes: EditOutcome[] = [];
    let open: PreparedEdit[] = [];
    for (const edit of edits) {
      const prepared = prepareEdit(edit, plan);
      if ('refusal' in prepared) outcomes.push(refused(edit, prepared.refusal));
      else open.push(prepared);
    }
    while (open.length > 0) {
      let reached: readonly EditOutcome[] = [];
      try {
        reached = await server.transaction(
          async (tx) => {
            reached = await writeEdits(tx, open, plan);
            // None of it counts before the COMMIT, which an aborted signal prevents.
            beforeWrite?.();
            return reached;
          },
          { signal, timeoutMs: WRITE_TIMEOUT_MS + open.length * EDIT_TIMEOUT_MS },
        );
        return [...outcomes, ...reached];
      } catch (error) {
        if (error instanceof EndedTransaction) {
          outcomes.push(refused(error.edit, error.refusal.message));
          open = open.filter(({ edit }) => edit !== error.edit);
        } else if (error instanceof SourceError && error.mayHaveRun) {
          return [...outcomes, ...reached.map((outcome) => inDoubt(outcome, error))];
        } else {
          throw error;
        }
      }
    }
    return outcomes;
  };
}

/** Only the edits to be committed are in doubt: the rest is known whatever became of the COMMIT. */
function inDoubt(outcome: EditOutcome, error: SourceError): EditOutcome {
  return outcome.kind === 'applied' ? { key: outcome.key, kind: 'unknown', error } : outcome;
}

async function writeEdits(
  tx: SqlTransaction,
  edits: readonly PreparedEdit[],
  plan: EditPlan,
): Promise<EditOutcome[]> {
  const found = await readTargets(
    plan,
    edits.map(({ edit }) => edit),
    (sql, params) => tx.query(sql, params),
    { lock: true },
  );
  /** Rows as the earlier edits left them, by key. */
  const rows = new Map<string, RawRow>();
  const outcomes: EditOutcome[] = [];
  for (const [index, prepared] of edits.entries()) {
    const held = (found[index] ?? [])
      .filter(({ isInStore }) => isInStore || prepared.edit.alsoOutside)
      .map((row) => latest(row, rows, plan));
    try {
      const { outcome, written } = await writeEdit(tx, { ...prepared, index }, held, plan);
      for (const raw of written) rows.set(rowKeyOf(raw, plan), raw);
      outcomes.push(outcome);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await takeBack(tx, { ...prepared, index }, error);
      outcomes.push(refused(prepared.edit, error.message));
    }
  }
  return outcomes;
}

function latest({ raw }: TargetRow, rows: ReadonlyMap<string, RawRow>, plan: EditPlan): RawRow {
  return rows.get(rowKeyOf(raw, plan)) ?? raw;
}

function isRefusal(error: unknown): error is SourceError {
  return (
    error instanceof SourceError &&
    !error.retryable &&
    !error.mayHaveRun &&
    (error.kind === 'rejected' || error.kind === 'protocol')
  );
}

/** Throws an EndedTransaction where there is nothing left to go back to. */
async function takeBack(
  tx: SqlTransaction,
  { edit, index }: IndexedEdit,
  refusal: SourceError,
): Promise<void> {
  try {
    await tx.query(undoEdit(index), {});
  } catch (error) {
    if (error instanceof SourceError) throw new EndedTransaction(edit, refusal);
    throw error;
  }
}

/** With its index in the transaction. */
type IndexedEdit = PreparedEdit & { readonly index: number };

type Written = { readonly outcome: EditOutcome; readonly written: readonly RawRow[] };

async function writeEdit(
  tx: SqlTransaction,
  indexed: IndexedEdit,
  rows: readonly RawRow[],
  plan: EditPlan,
): Promise<Written> {
  const { edit, inputs } = indexed;
  const none = (outcome: EditOutcome): Written => ({ outcome, written: [] });
  if (rows.length === 0) return none({ key: edit.key, kind: 'missing' });
  const attributes = attributesOf(edit.values);
  const current = valuesOf(rows, attributes, plan);
  const moved = attributes.some((attribute) => {
    const expected = edit.expected[attribute];
    return expected !== undefined && !sameValue(attribute, current[attribute] ?? null, expected);
  });
  if (moved) return none({ key: edit.key, kind: 'conflict', current });
  const disagreeing = inputs.find((input) => disagree(rows, input));
  if (disagreeing !== undefined) return none(refused(edit, disagreement(rows, disagreeing)));

  const written: RawRow[] = [];
  let refusal: string | null = null;
  let leftStore = false;
  let begun = false;
  for (const row of rows) {
    const changing = inputs.filter((input) => isChanged(row, rows, input));
    if (changing.length === 0) continue;
    const statement = updateRow(plan, keyOf(row, plan), changesOf(row, changing), {
      begins: begun ? null : indexed.index,
    });
    begun = true;
    const [answer] = await tx.query(statement.sql, statement.params);
    const after = answer === undefined ? null : rawRow(answer, plan.columns);
    refusal = refusalOfAnswer(after, Number(answer?.changed ?? 0), changing, nameOfRow(row, plan));
    if (refusal !== null || after === null) break;
    leftStore ||= Number(answer?.s) === 0;
    written.push(after);
  }
  if (refusal !== null) {
    await takeBack(tx, indexed, new SourceError({ kind: 'rejected', message: refusal }));
    return none(refused(edit, refusal));
  }
  const now = new Map(written.map((raw) => [rowKeyOf(raw, plan), raw]));
  const values = valuesOf(
    rows.map((row) => now.get(rowKeyOf(row, plan)) ?? row),
    attributes,
    plan,
  );
  return { outcome: { key: edit.key, kind: 'applied', values, ...(leftStore && { leftStore }) }, written };
}

/** Whether a product's rows hold different values; rows without one agree with any. */
function disagree(rows: readonly RawRow[], { attribute, field }: ColumnInput): boolean {
  const values = rows.map((row) => valueIn(row, field)).filter((value) => value !== null);
  return values.some((value) => !sameValue(attribute, value, values[0] ?? null));
}

function disagreement(rows: readonly RawRow[], { attribute, field }: ColumnInput): string {
  const values = [...new Set(rows.map((row) => valueIn(row, field)))].flatMap((value) => value ?? []);
  const shown = values.slice(0, 3).map(quote).join(', ');
  return (
    `The ${formatQuantity(rows.length, 'row')} of this product do not agree on its ${EDITABLE_ATTRIBUTE_LABELS[attribute].toLowerCase()}: ${shown}${values.length > 3 ? ', …' : ''}. ` +
    'Make them equal in the table before it is changed from here.'
  );
}

/** All rows that hold another value of the product; where none holds one, all. */
function isChanged(
  row: RawRow,
  rows: readonly RawRow[],
  { attribute, field, arriving }: ColumnInput,
): boolean {
  const held = valueIn(row, field);
  if (sameValue(attribute, held, arriving)) return false;
  return held !== null || rows.every((other) => valueIn(other, field) === null);
}

/** One change for each column, of which several attributes may be read. */
function changesOf(row: RawRow, inputs: readonly ColumnInput[]): ColumnChange[] {
  const byColumn = new Map(
    inputs.map(({ field, raw }) => [
      field.at,
      { column: field.column, from: row[field.at] ?? null, to: raw },
    ]),
  );
  return [...byColumn.values()];
}

/** Why what the row holds now is not what was wanted; null where it is. */
function refusalOfAnswer(
  after: RawRow | null,
  changed: number,
  inputs: readonly ColumnInput[],
  row: string,
): string | null {
  if (after === null || changed !== 1) {
    return `The row ${row} did not take the change: SQL Server changed ${formatQuantity(changed, 'row')} instead of one. Nothing was changed.`;
  }
  for (const { attribute, field, raw, arriving } of inputs) {
    if (sameValue(attribute, valueIn(after, field), arriving)) continue;
    const holds = after[field.at] ?? null;
    return (
      `The column “${field.column.name}” (${describeType(field.column)}) would hold ${holds === null ? 'nothing' : quote(holds)} ` +
      `instead of ${raw === null ? 'nothing' : quote(raw)}. Nothing was changed.`
    );
  }
  return null;
}

function refused({ key }: SourceEdit, message: string): EditOutcome {
  return { key, kind: 'refused', message };
}
