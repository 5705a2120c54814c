import { declared, type EditableAttribute, labelOf } from '@storefleet/contract/attributes/attributes';
import { type AttributeValue, attributesOf } from '@storefleet/contract/values/attribute-value';
import type { SourceEdit } from '../../editing.ts';
import { type ColumnInfo, problemOfText, textToStore } from '../mapping/column-types.ts';
import { mapValue, quote, unmapValue } from '../mapping/field-mapping.ts';
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
  if (!unmapped.ok) {
    const [raw] = wordsFor(attribute, field, value, YES_AND_NO.flat());
    return raw === undefined ? { refusal: unmapped.problem } : { attribute, field, raw, arriving: value };
  }
  const { arriving } = unmapped;
  if (unmapped.raw === null) {
    const raw = emptyIn(column);
    const isLeftEmpty = raw !== null || column.nullable;
    return isLeftEmpty
      ? { attribute, field, raw, arriving }
      : { refusal: `The column “${column.name}” cannot be emptied: it is NOT NULL.` };
  }
  const [raw = unmapped.raw] = wordsFor(attribute, field, arriving, [unmapped.raw, ...YES_AND_NO.flat()]);
  const problem = problemOfText(raw, column);
  if (problem !== null) {
    return { refusal: `${quote(raw)} cannot be written to the column “${column.name}”: it ${problem}.` };
  }
  return { attribute, field, raw: textToStore(raw, column), arriving };
}

export const YES_AND_NO = [
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['1', '0'],
];

/** The words that such a column holds for a choice, or for yes or no; none for any other value. */
export function wordsFor(
  attribute: EditableAttribute,
  { mapping, column }: MappedColumn,
  arriving: AttributeValue,
  words: readonly string[],
): string[] {
  if (mapping.data_type !== 'boolean' && declared(attribute).kind !== 'choice') return [];
  return words.filter((word) => {
    const mapped = mapValue(word, mapping);
    return problemOfText(word, column) === null && mapped.ok && mapped.value === arriving;
  });
}

/** As SQL Server spells UTC. */
const withOffset = (moment: AttributeValue) => moment?.replace(/Z$/, '+00:00') ?? null;

/** A NOT NULL text column counts as empty if it holds no characters. */
function emptyIn(column: ColumnInfo): string | null {
  return !column.nullable && problemOfText('', column) === null ? '' : null;
}
