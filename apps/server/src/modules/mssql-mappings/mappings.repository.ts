import { stockAt } from '@storefleet/contract/attributes/stock';
import { isCustomTarget, mappingSourceLabel } from '@storefleet/contract/stores/mssql/mapping-rules';
import type { ChildTable, FieldMapping } from '@storefleet/contract/stores/mssql/mssql';
import type { Queryable } from '../../platform/db/database.ts';

const COLUMNS = `id, store_id, source_field, target_field, data_type, is_required, default_value,
  transformation_type, transformation_config, child_table, is_generated`;

/** In order of creation. */
export async function listMappings(db: Queryable, storeId: string): Promise<FieldMapping[]> {
  const { rows } = await db.query<Stored>(
    `select ${COLUMNS} from mssql_field_mappings where store_id = $1 order by created_at, id`,
    [storeId],
  );
  return rows.map(({ source_field, child_table, ...mapping }) => {
    const { column = source_field, ...child } = child_table ?? {};
    return {
      ...mapping,
      source_field: column,
      child_table: child_table && (child as ChildTable),
      is_custom: isCustomTarget(mapping.target_field),
    };
  });
}

/**
 * A column of another table is kept under a name that no column has: a process of a version that knows no other tables
 * then finds none, rather than one of the store's own table that happens to have its name.
 */
type Stored = Omit<FieldMapping, 'is_custom' | 'child_table'> & {
  readonly child_table: (ChildTable & { readonly column: string }) | null;
};

const childOf = ({ source_field: column, child_table: child }: FieldMapping) => child && { ...child, column };

export async function insertMapping(db: Queryable, mapping: FieldMapping, now: Date): Promise<void> {
  await db.query(
    `insert into mssql_field_mappings (${COLUMNS}, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
    [...valuesOf(mapping), now],
  );
}

/** Returns false if the mapping is gone. */
export async function updateMapping(db: Queryable, mapping: FieldMapping, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update mssql_field_mappings
     set source_field = $3, target_field = $4, data_type = $5, is_required = $6, default_value = $7,
       transformation_type = $8, transformation_config = $9, child_table = $10, is_generated = $11,
       updated_at = $12
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

/** After changes: whether the store has stock per location depends on its mappings. */
export async function noteStock(db: Queryable, storeId: string): Promise<void> {
  await db.query(
    `update stores set stock_per_location = mapped.stock from (
       select exists (
         select from mssql_field_mappings where store_id = $1 and starts_with(target_field, $2)) as stock
     ) as mapped
     where id = $1 and stock_per_location <> mapped.stock`,
    [storeId, stockAt('')],
  );
}

function valuesOf(mapping: FieldMapping): unknown[] {
  return [
    mapping.id,
    mapping.store_id,
    mappingSourceLabel(mapping),
    mapping.target_field,
    mapping.data_type,
    mapping.is_required,
    mapping.default_value,
    mapping.transformation_type,
    mapping.transformation_config,
    childOf(mapping),
    mapping.is_generated,
  ];
}
