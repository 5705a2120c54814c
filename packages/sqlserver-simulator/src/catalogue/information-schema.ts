import type { SqlType } from '../engine/engine.ts';
import { familyOf, isCharacter, isUnicode, precisionOf, scaleOf } from '../types/type.ts';
import { shownDefault, shownExpression } from './expressions.ts';
import type { DatabaseModel, KeyModel, TableModel } from './model.ts';
import { isTable, sameName } from './names.ts';
import { emptyView, type SystemRow, type SystemView, systemView } from './system-view.ts';
import { catalogueName, characterLength } from './type-facts.ts';

const TABLES = systemView(
  'TABLE_CATALOG sysname?, TABLE_SCHEMA sysname?, TABLE_NAME sysname, TABLE_TYPE varchar(10)?',
  ({ name, tables, views }) => [
    ...tables.map((table) => ({
      TABLE_CATALOG: name,
      TABLE_SCHEMA: table.schema,
      TABLE_NAME: table.name,
      TABLE_TYPE: 'BASE TABLE',
    })),
    ...views.map((view) => ({
      TABLE_CATALOG: name,
      TABLE_SCHEMA: view.schema,
      TABLE_NAME: view.name,
      TABLE_TYPE: 'VIEW',
    })),
  ],
);

const VIEWS = systemView(
  `TABLE_CATALOG sysname?, TABLE_SCHEMA sysname?, TABLE_NAME sysname, VIEW_DEFINITION nvarchar(4000)?,
   CHECK_OPTION varchar(7)?, IS_UPDATABLE varchar(2)`,
  ({ name, views }) =>
    views.map((view) => ({
      TABLE_CATALOG: name,
      TABLE_SCHEMA: view.schema,
      TABLE_NAME: view.name,
      VIEW_DEFINITION: `CREATE VIEW [${view.schema}].[${view.name}] AS ${view.definition}`.slice(0, 4000),
      CHECK_OPTION: 'NONE',
      IS_UPDATABLE: 'NO',
    })),
);

const SCHEMATA = systemView(
  `CATALOG_NAME sysname?, SCHEMA_NAME sysname, SCHEMA_OWNER sysname?, DEFAULT_CHARACTER_SET_CATALOG sysname?,
   DEFAULT_CHARACTER_SET_SCHEMA sysname?, DEFAULT_CHARACTER_SET_NAME sysname?`,
  ({ name, schemas }) =>
    schemas.map((schema) => ({
      CATALOG_NAME: name,
      SCHEMA_NAME: schema.name,
      SCHEMA_OWNER: 'dbo',
      DEFAULT_CHARACTER_SET_NAME: 'iso_1',
    })),
);

/** What INFORMATION_SCHEMA says of a column's type. */
function typeFacts(type: SqlType, collation: string | null): SystemRow {
  const length = characterLength(type);
  const family = familyOf(type);
  const isFloat = family === 'approximate';
  return {
    DATA_TYPE: catalogueName(type.name),
    CHARACTER_MAXIMUM_LENGTH: length,
    CHARACTER_OCTET_LENGTH:
      length === null || length < 0 ? length : isUnicode(type) ? Math.min(length * 2, 2_147_483_646) : length,
    NUMERIC_PRECISION:
      type.name === 'bit'
        ? null
        : isFloat
          ? type.name === 'real'
            ? 24
            : 53
          : family === 'exact'
            ? precisionOf(type)
            : null,
    NUMERIC_PRECISION_RADIX: type.name === 'bit' ? null : isFloat ? 2 : family === 'exact' ? 10 : null,
    NUMERIC_SCALE: family === 'exact' && type.name !== 'bit' ? scaleOf(type) : null,
    DATETIME_PRECISION: family === 'moment' ? scaleOf(type) : null,
    CHARACTER_SET_NAME: isCharacter(type) ? (isUnicode(type) ? 'UNICODE' : 'iso_1') : null,
    COLLATION_NAME: isCharacter(type) ? collation : null,
  };
}

const COLUMNS = systemView(
  `TABLE_CATALOG sysname?, TABLE_SCHEMA sysname?, TABLE_NAME sysname, COLUMN_NAME sysname?, ORDINAL_POSITION int?,
   COLUMN_DEFAULT nvarchar(4000)?, IS_NULLABLE varchar(3)?, DATA_TYPE sysname?, CHARACTER_MAXIMUM_LENGTH int?,
   CHARACTER_OCTET_LENGTH int?, NUMERIC_PRECISION tinyint?, NUMERIC_PRECISION_RADIX smallint?, NUMERIC_SCALE int?,
   DATETIME_PRECISION smallint?, CHARACTER_SET_CATALOG sysname?, CHARACTER_SET_SCHEMA sysname?,
   CHARACTER_SET_NAME sysname?, COLLATION_CATALOG sysname?, COLLATION_SCHEMA sysname?, COLLATION_NAME sysname?,
   DOMAIN_CATALOG sysname?, DOMAIN_SCHEMA sysname?, DOMAIN_NAME sysname?`,
  function* (database) {
    for (const relation of [...database.tables, ...database.views]) {
      const own = isTable(relation) ? relation.columns : [];
      for (const [index, column] of relation.columns.entries()) {
        const expression = own[index]?.default?.expression;
        yield {
          TABLE_CATALOG: database.name,
          TABLE_SCHEMA: relation.schema,
          TABLE_NAME: relation.name,
          COLUMN_NAME: column.name,
          ORDINAL_POSITION: index + 1,
          COLUMN_DEFAULT: expression === undefined ? null : shownDefault(expression),
          IS_NULLABLE: column.nullable ? 'YES' : 'NO',
          ...typeFacts(column.type, own[index]?.collation ?? database.collation),
        };
      }
    }
  },
);

