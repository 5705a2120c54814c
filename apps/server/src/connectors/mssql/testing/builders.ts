import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { expect } from 'vitest';
import type { Connector } from '../../connector.ts';
import type { Editing, EditOutcome, SourceEdit } from '../../editing.ts';
import type { ColumnInfo } from '../mapping/column-types.ts';
import type { Mapping } from '../mapping/field-mapping.ts';
import type { TableInfo } from '../mapping/introspection.ts';
import { planTable, type TablePlan } from '../read/catalogue-plan.ts';

/** Maps a column to a target, with the form's defaults. */
export function mapping(source: string, target: string, details: Partial<Mapping> = {}): Mapping {
  return {
    source_field: source,
    target_field: target,
    data_type: 'string',
    is_required: false,
    default_value: null,
    transformation_type: 'none',
    transformation_config: null,
    child_table: null,
    ...details,
  };
}

export const title = mapping('Name', 'title');

/** A column as SQL Server's catalogue describes it. */
export function column(name: string, type: string, details: Partial<ColumnInfo> = {}): ColumnInfo {
  return {
    name,
    type,
    maxLength: type.startsWith('n') ? 100 : 50,
    precision: 10,
    scale: 2,
    nullable: true,
    isGenerated: false,
    mayUpdate: true,
    collation: null,
    ...details,
  };
}

export function table(columns: readonly ColumnInfo[], details: Partial<TableInfo> = {}): TableInfo {
  return {
    schema: 'dbo',
    name: 'Articles',
    type: 'table',
    rowCount: 10,
    columns,
    primaryKey: [],
    indexedColumns: [],
    username: 'storefleet',
    readOnlyIntent: false,
    compatibilityLevel: 160,
    ...details,
  };
}

export function planOf(info: TableInfo, ...mappings: Mapping[]): TablePlan {
  return planTable(info, { condition: null, mappings });
}

const { signal } = new AbortController();

export function editingOf({ editing }: Connector): Editing {
  if (editing === null) throw new Error('This store cannot be edited.');
  return editing;
}

/** An edit of a variant, or of the product if the id starts with `product:`. Its key is the id. */
export function edit(
  id: string,
  expected: AttributeValues,
  values: AttributeValues,
  productId = id,
): SourceEdit {
  const isProduct = id.startsWith('product:');
  const ownId = isProduct ? id.slice('product:'.length) : id;
  return {
    key: id,
    productId: isProduct ? ownId : productId,
    variantId: isProduct ? null : ownId,
    expected,
    values,
  };
}

export function write(editing: Editing, ...edits: SourceEdit[]): Promise<EditOutcome[]> {
  return editing.write(edits, { signal });
}

export const kindOf = async (editing: Editing, each: SourceEdit) => (await write(editing, each))[0]?.kind;

/** `values`: as they are then, where they are not spelt as in the edit. */
export async function expectApplied(editing: Editing, each: SourceEdit, values = each.values): Promise<void> {
  expect(await write(editing, each)).toEqual([{ key: each.key, kind: 'applied', values }]);
}

export async function expectRefused(editing: Editing, each: SourceEdit, message: string): Promise<void> {
  expect(await write(editing, each)).toEqual([{ key: each.key, kind: 'refused', message }]);
}
