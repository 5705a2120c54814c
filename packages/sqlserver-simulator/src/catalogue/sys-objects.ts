import { shownDefault, shownExpression } from './expressions.ts';
import type { DatabaseModel } from './model.ts';
import { type CatalogueObject, objectsOf, sameName, schemaId } from './names.ts';
import { emptyView, type SystemRow, type SystemView, systemView } from './system-view.ts';

const descriptions: Record<CatalogueObject['type'], string> = {
  U: 'USER_TABLE',
  V: 'VIEW',
  PK: 'PRIMARY_KEY_CONSTRAINT',
  UQ: 'UNIQUE_CONSTRAINT',
  D: 'DEFAULT_CONSTRAINT',
  C: 'CHECK_CONSTRAINT',
  F: 'FOREIGN_KEY_CONSTRAINT',
};

const objectColumns = `name sysname, object_id int, principal_id int?, schema_id int, parent_object_id int, type char(2)?,
  type_desc nvarchar(60)?, create_date datetime, modify_date datetime, is_ms_shipped bit, is_published bit,
  is_schema_published bit`;

function objectRow(database: DatabaseModel, object: CatalogueObject): SystemRow {
  return {
    name: object.name,
    object_id: object.id,
    schema_id: schemaId(database, object.schema),
    parent_object_id: object.parentId,
    type: object.type.padEnd(2),
    type_desc: descriptions[object.type],
    create_date: object.created,
    modify_date: object.created,
    is_ms_shipped: false,
    is_published: false,
    is_schema_published: false,
  };
}

/** The objects of a kind, with what their own view adds; `more` is asked by object id. */
function objectView(
  types: readonly CatalogueObject['type'][],
  columns = '',
  more?: (database: DatabaseModel) => Map<number, SystemRow>,
): SystemView {
  return systemView(`${objectColumns}${columns === '' ? '' : `, ${columns}`}`, (database) => {
    const added = more?.(database);
    return objectsOf(database)
      .filter(({ type }) => types.includes(type))
      .map((object) => ({ ...objectRow(database, object), ...added?.get(object.id) }));
  });
}

const objects = objectView(['U', 'V', 'PK', 'UQ', 'D', 'C', 'F']);

const tables = objectView(
  ['U'],
  `lob_data_space_id int, filestream_data_space_id int?, max_column_id_used int, lock_on_bulk_load bit,
   uses_ansi_nulls bit?, is_replicated bit?, has_replication_filter bit?, is_memory_optimized bit?, durability tinyint?,
   durability_desc nvarchar(60)?, temporal_type tinyint?, temporal_type_desc nvarchar(60)?, history_table_id int?,
   is_external bit, is_node bit?, is_edge bit?`,
  ({ tables }) =>
    new Map(
      tables.map((table) => [
        table.id,
        {
          lob_data_space_id: 0,
          max_column_id_used: Math.max(0, ...table.columns.map(({ id }) => id)),
          lock_on_bulk_load: false,
          uses_ansi_nulls: true,
          is_replicated: false,
          has_replication_filter: false,
          is_memory_optimized: false,
          durability: 0,
          durability_desc: 'SCHEMA_AND_DATA',
          temporal_type: 0,
          temporal_type_desc: 'NON_TEMPORAL_TABLE',
          is_external: false,
          is_node: false,
          is_edge: false,
        },
      ]),
    ),
);

const views = objectView(
  ['V'],
  'is_replicated bit?, has_replication_filter bit?, has_opaque_metadata bit, with_check_option bit, is_date_correlation_view bit',
  ({ views: all }) =>
    new Map(
      all.map(({ id }) => [
        id,
        {
          is_replicated: false,
          has_replication_filter: false,
          has_opaque_metadata: false,
          with_check_option: false,
          is_date_correlation_view: false,
        },
      ]),
    ),
);

const key_constraints = objectView(
  ['PK', 'UQ'],
  'unique_index_id int?, is_system_named bit, is_enforced bit',
  ({ tables }) => {
    const rows = new Map<number, SystemRow>();
    for (const table of tables) {
      for (const [id, index] of indexIds(table))
        rows.set(id, { unique_index_id: index, is_system_named: false, is_enforced: true });
    }
    return rows;
  },
);

/** The index that stands behind each key: 1 when it is the clustered one. */
export function indexIds({
  primaryKey,
  uniqueKeys,
}: Pick<DatabaseModel['tables'][number], 'primaryKey' | 'uniqueKeys'>): Map<number, number> {
  const keys = primaryKey === null ? uniqueKeys : [primaryKey, ...uniqueKeys];
  const clustered = keys.find((key) => key.clustered);
  const ids = new Map<number, number>();
  let next = 2;
  for (const key of keys) {
    ids.set(key.id, key === clustered ? 1 : next);
    if (key !== clustered) next += 1;
  }
  return ids;
}

