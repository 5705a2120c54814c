import {
  EDITABLE_ATTRIBUTES,
  type EditableAttribute,
  labelOf,
  type MoneyAttribute,
} from '@storefleet/contract/constants';
import {
  type AttributeValue,
  type AttributeValues,
  type Spelling,
  valuesAreEqual,
} from '@storefleet/contract/values/attribute-value';
import { MAX_MONEY_DECIMALS } from '@storefleet/contract/values/money';
import { decimalsOf, isWritable } from '../mapping/column-types.ts';
import { isBlank, mapValue } from '../mapping/field-mapping.ts';
import { readAs } from '../mapping/field-values.ts';
import type { MappedColumn, TablePlan } from '../read/catalogue-plan.ts';
import type { RawRow } from '../read/row-reader.ts';
import { canUseSets } from './set-statements.ts';

/** Attributes as a table stores them: which can be written, as what text, and when two texts are equal. */

const editable: ReadonlySet<string> = new Set(EDITABLE_ATTRIBUTES);

export type EditPlan = TablePlan & {
  /** The column of each attribute that can be written. */
  readonly attributes: ReadonlyMap<EditableAttribute, MappedColumn>;
  /** Why another attribute cannot be written, as a sentence. */
  refusalOf(attribute: EditableAttribute): string;
  /** Whether rows are read and written in sets; else one by one. */
  readonly inSets: boolean;
  /** Number of decimals the attribute's column keeps. */
  decimalsOf(attribute: MoneyAttribute): number;
};

/**
 * The part of a plan needed for editing. Columns that identify a row or its product stay read-only, as it
 * would become another row; so do those that SQL Server writes itself.
 */
export function editPlanOf(plan: TablePlan): EditPlan {
  const columns = plan.key.flatMap((at) => plan.columns[at] ?? []);
  const key = columns.map((_, at) => at);
  const fixed = new Set([...plan.key, ...(plan.productId === null ? [] : [plan.productId.at])]);
  const attributes = new Map<EditableAttribute, MappedColumn>();
  for (const { mapping, column, at } of plan.fields) {
    const attribute = mapping.target_field;
    if (!isEditable(attribute) || fixed.has(at) || !isWritable(column) || !column.mayUpdate) continue;
    const known = columns.indexOf(column);
    const place = known === -1 ? columns.push(column) - 1 : known;
    attributes.set(attribute, { mapping, column, at: place });
  }
  return {
    ...plan,
    columns,
    key,
    fields: [...attributes.values()],
    attributes,
    inSets: canUseSets(plan),
    refusalOf: (attribute) => refusalOfAttribute(attribute, plan),
    decimalsOf(attribute) {
      const field = attributes.get(attribute);
      return field ? Math.min(decimalsOf(field.column), MAX_MONEY_DECIMALS) : 0;
    },
  };
}

function refusalOfAttribute(attribute: EditableAttribute, plan: TablePlan): string {
  const field = plan.fields.find(({ mapping }) => mapping.target_field === attribute);
  const label = labelOf(attribute);
  if (field === undefined) {
    return `${label} is not mapped to a column of ${plan.name}: add a field mapping to change it.`;
  }
  const { column, at } = field;
  const isFixed = plan.key.includes(at) || at === plan.productId?.at;
  if (!isFixed && isWritable(column)) {
    return `${label} can be read, not edited: the user ${plan.table.username} lacks the permission UPDATE on the column “${column.name}”.`;
  }
  const reason = plan.key.includes(at)
    ? 'is part of the primary key'
    : at === plan.productId?.at
      ? 'says which product a row belongs to'
      : 'is written by SQL Server itself';
  return `${label} can be read, not edited: “${column.name}” ${reason}.`;
}

export function isEditable(target: string): target is EditableAttribute {
  return editable.has(target);
}

/** A row's value; one that breaks its mapping is returned as stored in the table. */
export function valueIn(raw: RawRow, { mapping, at }: MappedColumn): AttributeValue {
  const text = raw[at] ?? null;
  const mapped = mapValue(text, mapping);
  return mapped.ok ? mapped.value : text;
}

/** A target's value: of a product's rows, the first one that is set. */
export function heldValue(rows: readonly RawRow[], field: MappedColumn): AttributeValue {
  for (const raw of rows) {
    const value = valueIn(raw, field);
    if (value !== null) return value;
  }
  return null;
}

export function valuesOf(
  rows: readonly RawRow[],
  attributes: readonly EditableAttribute[],
  plan: EditPlan,
): AttributeValues {
  const values: AttributeValues = {};
  for (const attribute of attributes) {
    const field = plan.attributes.get(attribute);
    values[attribute] = field === undefined ? null : heldValue(rows, field);
  }
  return values;
}

/** A text column may write numbers differently, and hold only spaces when it is empty. */
const SPELLING: Spelling = {
  number: (text) => (isBlank(text) ? '' : (readAs('number', text) ?? text)),
  text: (text) => (isBlank(text) ? '' : text),
};

export function sameValue(attribute: EditableAttribute, one: AttributeValue, other: AttributeValue): boolean {
  return valuesAreEqual(attribute, one, other, SPELLING);
}