type Constraint = {
  readonly table: TableModel;
  readonly name: string;
  readonly type: 'PRIMARY KEY' | 'UNIQUE' | 'FOREIGN KEY' | 'CHECK';
  readonly columns: readonly string[];
};

const keyColumns = (key: KeyModel): string[] => key.columns.map(({ name }) => name);

function* constraintsOf(database: DatabaseModel): Generator<Constraint> {
  for (const table of database.tables) {
    const { primaryKey } = table;
    if (primaryKey !== null)
      yield { table, name: primaryKey.name, type: 'PRIMARY KEY', columns: keyColumns(primaryKey) };
    for (const key of table.uniqueKeys)
      yield { table, name: key.name, type: 'UNIQUE', columns: keyColumns(key) };
    for (const key of table.foreignKeys)
      yield { table, name: key.name, type: 'FOREIGN KEY', columns: key.columns };
    for (const check of table.checks) yield { table, name: check.name, type: 'CHECK', columns: [] };
  }
}

function constraintRow(database: DatabaseModel, { table, name }: Constraint): SystemRow {
  return {
    CONSTRAINT_CATALOG: database.name,
    CONSTRAINT_SCHEMA: table.schema,
    CONSTRAINT_NAME: name,
    TABLE_CATALOG: database.name,
    TABLE_SCHEMA: table.schema,
    TABLE_NAME: table.name,
  };
}

const constraintColumns = 'CONSTRAINT_CATALOG sysname?, CONSTRAINT_SCHEMA sysname?, CONSTRAINT_NAME sysname';
const tableColumns = 'TABLE_CATALOG sysname?, TABLE_SCHEMA sysname?, TABLE_NAME sysname';

const TABLE_CONSTRAINTS = systemView(
  `${constraintColumns}, ${tableColumns}, CONSTRAINT_TYPE varchar(11)?, IS_DEFERRABLE varchar(2), INITIALLY_DEFERRED varchar(2)`,
  function* (database) {
    for (const constraint of constraintsOf(database))
      yield {
        ...constraintRow(database, constraint),
        CONSTRAINT_TYPE: constraint.type,
        IS_DEFERRABLE: 'NO',
        INITIALLY_DEFERRED: 'NO',
      };
  },
);

const KEY_COLUMN_USAGE = systemView(
  `${constraintColumns}, ${tableColumns}, COLUMN_NAME sysname?, ORDINAL_POSITION int`,
  function* (database) {
    for (const constraint of constraintsOf(database)) {
      for (const [index, column] of constraint.columns.entries())
        yield {
          ...constraintRow(database, constraint),
          COLUMN_NAME: column,
          ORDINAL_POSITION: index + 1,
        };
    }
  },
);

const CONSTRAINT_COLUMN_USAGE = systemView(
  `${tableColumns}, COLUMN_NAME sysname?, ${constraintColumns}`,
  function* (database) {
    for (const constraint of constraintsOf(database)) {
      for (const column of constraint.columns)
        yield { ...constraintRow(database, constraint), COLUMN_NAME: column };
    }
  },
);

const REFERENTIAL_CONSTRAINTS = systemView(
  `${constraintColumns}, UNIQUE_CONSTRAINT_CATALOG sysname?, UNIQUE_CONSTRAINT_SCHEMA sysname?,
   UNIQUE_CONSTRAINT_NAME sysname?, MATCH_OPTION varchar(7)?, UPDATE_RULE varchar(11)?, DELETE_RULE varchar(11)?`,
  function* (database) {
    for (const table of database.tables) {
      for (const key of table.foreignKeys) {
        const referenced = database.tables.find(
          (other) =>
            sameName(other.schema, key.referencedSchema) && sameName(other.name, key.referencedTable),
        );
        yield {
          CONSTRAINT_CATALOG: database.name,
          CONSTRAINT_SCHEMA: table.schema,
          CONSTRAINT_NAME: key.name,
          UNIQUE_CONSTRAINT_CATALOG: database.name,
          UNIQUE_CONSTRAINT_SCHEMA: key.referencedSchema,
          UNIQUE_CONSTRAINT_NAME: referenced?.primaryKey?.name ?? null,
          MATCH_OPTION: 'SIMPLE',
          UPDATE_RULE: 'NO ACTION',
          DELETE_RULE: 'NO ACTION',
        };
      }
    }
  },
);

const CHECK_CONSTRAINTS = systemView(
  `${constraintColumns}, CHECK_CLAUSE nvarchar(4000)?`,
  function* (database) {
    for (const table of database.tables) {
      for (const check of table.checks)
        yield {
          CONSTRAINT_CATALOG: database.name,
          CONSTRAINT_SCHEMA: table.schema,
          CONSTRAINT_NAME: check.name,
          CHECK_CLAUSE: shownExpression(check.expression),
        };
    }
  },
);

export const informationSchema: Readonly<Record<string, SystemView>> = {
  TABLES,
  VIEWS,
  SCHEMATA,
  COLUMNS,
  TABLE_CONSTRAINTS,
  KEY_COLUMN_USAGE,
  CONSTRAINT_COLUMN_USAGE,
  REFERENTIAL_CONSTRAINTS,
  CHECK_CONSTRAINTS,
  ROUTINES: emptyView(
    `SPECIFIC_CATALOG sysname?, SPECIFIC_SCHEMA sysname?, SPECIFIC_NAME sysname, ROUTINE_CATALOG sysname?,
     ROUTINE_SCHEMA sysname?, ROUTINE_NAME sysname, ROUTINE_TYPE nvarchar(20)?`,
  ),
};
