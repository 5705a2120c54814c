import { z } from 'zod';
import {
  ChangeColumn,
  optionalText,
  requiredText,
  secretInput,
  Uuid,
  WhereClause,
} from '../../api/common.ts';
import { filledIn, rule, sent } from '../../api/conditions.ts';
import { model } from '../../api/model.ts';
import { DEFAULT_STORE_STATUS } from '../../constants.ts';
import { messages } from '../../messages.ts';
import { SyncStarted } from '../../syncs/sync.ts';
import { MssqlPort, ShopName, StoreStatus, storeDetailFields } from '../store-fields.ts';
import { connectionRules, requireConnection, typedConnection } from './connection.ts';
import {
  DEFAULT_MAPPING_DATA_TYPE,
  MAPPING_DATA_TYPES,
  MAPPING_PREVIEW_MAX_ROWS,
  MAPPING_PREVIEW_ROWS,
  MAPPING_TRANSFORMATIONS,
  MAPPINGS_MAX,
  MSSQL_DEFAULT_PORT,
  MSSQL_QUERY_ROW_CAP,
} from './constants.ts';
import { mappingProblems, NUMBER_TARGETS } from './mapping-rules.ts';

const trustServerCertificate = z
  .boolean({ error: 'Must be true or false.' })
  .default(false)
  .describe('Accept a self-signed certificate');

/** What a test found out about a table or view. */
export const MssqlTableReport = model('MssqlTableReport', {
  name: z.string().describe('Including its schema'),
  type: z.enum(['table', 'view']),
  primary_key: z
    .array(z.string())
    .describe('Key columns; empty if there are none, so that rows cannot be edited'),
  row_count: z.int().min(0),
  matching_rows: z.int().min(0).describe('Rows matching the where clause'),
  update_granted: z.boolean().describe('Whether the user may UPDATE any of its columns'),
  locked_columns: z.array(z.string()).describe('Mapped columns the user may not UPDATE'),
  full_sync_only: z
    .array(z.string())
    .describe('Other tables with mapped columns in which only a full sync finds changes'),
  query: z.string().describe('The query the where clause is inserted into'),
  notices: z.array(z.string()),
});
export type MssqlTableReport = z.infer<typeof MssqlTableReport>;

export const MssqlTable = model('MssqlTable', {
  schema: z.string(),
  name: z.string(),
  qualified_name: z.string().describe('Identifier of this table in other calls, such as dbo.Products'),
  type: z.enum(['table', 'view']),
  row_count: z.int().min(0).nullable().describe('As reported by SQL Server; null for a view'),
});
export type MssqlTable = z.infer<typeof MssqlTable>;

export const MssqlConnectionTestResult = model('MssqlConnectionTestResult', {
  success: z.boolean(),
  message: z.string(),
  error: z.string().nullable(),
  version: z.string().nullable().describe('As reported by the server'),
  in_force: z
    .object({
      server: z.string(),
      port: z.int().nullable().describe('Null if the named instance reports its port'),
      database: z.string(),
      username: z.string(),
      encrypted: z.boolean(),
    })
    .nullable()
    .describe('Connection used: a connection string overrides the single fields'),
  databases: z
    .array(z.string())
    .nullable()
    .describe('Databases of the server the user may open; null if the test failed'),
  tables: z
    .array(MssqlTable)
    .nullable()
    .describe('Tables of the database visible to the user; null if no database was named or the test failed'),
  table: MssqlTableReport.nullable().describe('For the requested table'),
});
export type MssqlConnectionTestResult = z.infer<typeof MssqlConnectionTestResult>;

const TransformationConfig = z.object({
  prefix: z.string().max(255).optional(),
  suffix: z.string().max(255).optional(),
});

const ChildTable = z.object({
  name: requiredText('Table is required.', 260).describe('Identifier of the table, such as dbo.Prices'),
  key_columns: z
    .array(requiredText('Key column is required.', 128), {
      error: 'key_columns must be a list of columns.',
    })
    .min(1, { error: 'Name the key columns.' })
    .max(16)
    .describe('Columns that hold the primary key of the store’s table, in its order'),
  list_column: requiredText('The column of the list is required.', 128).describe(
    'Such as PriceList or WhsCode',
  ),
  list_value: requiredText('The list is required.', 255).describe(
    'What it holds in the row to read, such as Retail',
  ),
  change_column: z
    .string({ error: 'Must be text.' })
    .trim()
    .max(128)
    .nullable()
    .optional()
    .describe('The column by which changed rows are found; null for the rowversion of the table'),
});
export type ChildTable = z.infer<typeof ChildTable>;

