import { compareDecimals, isDecimal } from '@storefleet/contract/values/money/decimal';
import type { SqlRow } from '../client/sql.ts';
import { quoteIdentifier } from '../identifiers.ts';
import { type ColumnInfo, exactText, selectExpression } from '../mapping/column-types.ts';
import { mapValue, storable } from '../mapping/field-mapping.ts';
import type { MappedColumn, TablePlan } from './catalogue-plan.ts';
import { encodeRowKey } from './row-key.ts';

/** Rows of a plan's table: what is selected, the values as exact text, and what they are mapped to. */

/** Values as exact text, by the plan's columns. */
export type RawRow = readonly (string | null)[];

export type MappedRow = {
  readonly values: ReadonlyMap<string, string | null>;
  /** Sentences; empty for a row that fits its mappings. */
  readonly problems: readonly string[];
};

/** The select list that `rawRow` reads. */
export function selectList(columns: readonly ColumnInfo[]): string {
  return columns.map((column, at) => `${selectExpression(column)} AS [${nameAt(at)}]`).join(', ');
}

/** Cached, as every value read needs its column's name. */
const names: string[] = [];

function nameAt(at: number): string {
  names[at] ??= `c${at}`;
  return names[at];
}

export function rawRow(row: SqlRow, columns: readonly ColumnInfo[]): RawRow {
  return columns.map((column, at) => {
    const value = row[nameAt(at)] ?? null;
    return value === null ? null : exactText(String(value), column);
  });
}

export function mapRow(raw: RawRow, fields: readonly MappedColumn[]): MappedRow {
  const values = new Map<string, string | null>();
  const problems: string[] = [];
  for (const { mapping, at } of fields) {
    const mapped = mapValue(raw[at] ?? null, mapping);
    if (mapped.ok) values.set(mapping.target_field, mapped.value);
    else problems.push(mapped.problem);
  }
  return { values, problems };
}

/** The row's primary key, part by part; empty for a table without one. */
export function keyOf(raw: RawRow, plan: TablePlan): string[] {
  return plan.key.map((at) => raw[at] ?? '');
}

export function rowKeyOf(raw: RawRow, plan: TablePlan): string {
  return encodeRowKey(keyOf(raw, plan));
}

/** Identifies the row in the table for a person: `ProductID = 17`. */
export function nameOfRow(raw: RawRow, plan: TablePlan): string {
  const named = plan.key.length > 0 || plan.productId === null ? plan.key : [plan.productId.at];
  return storable(named.map((at) => `${plan.columns[at]?.name} = ${raw[at] ?? 'NULL'}`).join(', '));
}

export function bracketed(column: ColumnInfo): string {
  return quoteIdentifier(column.name);
}

/** The order of a product's rows: by primary key, or by all columns read if there is none. */
export function compareRows(plan: TablePlan): (a: RawRow, b: RawRow) => number {
  const places = plan.key.length > 0 ? plan.key : plan.columns.map((_, at) => at);
  return (a, b) => {
    for (const at of places) {
      const order = compareTexts(a[at] ?? null, b[at] ?? null);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Numbers by value, and before all other texts. */
function compareTexts(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  const isNumber = isDecimal(a);
  if (isNumber !== isDecimal(b)) return isNumber ? -1 : 1;
  const order = isNumber ? compareDecimals(a, b) : 0;
  if (order !== 0) return order;
  return a < b ? -1 : 1;
}
