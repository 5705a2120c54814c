import { isCharacter, scaleOf } from '../types/type.ts';
import { shownExpression } from './expressions.ts';
import type { ColumnModel, DatabaseModel } from './model.ts';
import { isTable } from './names.ts';
import { type SystemRow, type SystemView, systemView } from './system-view.ts';
import { cataloguePrecision, maxLength, systemTypeId, systemTypes } from './type-facts.ts';

const columnColumns = `object_id int, name sysname?, column_id int, system_type_id tinyint, user_type_id int,
  max_length smallint, precision tinyint, scale tinyint, collation_name sysname?, is_nullable bit?, is_ansi_padded bit,
  is_rowguidcol bit, is_identity bit, is_computed bit, is_filestream bit, is_replicated bit?, is_non_sql_subscribed bit?,
  is_merge_published bit?, is_dts_replicated bit?, is_xml_document bit, xml_collection_id int, default_object_id int,
  rule_object_id int, is_sparse bit?, is_column_set bit?, generated_always_type tinyint?,
  generated_always_type_desc nvarchar(60)?, encryption_type int?, is_hidden bit?, is_masked bit, graph_type int?`;

type AnyColumn = Pick<ColumnModel, 'name' | 'type' | 'nullable'> & Partial<ColumnModel>;

function columnRow(
  database: DatabaseModel,
  objectId: number,
  column: AnyColumn,
  columnId: number,
): SystemRow {
  const { type } = column;
  const typeId = systemTypeId(type);
  return {
    object_id: objectId,
    name: column.name,
    column_id: columnId,
    system_type_id: typeId,
    user_type_id: typeId,
    max_length: maxLength(type),
    precision: cataloguePrecision(type),
    scale: scaleOf(type),
    collation_name: isCharacter(type) ? (column.collation ?? database.collation) : null,
    is_nullable: column.nullable,
    is_ansi_padded: isCharacter(type) || type.name === 'binary' || type.name === 'varbinary',
    is_rowguidcol: false,
    is_identity: (column.identity ?? null) !== null,
    is_computed: (column.computed ?? null) !== null,
    is_filestream: false,
    is_replicated: false,
    is_non_sql_subscribed: false,
    is_merge_published: false,
    is_dts_replicated: false,
    is_xml_document: false,
    xml_collection_id: 0,
    default_object_id: column.default?.id ?? 0,
    rule_object_id: 0,
    is_sparse: false,
    is_column_set: false,
    generated_always_type: 0,
    generated_always_type_desc: 'NOT_APPLICABLE',
    is_hidden: false,
    is_masked: false,
  };
}

function* columnRows(database: DatabaseModel): Generator<{ column: AnyColumn; row: SystemRow }> {
  for (const relation of [...database.tables, ...database.views]) {
    const own: readonly AnyColumn[] = isTable(relation) ? relation.columns : relation.columns;
    for (const [index, column] of own.entries())
      yield { column, row: columnRow(database, relation.id, column, column.id ?? index + 1) };
  }
}

const columns = systemView(columnColumns, function* (database) {
  for (const { row } of columnRows(database)) yield row;
});

const computed_columns = systemView(
  `${columnColumns}, definition nvarchar(max)?, uses_database_collation bit, is_persisted bit`,
  function* (database) {
    for (const { column, row } of columnRows(database)) {
      if (column.computed)
        yield {
          ...row,
          definition: shownExpression(column.computed),
          uses_database_collation: true,
          is_persisted: false,
        };
    }
  },
);

const identity_columns = systemView(
  `${columnColumns}, seed_value bigint?, increment_value bigint?, last_value bigint?, is_not_for_replication bit?`,
  function* (database) {
    for (const { column, row } of columnRows(database)) {
      if (column.identity)
        yield {
          ...row,
          seed_value: BigInt(column.identity.seed),
          increment_value: BigInt(column.identity.increment),
          is_not_for_replication: false,
        };
    }
  },
);

const types = systemView(
  `name sysname, system_type_id tinyint, user_type_id int, schema_id int, principal_id int?, max_length smallint,
   precision tinyint, scale tinyint, collation_name sysname?, is_nullable bit?, is_user_defined bit, is_assembly_type bit,
   default_object_id int, rule_object_id int, is_table_type bit`,
  ({ collation }) =>
    systemTypes.map(({ name, type, id }) => ({
      name,
      system_type_id: systemTypeId(type),
      user_type_id: id,
      schema_id: 4,
      max_length: maxLength(type),
      precision: cataloguePrecision(type),
      scale: scaleOf(type),
      collation_name: isCharacter(type) ? collation : null,
      is_nullable: name !== 'sysname' && name !== 'timestamp',
      is_user_defined: false,
      is_assembly_type: false,
      default_object_id: 0,
      rule_object_id: 0,
      is_table_type: false,
    })),
);

export const sysColumns: Readonly<Record<string, SystemView>> = {
  columns,
  all_columns: columns,
  computed_columns,
  identity_columns,
  types,
};