const mappingFields = {
  source_field: requiredText('Source field is required.', 128),
  target_field: requiredText('Target field is required.', 128).describe(
    'A target field, `stock.` with the name of a location, or the name of a custom field',
  ),
  is_custom: z
    .boolean({ error: 'Must be true or false.' })
    .default(false)
    .describe('Creates a custom field named by `target_field`'),
  data_type: z
    .enum(MAPPING_DATA_TYPES, { error: 'Data type must be string, number, boolean or date.' })
    .default(DEFAULT_MAPPING_DATA_TYPE),
  is_required: z.boolean({ error: 'Must be true or false.' }).default(false),
  default_value: optionalText(1_000),
  transformation_type: z
    .enum(MAPPING_TRANSFORMATIONS, {
      error: 'Transformation must be none, uppercase, lowercase, trim or concat.',
    })
    .default('none'),
  transformation_config: TransformationConfig.nullable().optional().describe('Prefix and suffix of concat'),
  child_table: ChildTable.nullable()
    .optional()
    .describe('Where `source_field` is a column of another table, with a row for each list or warehouse'),
};

export const FieldMappingInput = z
  .object(mappingFields)
  .superRefine((mapping, context) => {
    for (const { path, message } of mappingProblems(mapping)) {
      context.addIssue({ code: 'custom', path: [path], message });
    }
  })
  .meta({
    id: 'FieldMappingInput',
    allOf: [
      rule(
        { field: 'target_field', is: NUMBER_TARGETS },
        { ...sent('data_type'), properties: { data_type: { const: 'number' } } },
      ),
      rule(
        { field: 'transformation_type', is: ['concat'] },
        {
          ...sent('transformation_config'),
          properties: { transformation_config: { anyOf: [filledIn('prefix'), filledIn('suffix')] } },
        },
      ),
    ],
  });
export type FieldMappingInput = z.infer<typeof FieldMappingInput>;

export const MssqlStoreCreate = model('MssqlStoreCreate', {
  ...storeDetailFields,
  shop_name: ShopName,
  shop_url: requiredText('Store identifier is required.').describe('The identifier of the store'),
  store_status: StoreStatus.default(DEFAULT_STORE_STATUS),
  mssql_server: requiredText('Server is required.'),
  mssql_database: requiredText('Database is required.'),
  mssql_table: requiredText('Table is required.'),
  mssql_username: requiredText('Username is required.'),
  mssql_password: z
    .string({ error: 'Password is required.' })
    .regex(/\S/, { error: 'Password is required.' })
    .max(4_000, { error: 'Must be at most 4000 characters long.' }),
  mssql_port: MssqlPort.default(MSSQL_DEFAULT_PORT),
  mssql_connection_string: secretInput(),
  mssql_where_clause: WhereClause,
  mssql_change_column: ChangeColumn,
  mssql_trust_server_certificate: trustServerCertificate,
  mappings: z
    .array(FieldMappingInput, { error: 'mappings must be a list of field mappings.' })
    .max(MAPPINGS_MAX, { error: `Send at most ${MAPPINGS_MAX} field mappings.` })
    .default([])
    .describe('As generated when the table was inspected; saved with the store'),
});
export type MssqlStoreCreate = z.infer<typeof MssqlStoreCreate>;

export const MssqlTableList = model('MssqlTableList', { tables: z.array(MssqlTable), total: z.int().min(0) });
export type MssqlTableList = z.infer<typeof MssqlTableList>;

export const TableSchemaColumn = model('TableSchemaColumn', {
  column_name: z.string(),
  data_type: z.string().describe('Including length or precision, such as nvarchar(50)'),
  is_nullable: z.boolean(),
  is_primary_key: z.boolean(),
  is_readable: z.boolean().describe('False for types other than text, numbers and dates'),
});
export type TableSchemaColumn = z.infer<typeof TableSchemaColumn>;

export const TableSchema = model('TableSchema', {
  columns: z.array(TableSchemaColumn),
  total: z.int().min(0),
});
export type TableSchema = z.infer<typeof TableSchema>;

const SqlValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One SELECT; `params` are bound to the query's `@names`. */
export const MssqlQuery = model('MssqlQuery', {
  query: requiredText('Query is required.', 20_000),
  params: z
    .record(z.string(), SqlValue, { error: 'params must be an object of names and values.' })
    .default({}),
});
export type MssqlQuery = z.infer<typeof MssqlQuery>;

