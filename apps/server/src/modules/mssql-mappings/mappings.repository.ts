import type { FieldMapping } from '@storefleet/contract/mssql';
import type { Queryable } from '../../platform/db/database.ts';

const COLUMNS = `id, store_id, source_field, target_field, data_type, is_required, default_value,
  transformation_type, transformation_config, is_generated`;

/** In the order in which they were made. */
export async function listMappings(db: Queryable, storeId: string): Promise<FieldMapping[]> {
  const { rows } = await db.query<FieldMapping>(
    `select ${COLUMNS} from mssql_field_mappings where store_id = $1 order by created_at, id`,
    [storeId],
  );
  return rows;
}
