import { isCustomTarget } from '@storefleet/contract/stores/mapping-rules';
import type { FieldMapping } from '@storefleet/contract/stores/mssql';
import type { Queryable } from '../../platform/db/database.ts';

const COLUMNS = `id, store_id, source_field, target_field, data_type, is_required, default_value,
  transformation_type, transformation_config, is_generated`;

/** In order of creation. */
export async function listMappings(db: Queryable, storeId: string): Promise<FieldMapping[]> {
  const { rows } = await db.query<Omit<FieldMapping, 'is_custom'>>(
    `select ${COLUMNS} from mssql_field_mappings where store_id = $1 order by created_at, id`,
    [storeId],
  );
  return rows.map((mapping) => ({ ...mapping, is_custom: isCustomTarget(mapping.target_field) }));
}

export async function insertMapping(db: Queryable, mapping: FieldMapping, now: Date): Promise<void> {
  await db.query(
    `insert into mssql_field_mappings (${COLUMNS}, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [...valuesOf(mapping), now],
  );
}

/** Returns false if the mapping is gone. */
export async function updateMapping(db: Queryable, mapping: FieldMapping, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update mssql_field_mappings
     set source_field = $3, target_field = $4, data_type = $5, is_required = $6, default_value = $7,
       transformation_type = $8, transformation_config = $9, is_generated = $10, updated_at = $11
     where id = $1 and store_id = $2`,
    [...valuesOf(mapping), now],
  );
  return rowCount === 1;
}

/** Returns false if the mapping is gone. */
export async function deleteMapping(db: Queryable, storeId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from mssql_field_mappings where id = $1 and store_id = $2', [
    id,
    storeId,
  ]);
  return rowCount === 1;
}

function valuesOf(mapping: FieldMapping): unknown[] {
  return [
    mapping.id,
    mapping.store_id,
    mapping.source_field,
    mapping.target_field,
    mapping.data_type,
    mapping.is_required,
    mapping.default_value,
    mapping.transformation_type,
    mapping.transformation_config,
    mapping.is_generated,
  ];
}