export const MssqlQueryResult = model('MssqlQueryResult', {
  columns: z.array(z.object({ name: z.string(), data_type: z.string() })),
  rows: z
    .array(z.record(z.string(), SqlValue))
    .describe('A decimal that could not be read exactly starts with ≈: CONVERT it to text in the query'),
  row_count: z.int().min(0),
  truncated: z.boolean().describe(`True if there are more than ${MSSQL_QUERY_ROW_CAP} rows`),
});
export type MssqlQueryResult = z.infer<typeof MssqlQueryResult>;

export const FieldMapping = model('FieldMapping', {
  id: Uuid,
  store_id: Uuid,
  source_field: z.string(),
  target_field: z.string(),
  is_custom: z.boolean(),
  data_type: z.enum(MAPPING_DATA_TYPES),
  is_required: z.boolean(),
  default_value: z.string().nullable(),
  transformation_type: z.enum(MAPPING_TRANSFORMATIONS),
  transformation_config: TransformationConfig.nullable(),
  child_table: ChildTable.nullable().describe('The table of `source_field`; null for the store’s own'),
  is_generated: z.boolean().describe('Generated from the column names and not edited since'),
});
export type FieldMapping = z.infer<typeof FieldMapping>;

export const FieldMappingList = model('FieldMappingList', {
  mappings: z.array(FieldMapping),
  total: z.int().min(0),
});
export type FieldMappingList = z.infer<typeof FieldMappingList>;

export const FieldMappingsCreate = model('FieldMappingsCreate', {
  store_id: Uuid,
  mappings: z
    .array(FieldMappingInput, { error: 'mappings must be a list of field mappings.' })
    .min(1, { error: 'Send at least one field mapping.' })
    .max(MAPPINGS_MAX, { error: `Send at most ${MAPPINGS_MAX} field mappings.` }),
});

export const MappingGeneration = model('MappingGeneration', {
  store_id: Uuid,
  table_name: requiredText(messages.mappings.tableMissing),
});

export const GeneratedMappings = model('GeneratedMappings', {
  success: z.boolean(),
  mappings: z.array(FieldMapping),
  unplaced_columns: z.array(z.string()).describe('Columns whose name suggests no target'),
});
export type GeneratedMappings = z.infer<typeof GeneratedMappings>;

/** Shows what a sync would read. Omitted fields are the store's. */
export const MappingPreviewRequest = model('MappingPreviewRequest', {
  table_name: requiredText(messages.mappings.tableMissing).optional(),
  mappings: z
    .array(FieldMappingInput, { error: 'mappings must be a list of field mappings.' })
    .max(MAPPINGS_MAX, { error: `Send at most ${MAPPINGS_MAX} field mappings.` })
    .optional(),
  limit: z.coerce
    .number<number | string>({ error: 'Limit must be a number.' })
    .int()
    .min(1)
    .max(MAPPING_PREVIEW_MAX_ROWS)
    .default(MAPPING_PREVIEW_ROWS),
});
export type MappingPreviewRequest = z.infer<typeof MappingPreviewRequest>;

const TextByName = z.record(z.string(), z.string().nullable());

export const MappingPreview = model('MappingPreview', {
  table: MssqlTableReport,
  rows: z.array(
    z.object({
      key: z.string().describe('The primary key, as the sync log names the row'),
      before: TextByName.describe('Values of the mapped columns, by column'),
      after: TextByName.nullable().describe(
        'Imported values by target; null for a row that would be skipped',
      ),
      problem: z.string().nullable().describe('Why the row would be skipped'),
    }),
  ),
  warnings: z.array(z.string()).describe('Doubtful values, such as a barcode read from a number'),
  blocked_because: z.string().nullable().describe('Why no sync is possible'),
});
export type MappingPreview = z.infer<typeof MappingPreview>;

/** A table as it would be mapped, before the store exists. Writes nothing. */
export const TablePreviewRequest = z
  .object({
    ...typedConnection,
    table: requiredText(messages.mappings.tableMissing),
    where_clause: WhereClause,
  })
  .superRefine(requireConnection)
  .meta({ id: 'TablePreviewRequest', anyOf: connectionRules });
export type TablePreviewRequest = z.infer<typeof TablePreviewRequest>;

export const TablePreview = MappingPreview.extend({
  mappings: z
    .array(FieldMapping.omit({ id: true, store_id: true, is_generated: true }))
    .describe('Suggested by the column names'),
  unplaced_columns: z.array(z.string()).describe('Columns whose name suggests no target'),
}).meta({ id: 'TablePreview' });
export type TablePreview = z.infer<typeof TablePreview>;

export const MssqlSyncStarted = SyncStarted.extend({ store_id: Uuid }).meta({ id: 'MssqlSyncStarted' });
export type MssqlSyncStarted = z.infer<typeof MssqlSyncStarted>;
