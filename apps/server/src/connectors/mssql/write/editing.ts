import type { MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import type { Editing } from '../../editing.ts';
import type { SqlServer } from '../client/sql.ts';
import type { ColumnInfo } from '../mapping/column-types.ts';
import type { TablePlan } from '../read/catalogue-plan.ts';
import { bracketed } from '../read/row-reader.ts';
import { createBelongingReader, createValueReader } from './edit-reading.ts';
import { editPlanOf, sameValue } from './edit-values.ts';
import { createWriter } from './edit-writing.ts';

/** Each takes one of the four connections; fetching the next products and a sync take one each. */
const WRITES_AT_ONCE = 2;
/** Their rows are locked until all of them are written. */
const PRODUCTS_PER_WRITE = 250;

/** Null for a table whose rows have no key. */
export function createEditing(plan: TablePlan, server: SqlServer): Editing | null {
  if (plan.readOnlyBecause !== null) return null;
  const editPlan = editPlanOf(plan);
  return {
    attributes: [...editPlan.attributes.keys()],
    metafields: customFieldsOf(plan),
    refusalOf: editPlan.refusalOf,
    decimalsOf: editPlan.decimalsOf,
    decidesOnBelonging: (attribute) => isInCondition(editPlan.attributes.get(attribute)?.column, plan),
    sameValue,
    comparesAsItWrites: true,
    reachesOutside: true,
    concurrency: WRITES_AT_ONCE,
    productsPerWrite: editPlan.inSets ? PRODUCTS_PER_WRITE : 1,
    readValues: createValueReader(editPlan, server),
    readOutside: createBelongingReader(editPlan, server),
    write: createWriter(editPlan, server),
    bulk: null,
  };
}

export const customFieldsOf = ({ fields }: TablePlan): MetafieldDefinition[] =>
  fields.flatMap(({ definition }) => definition ?? []);

/** The checked condition has every name in brackets; names are compared case-insensitively. */
function isInCondition(column: ColumnInfo | undefined, { condition }: TablePlan): boolean {
  if (column === undefined || column.alias !== undefined || condition === null) return false;
  return condition.toLowerCase().includes(bracketed(column).toLowerCase());
}
