import { idOf, Outcome, requiredText, StoreParams } from '../../api/common.ts';
import { defineRoute } from '../../api/route.ts';
import { Store } from '../stores.ts';
import { MssqlConnectionTest } from './connection.ts';
import {
  FieldMapping,
  FieldMappingInput,
  FieldMappingList,
  FieldMappingsCreate,
  GeneratedMappings,
  MappingGeneration,
  MappingPreview,
  MappingPreviewRequest,
  MssqlConnectionTestResult,
  MssqlQuery,
  MssqlQueryResult,
  MssqlStoreCreate,
  MssqlSyncStarted,
  MssqlTableList,
  TablePreview,
  TablePreviewRequest,
  TableSchema,
} from './mssql.ts';

const MappingParams = StoreParams.extend({ mappingId: idOf('mapping_not_found') });

export const mssqlRoutes = {
  testConnection: defineRoute('mssql.testConnection', {
    summary: 'Test a connection before saving it',
    body: MssqlConnectionTest,
    response: MssqlConnectionTestResult,
  }),
  previewTable: defineRoute('mssql.previewTable', {
    summary: 'Preview the first rows of a table with generated mappings, before the store is added',
    body: TablePreviewRequest,
    response: TablePreview,
  }),
  createStore: defineRoute('mssql.createStore', {
    summary: 'Connect a SQL Server store',
    body: MssqlStoreCreate,
    response: Store,
    status: 201,
  }),
  tables: defineRoute('mssql.tables', {
    summary: 'List the tables and views of the database',
    params: StoreParams,
    response: MssqlTableList,
  }),
  tableSchema: defineRoute('mssql.tableSchema', {
    summary: 'List the columns of a table',
    params: StoreParams.extend({ table: requiredText('Table is required.') }),
    response: TableSchema,
  }),
  query: defineRoute('mssql.query', {
    summary: 'Run one SELECT, read-only',
    params: StoreParams,
    body: MssqlQuery,
    response: MssqlQueryResult,
  }),
  listMappings: defineRoute('mssql.listMappings', {
    summary: 'List the field mappings of a store',
    params: StoreParams,
    response: FieldMappingList,
  }),
  createMapping: defineRoute('mssql.createMapping', {
    summary: 'Add a field mapping',
    params: StoreParams,
    body: FieldMappingInput,
    response: FieldMapping,
    status: 201,
  }),
  createMappings: defineRoute('mssql.createMappings', {
    summary: 'Add several field mappings, all or none',
    params: StoreParams,
    body: FieldMappingsCreate,
    response: FieldMappingList,
    status: 201,
  }),
  generateMappings: defineRoute('mssql.generateMappings', {
    summary: 'Generate default mappings from the column names of a table',
    params: StoreParams,
    body: MappingGeneration,
    response: GeneratedMappings,
  }),
  previewMappings: defineRoute('mssql.previewMappings', {
    summary: 'Preview the first rows of the table as they would be imported',
    params: StoreParams,
    body: MappingPreviewRequest,
    response: MappingPreview,
  }),
  updateMapping: defineRoute('mssql.updateMapping', {
    summary: 'Change a field mapping',
    params: MappingParams,
    body: FieldMappingInput,
    response: FieldMapping,
  }),
  deleteMapping: defineRoute('mssql.deleteMapping', {
    summary: 'Delete a field mapping',
    params: MappingParams,
    response: Outcome,
  }),
  startSync: defineRoute('mssql.startSync', {
    summary: 'Start a sync of a SQL Server store',
    params: StoreParams,
    response: MssqlSyncStarted,
  }),
};
