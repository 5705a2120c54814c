import {
  EDITABLE_ATTRIBUTES,
  type EditableAttribute,
  labelOf,
  type MoneyAttribute,
  type NamedAttribute,
} from '@storefleet/contract/attributes/attributes';
import { isEditedType, metafieldName } from '@storefleet/contract/attributes/metafields';
import { isStock } from '@storefleet/contract/attributes/stock';
import {
  type AttributeValue,
  type AttributeValues,
  type Spelling,
  valuesAreEqual,
} from '@storefleet/contract/values/attribute-value';
import { MAX_MONEY_DECIMALS } from '@storefleet/contract/values/money/money';
import { decimalsOf, isNumber, isWritable } from '../mapping/column-types.ts';
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
  const attributes = new Map<EditableAttribute, MappedColumn>();
  for (const field of plan.fields) {
    const { column } = field;
    const attribute = attributeOf(field);
    if (attribute === null || refusalOfField(field, plan) !== null) continue;
    const known = columns.indexOf(column);
    const place = known === -1 ? columns.push(column) - 1 : known;
    attributes.set(attribute, { ...field, at: place });
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
  const field = plan.fields.find((candidate) => attributeOf(candidate) === attribute);
  if (field === undefined) {
    return `${labelOf(attribute)} is not mapped to a column of ${plan.name}: add a field mapping to change it.`;
  }
  const label = field.definition?.name ?? labelOf(attribute);
  return `${label} can be read, not edited: ${refusalOfField(field, plan)}.`;
}

/** Why a column cannot be changed, as the rest of a sentence; null if it can. */
function refusalOfField({ mapping, column, at, definition }: MappedColumn, plan: TablePlan): string | null {
  const name = `“${column.name}”`;
  if (plan.key.includes(at)) return `${name} is part of the primary key`;
  if (at === plan.productId?.at) return `${name} says which product a row belongs to`;
  if (!isWritable(column)) return `${name} is written by SQL Server itself`;
  if (!column.mayUpdate) {
    return `the user ${plan.table.username} lacks the permission UPDATE on the column ${name}`;
  }
  if (definition === undefined) return null;
  if (!isEditedType(definition.type)) return `${name} is of the type ${column.type}`;
  const hasWords = mapping.data_type === 'boolean' && column.type !== 'bit' && !isNumber(column);
  return hasWords ? `${name} has words of its own for yes and no` : null;
}

/** A custom field is a metafield; null for a target that is not edited. */
export function attributeOf({ mapping, definition }: MappedColumn): EditableAttribute | null {
  if (definition !== undefined) return metafieldName(definition.owner, definition.key);
  const { target_field: target } = mapping;
  return isStock(target) || isEditable(target) ? target : null;
}

function isEditable(target: string): target is NamedAttribute {
  return editable.has(target);
}

/** A row's value; one that breaks its mapping is returned as stored in the table. */
export function valueIn(raw: RawRow, { mapping, at }: MappedColumn): AttributeValue {
  const text = raw[at] ?? null;
  const mapped = mapValue(text, mapping);
  return mapped.ok ? mapped.value : text;
}

/** A target's value: of a product's rows, the first one that is set. */
function heldValue(rows: readonly RawRow[], field: MappedColumn): AttributeValue {
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
