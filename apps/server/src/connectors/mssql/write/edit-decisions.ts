import { labelOf } from '@storefleet/contract/attributes/attributes';
import { attributesOf } from '@storefleet/contract/values/attribute-value';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { EditOutcome, SourceEdit } from '../../editing.ts';
import { describeType } from '../mapping/column-types.ts';
import { quote } from '../mapping/field-mapping.ts';
import { keyOf, nameOfRow, type RawRow, rowKeyOf } from '../read/row-reader.ts';
import { type ColumnInput, type PreparedEdit, wordsFor, YES_AND_NO } from './edit-inputs.ts';
import type { ColumnChange } from './edit-statements.ts';
import { type EditPlan, sameValue, valueIn, valuesOf } from './edit-values.ts';
import type { KeyedChange } from './set-statements.ts';

/** Decides what an edit changes in the rows found for it, and its outcome from what they hold afterwards. */

type RowChange = KeyedChange & { readonly row: RawRow; readonly inputs: readonly ColumnInput[] };

/** An edit that may be made, with the changes to its rows; none if all hold the new value already. */
export type Decided = PreparedEdit & {
  readonly rows: readonly RawRow[];
  readonly changes: readonly RowChange[];
};

export function decide(
  prepared: PreparedEdit,
  rows: readonly RawRow[],
  plan: EditPlan,
): Decided | { readonly outcome: EditOutcome } {
  const { edit, inputs } = prepared;
  if (rows.length === 0) return { outcome: { key: edit.key, kind: 'missing' } };
  const attributes = attributesOf(edit.values);
  const current = valuesOf(rows, attributes, plan);
  const moved = attributes.some((attribute) => {
    const expected = edit.expected[attribute];
    return expected !== undefined && !sameValue(attribute, current[attribute] ?? null, expected);
  });
  if (moved) return { outcome: { key: edit.key, kind: 'conflict', current } };
  const disagreeing = inputs.find((input) => disagree(rows, input));
  if (disagreeing !== undefined) return { outcome: refused(edit, disagreement(rows, disagreeing)) };
  const changes = rows.flatMap((row) => {
    const changing = inputs.filter((input) => isChanged(row, rows, input));
    if (changing.length === 0) return [];
    return [{ row, inputs: changing, key: keyOf(row, plan), changes: changesOf(row, changing) }];
  });
  return { ...prepared, rows, changes };
}

/** A row of the table after a statement changed it. */
export type After = { readonly raw: RawRow; readonly isInStore: boolean };

/** `after`: the changed rows, by key. */
export function applied(
  { edit, rows, changes }: Decided,
  after: ReadonlyMap<string, After>,
  plan: EditPlan,
): EditOutcome {
  const values = valuesOf(
    rows.map((row) => after.get(rowKeyOf(row, plan))?.raw ?? row),
    attributesOf(edit.values),
    plan,
  );
  const leftStore = changes.some(({ row }) => after.get(rowKeyOf(row, plan))?.isInStore === false);
  return { key: edit.key, kind: 'applied', values, ...(leftStore && { leftStore }) };
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
    `The ${formatQuantity(rows.length, 'row')} of this product do not agree on its ${labelOf(attribute).toLowerCase()}: ${shown}${values.length > 3 ? ', …' : ''}. ` +
    'Make them equal in the table before it is changed from here.'
  );
}

/** Changes the rows that hold another value of the product; if none holds one, all rows. */
function isChanged(
  row: RawRow,
  rows: readonly RawRow[],
  { attribute, field, arriving }: ColumnInput,
): boolean {
  const held = valueIn(row, field);
  if (sameValue(attribute, held, arriving)) return false;
  return held !== null || rows.every((other) => valueIn(other, field) === null);
}

/** One change per column, even if several attributes are read from it. */
function changesOf(row: RawRow, inputs: readonly ColumnInput[]): ColumnChange[] {
  const byColumn = new Map(
    inputs.map((input) => {
      const { column, child, at } = input.field;
      const from = row[at] ?? null;
      return [at, { column, child, from, to: spelledLike(from, input) }];
    }),
  );
  return [...byColumn.values()];
}

/** A choice in the words and the case of the one that it replaces, which other programs go by. */
function spelledLike(held: string | null, { attribute, field, raw, arriving }: ColumnInput): string | null {
  if (raw === null || held === null) return raw;
  const old = held.trim();
  const pair = YES_AND_NO.find((words) => words.includes(old.toLowerCase())) ?? [];
  const [word] = wordsFor(attribute, field, arriving, [...pair, raw]);
  if (word === undefined || old === old.toLowerCase()) return word ?? raw;
  return old === old.toUpperCase() ? word.toUpperCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** Why the row does not hold what was wanted; null if it does. */
export function refusalOfAnswer(
  { row, inputs, changes }: RowChange,
  after: RawRow | null,
  changed: number,
  plan: EditPlan,
): string | null {
  const absent = changes.find(({ child, from }) => child !== undefined && from === null);
  if (changed === 0 && absent?.child) {
    const { name, list, listValue } = absent.child;
    return `There is no row with ${quote(listValue)} in the column “${list.name}” of ${name} for ${nameOfRow(row, plan)}: add it there first. Nothing was changed.`;
  }
  if (after === null || changed !== 1) {
    return `The row ${nameOfRow(row, plan)} did not take the change: SQL Server changed ${formatQuantity(changed, 'row')} instead of one. Nothing was changed.`;
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

export function refused({ key }: SourceEdit, message: string): EditOutcome {
  return { key, kind: 'refused', message };
}
