import { PRODUCT_STATUSES } from '@storefleet/contract/constants';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { describeType, isFloat, isNumber } from '../mapping/column-types.ts';
import { isBlank, mapValue, targetLabel } from '../mapping/field-mapping.ts';
import type { MappedColumn, TablePlan } from '../read/catalogue-plan.ts';
import type { RawRow } from '../read/row-reader.ts';
import { attributeOf, editPlanOf } from '../write/edit-values.ts';

/** What may be a mistake in a mapping, as sentences. */

const WITHOUT_ZONE: ReadonlySet<string> = new Set(['datetime', 'datetime2', 'smalldatetime']);
const CODES: ReadonlySet<string> = new Set(['barcode', 'sku']);
const AMOUNTS: ReadonlySet<string> = new Set(['price', 'cost']);

export function warningsOf(plan: TablePlan, rows: readonly RawRow[]): string[] {
  return [
    ...plan.fields.flatMap((field) => [...ofColumn(field), ...ofRows(field, rows)]),
    ...ofSharedColumns(plan),
    ...ofReadOnly(plan),
  ];
}

function* ofColumn({ mapping, column }: MappedColumn): Generator<string, void, void> {
  const label = targetLabel(mapping.target_field);
  const source = `“${column.name}” (${describeType(column)})`;
  if (CODES.has(mapping.target_field) && isNumber(column)) {
    yield `${label} is read from the number ${source}: zeros at the start of a code are not in the table any more.`;
  }
  if (AMOUNTS.has(mapping.target_field) && isFloat(column)) {
    yield `${label} is read from ${source}, which holds amounts only roughly: 9.95 may be 9.949999999999999 there.`;
  }
  if (WITHOUT_ZONE.has(column.type)) {
    yield `${label} is read from ${source}, which has no time zone: times are shown as they stand in the table.`;
  }
}

function* ofRows({ mapping, at }: MappedColumn, rows: readonly RawRow[]): Generator<string, void, void> {
  const label = targetLabel(mapping.target_field);
  const isId = mapping.target_field === 'shopify_id';
  const mustBeThere = isId || mapping.is_required;
  const empty = rows.filter((raw) => isBlank(raw[at] ?? null)).length;
  if (mustBeThere && isBlank(mapping.default_value) && empty > 0) {
    yield `“${mapping.source_field}” is empty in ${formatQuantity(empty, 'row')} of those shown, and ${label} is required: such rows are skipped.`;
  }
  if (mapping.target_field === 'status') {
    const known: readonly string[] = PRODUCT_STATUSES;
    const values = rows.map((raw) => mapValue(raw[at] ?? null, mapping));
    const other = values.find(
      (mapped) => mapped.ok && mapped.value !== null && !known.includes(mapped.value),
    );
    if (other?.ok) yield `${label} arrives as “${other.value}”, which is none of ${known.join(', ')}.`;
  }
}

function* ofSharedColumns(plan: TablePlan): Generator<string, void, void> {
  if (plan.readOnlyBecause !== null) return;
  const { attributes } = editPlanOf(plan);
  const canBeChanged = (field: MappedColumn) => {
    const attribute = attributeOf(field);
    return attribute !== null && attributes.has(attribute);
  };
  for (const [column, ofColumn] of Map.groupBy(plan.fields, (field) => field.column)) {
    if (ofColumn.length < 2 || !ofColumn.some(canBeChanged)) continue;
    const labels = ofColumn.map(({ mapping }) => targetLabel(mapping.target_field)).join(' and ');
    yield `“${column.name}” is mapped to ${labels}: a change of one changes the other.`;
  }
}

/** What a person would expect to edit but cannot. */
function ofReadOnly(plan: TablePlan): string[] {
  if (plan.readOnlyBecause !== null) return [];
  const { attributes, refusalOf } = editPlanOf(plan);
  return plan.fields.flatMap((field) => {
    const attribute = attributeOf(field);
    return attribute === null || attributes.has(attribute) ? [] : refusalOf(attribute);
  });
}
