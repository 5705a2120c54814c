import type { FieldMapping, FieldMappingInput } from '@storefleet/contract/stores/mssql/mssql';
import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { insertMapping, noteStock } from './mappings.repository.ts';
import { refuseTakenTargets } from './taken-targets.ts';

/** Inserts the generated mappings of a new store, in the transaction that creates it. */
export function insertFirst(
  deps: { readonly clock: Clock },
  tx: Queryable,
  storeId: string,
  inputs: readonly FieldMappingInput[],
): Promise<FieldMapping[]> {
  refuseTakenTargets(inputs, [], (index) => `mappings.${index}.target_field`);
  return insertAll(deps, tx, storeId, inputs, true);
}

export async function insertAll(
  { clock }: { readonly clock: Clock },
  tx: Queryable,
  storeId: string,
  inputs: readonly FieldMappingInput[],
  isGenerated: boolean,
): Promise<FieldMapping[]> {
  const mappings = inputs.map((input) => newMapping(storeId, input, isGenerated));
  for (const mapping of mappings) await insertMapping(tx, mapping, clock.now());
  await noteStock(tx, storeId);
  return mappings;
}

export function newMapping(storeId: string, input: FieldMappingInput, isGenerated: boolean): FieldMapping {
  return { id: uuidv7(), store_id: storeId, ...complete(input), is_generated: isGenerated };
}

/** Fills in defaults. */
export function complete(input: FieldMappingInput): Omit<FieldMapping, 'id' | 'store_id' | 'is_generated'> {
  const { prefix = '', suffix = '' } = input.transformation_config ?? {};
  return {
    ...input,
    default_value: input.default_value ?? null,
    child_table: input.child_table ?? null,
    transformation_config: prefix === '' && suffix === '' ? null : { prefix, suffix },
  };
}