const default_constraints = objectView(
  ['D'],
  'parent_column_id int, definition nvarchar(max)?, is_system_named bit',
  ({ tables }) => {
    const rows = new Map<number, SystemRow>();
    for (const table of tables) {
      for (const column of table.columns) {
        if (column.default !== null)
          rows.set(column.default.id, {
            parent_column_id: column.id,
            definition: shownDefault(column.default.expression),
            is_system_named: /^DF__/.test(column.default.name),
          });
      }
    }
    return rows;
  },
);

const check_constraints = objectView(
  ['C'],
  `is_disabled bit, is_not_for_replication bit, is_not_trusted bit, parent_column_id int, definition nvarchar(max)?,
   uses_database_collation bit?, is_system_named bit`,
  ({ tables }) =>
    new Map(
      tables.flatMap((table) =>
        table.checks.map((check) => [
          check.id,
          {
            is_disabled: false,
            is_not_for_replication: false,
            is_not_trusted: false,
            parent_column_id: 0,
            definition: shownExpression(check.expression),
            uses_database_collation: true,
            is_system_named: /^CK__/.test(check.name),
          },
        ]),
      ),
    ),
);

const foreign_keys = objectView(
  ['F'],
  `referenced_object_id int?, key_index_id int?, is_disabled bit, is_not_for_replication bit, is_not_trusted bit,
   delete_referential_action tinyint?, delete_referential_action_desc nvarchar(60)?, update_referential_action tinyint?,
   update_referential_action_desc nvarchar(60)?, is_system_named bit`,
  (database) =>
    new Map(
      database.tables.flatMap((table) =>
        table.foreignKeys.map((key) => [
          key.id,
          {
            referenced_object_id: referencedTable(database, key)?.id ?? null,
            key_index_id: 1,
            is_disabled: false,
            is_not_for_replication: false,
            is_not_trusted: false,
            delete_referential_action: 0,
            delete_referential_action_desc: 'NO_ACTION',
            update_referential_action: 0,
            update_referential_action_desc: 'NO_ACTION',
            is_system_named: /^FK__/.test(key.name),
          },
        ]),
      ),
    ),
);

function referencedTable(
  database: DatabaseModel,
  key: { readonly referencedSchema: string; readonly referencedTable: string },
): DatabaseModel['tables'][number] | undefined {
  return database.tables.find(
    ({ schema, name }) => sameName(schema, key.referencedSchema) && sameName(name, key.referencedTable),
  );
}

const foreign_key_columns = systemView(
  `constraint_object_id int, constraint_column_id int, parent_object_id int, parent_column_id int,
   referenced_object_id int, referenced_column_id int`,
  function* (database) {
    for (const table of database.tables) {
      for (const key of table.foreignKeys) {
        const referenced = referencedTable(database, key);
        for (const [index, name] of key.columns.entries()) {
          const other = key.referencedColumns[index] ?? '';
          yield {
            constraint_object_id: key.id,
            constraint_column_id: index + 1,
            parent_object_id: table.id,
            parent_column_id: table.columns.find((column) => sameName(column.name, name))?.id ?? 0,
            referenced_object_id: referenced?.id ?? 0,
            referenced_column_id: referenced?.columns.find((column) => sameName(column.name, other))?.id ?? 0,
          };
        }
      }
    }
  },
);

const sql_modules = systemView(
  `object_id int, definition nvarchar(max)?, uses_ansi_nulls bit?, uses_quoted_identifier bit?, is_schema_bound bit?,
   uses_database_collation bit?, is_recompiled bit?, null_on_null_input bit?, execute_as_principal_id int?`,
  ({ views: all }) =>
    all.map((view) => ({
      object_id: view.id,
      definition: `CREATE VIEW [${view.schema}].[${view.name}] AS ${view.definition}`,
      uses_ansi_nulls: true,
      uses_quoted_identifier: true,
      is_schema_bound: false,
      uses_database_collation: false,
      is_recompiled: false,
      null_on_null_input: false,
    })),
);

export const sysObjects: Readonly<Record<string, SystemView>> = {
  objects,
  all_objects: objects,
  tables,
  views,
  all_views: views,
  key_constraints,
  default_constraints,
  check_constraints,
  foreign_keys,
  foreign_key_columns,
  sql_modules,
  procedures: emptyView(objectColumns),
  synonyms: emptyView(`${objectColumns}, base_object_name nvarchar(1035)?`),
  sequences: emptyView(objectColumns),
  triggers: emptyView(
    `name sysname, object_id int, parent_class tinyint, parent_class_desc nvarchar(60)?, parent_id int, type char(2),
     type_desc nvarchar(60)?, create_date datetime, modify_date datetime, is_ms_shipped bit, is_disabled bit,
     is_not_for_replication bit, is_instead_of_trigger bit`,
  ),
  extended_properties: emptyView(
    `class tinyint, class_desc nvarchar(60)?, major_id int, minor_id int, name sysname, value nvarchar(4000)?`,
  ),
};
