import { declared, type EditableAttribute, labelOf } from '@storefleet/contract/attributes/attributes';
import { type AttributeValue, attributesOf } from '@storefleet/contract/values/attribute-value';
import type { SourceEdit } from '../../editing.ts';
import { type ColumnInfo, isNumber, problemOfText, textToStore } from '../mapping/column-types.ts';
import { type Mapping, mapValue, quote, unmapValue } from '../mapping/field-mapping.ts';
import type { MappedColumn } from '../read/catalogue-plan.ts';
import type { EditPlan } from './edit-values.ts';

/** Translates an edit into the values of its columns, and refuses invalid ones before anything is sent. */

export type ColumnInput = {
  readonly attribute: EditableAttribute;
  readonly field: MappedColumn;
  readonly raw: string | null;
  /** The value as it will be read back. */
  readonly arriving: AttributeValue;
};

export type PreparedEdit = { readonly edit: SourceEdit; readonly inputs: readonly ColumnInput[] };

export function prepareEdit(edit: SourceEdit, plan: EditPlan): PreparedEdit | { readonly refusal: string } {
  const inputs: ColumnInput[] = [];
  for (const attribute of attributesOf(edit.values)) {
    const input = inputOf(attribute, edit.values[attribute] ?? null, plan);
    if ('refusal' in input) return input;
    const same = inputs.find(({ field }) => field.at === input.field.at);
    if (same !== undefined && same.raw !== input.raw) {
      const labels = `${labelOf(same.attribute)} and ${labelOf(attribute)}`;
      return {
        refusal: `${labels} come from one column, “${input.field.column.name}”: they cannot get two different values.`,
      };
    }
    inputs.push(input);
  }
  return { edit, inputs };
}

function inputOf(
  attribute: EditableAttribute,
  value: AttributeValue,
  plan: EditPlan,
): ColumnInput | { readonly refusal: string } {
  const field = plan.attributes.get(attribute);
  if (field === undefined) return { refusal: plan.refusalOf(attribute) };
  const { mapping, column } = field;
  const unmapped = unmapValue(column.type === 'datetimeoffset' ? withOffset(value) : value, mapping);
  if (!unmapped.ok) return { refusal: unmapped.problem };
  const { arriving } = unmapped;
  if (unmapped.raw === null) {
    const raw = emptyIn(column);
    const isLeftEmpty = raw !== null || column.nullable;
    return isLeftEmpty
      ? { attribute, field, raw, arriving }
      : { refusal: `The column “${column.name}” cannot be emptied: it is NOT NULL.` };
  }
  const raw = flagFor(attribute, field, arriving) ?? unmapped.raw;
  const problem = problemOfText(raw, column);
  if (problem !== null) {
    return { refusal: `${quote(raw)} cannot be written to the column “${column.name}”: it ${problem}.` };
  }
  return { attribute, field, raw: textToStore(raw, column), arriving };
}

/** A choice, or yes or no, in a column of numbers or bits; null for any other value or column. */
function flagFor(
  attribute: EditableAttribute,
  { mapping, column }: MappedColumn,
  arriving: AttributeValue,
): string | null {
  const isFlag = mapping.data_type === 'boolean' || declared(attribute).kind === 'choice';
  if (!isFlag || !(column.type === 'bit' || isNumber(column))) return null;
  const fits = (word: string) => problemOfText(word, column) === null && isReadAs(word, mapping, arriving);
  return ['true', 'false', '1', '0'].find(fits) ?? null;
}

export function isReadAs(word: string, mapping: Mapping, arriving: AttributeValue): boolean {
  const mapped = mapValue(word, mapping);
  return mapped.ok && mapped.value === arriving;
}

/** As SQL Server spells UTC. */
const withOffset = (moment: AttributeValue) => moment?.replace(/Z$/, '+00:00') ?? null;

/** A NOT NULL text column counts as empty if it holds no characters. */
function emptyIn(column: ColumnInfo): string | null {
  return !column.nullable && problemOfText('', column) === null ? '' : null;
}
