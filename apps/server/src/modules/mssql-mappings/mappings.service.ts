import { MAPPINGS_MAX } from '@storefleet/contract/stores/mssql/constants';
import type {
  FieldMapping,
  FieldMappingInput,
  FieldMappingList,
  GeneratedMappings,
  MappingPreview,
  MappingPreviewRequest,
  TablePreviewRequest,
} from '@storefleet/contract/stores/mssql/mssql';
import type { SqlServers } from '../../connectors/mssql/client/sql-server.ts';
import { parseTableName } from '../../connectors/mssql/identifiers.ts';
import type { Mapping } from '../../connectors/mssql/mapping/field-mapping.ts';
import { readTable, type TableInfo } from '../../connectors/mssql/mapping/introspection.ts';
import type { MssqlStore } from '../../connectors/mssql/mssql-store.ts';
import { previewRows } from '../../connectors/mssql/preview/preview.ts';
import { refusalOfColumn } from '../../connectors/mssql/read/catalogue-plan.ts';
import { type Children, readChildren } from '../../connectors/mssql/read/child-values.ts';
import { SourceError } from '../../connectors/source-error.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { AppError, invalidField, validationFailed } from '../../platform/http/problem.ts';
import { withDeadline } from '../../platform/resilience/deadline.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { askSource, refusedAt } from '../stores/source-problem.ts';
import type { StoresService } from '../stores/stores.service.ts';
import { type GenerationTable, generateMappings } from './generate-mappings.ts';
import { deleteMapping, listMappings, noteStock, updateMapping } from './mappings.repository.ts';
import { complete, insertAll, newMapping } from './new-mappings.ts';
import { previewTable } from './preview-table.ts';
import { refuseTakenTargets } from './taken-targets.ts';

type MappingsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly stores: Pick<StoresService, 'lockMssqlStore' | 'requireMssqlStore'>;
  readonly sqlServers: SqlServers;
};

export type MappingsService = ReturnType<typeof createMappingsService>;

/** Milliseconds for a server to describe a table or return some of its rows. */
const TABLE_TIMEOUT_MS = 30_000;
/** The same for merely checking a mapping, which can be created while the server is unavailable. */
const CHECK_TIMEOUT_MS = 5_000;

/** The field mappings of SQL Server stores. Changes to one store's mappings are serialized. */
export function createMappingsService(deps: MappingsDeps) {
  const { db, clock, stores } = deps;

  return {
    async list(storeId: string): Promise<FieldMappingList> {
      await stores.requireMssqlStore(storeId);
      return toList(await listMappings(db, storeId));
    },

    async create(storeId: string, input: FieldMappingInput, signal?: AbortSignal): Promise<FieldMapping> {
      const [created] = await addAll(deps, storeId, [input], () => '', signal);
      if (created === undefined) throw new TypeError('No mapping was made.');
      return created;
    },

    /** All or none. */
    async createAll(
      storeId: string,
      inputs: readonly FieldMappingInput[],
      signal?: AbortSignal,
    ): Promise<FieldMappingList> {
      return toList(await addAll(deps, storeId, inputs, (index) => `mappings.${index}.`, signal));
    },

    async update(
      storeId: string,
      id: string,
      input: FieldMappingInput,
      signal?: AbortSignal,
    ): Promise<FieldMapping> {
      await assertColumns(deps, storeId, [input], () => 'source_field', signal);
      return db.transaction(async (tx) => {
        const others = (await lockMappings(deps, tx, storeId)).filter((mapping) => mapping.id !== id);
        refuseTakenTargets([input], others, () => 'target_field');
        const mapping = { ...newMapping(storeId, input, false), id };
        if (!(await updateMapping(tx, mapping, clock.now()))) throw mappingNotFound();
        await noteStock(tx, storeId);
        return mapping;
      });
    },

    async remove(storeId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        await lockMappings(deps, tx, storeId);
        if (!(await deleteMapping(tx, storeId, id))) throw mappingNotFound();
        await noteStock(tx, storeId);
      });
    },

    /** Adds mappings derived from a table's columns; existing ones stay unchanged. Returns the new ones. */
    async generate(storeId: string, tableName: string, signal?: AbortSignal): Promise<GeneratedMappings> {
      const table = await describe(deps, storeId, tableName, signal);
      return db.transaction(async (tx) => {
        const present = await lockMappings(deps, tx, storeId);
        const { mappings, unplacedColumns } = generateMappings(table, present);
        return {
          success: true,
          mappings: await insertAll(deps, tx, storeId, mappings, true),
          unplaced_columns: unplacedColumns,
        };
      });
    },

    previewTable: (request: TablePreviewRequest, signal?: AbortSignal) =>
      previewTable(deps.sqlServers, request, signal),
    preview: (storeId: string, request: MappingPreviewRequest, signal?: AbortSignal) =>
      preview(deps, storeId, request, signal),
  };
}

/** `placeOf` returns the prefix of a field's path in an error. */
async function addAll(
  deps: MappingsDeps,
  storeId: string,
  inputs: readonly FieldMappingInput[],
  placeOf: (index: number) => string,
  signal?: AbortSignal,
): Promise<FieldMapping[]> {
  await assertColumns(deps, storeId, inputs, (index) => `${placeOf(index)}source_field`, signal);
  return deps.db.transaction(async (tx) => {
    const present = await lockMappings(deps, tx, storeId);
    refuseTakenTargets(inputs, present, (index) => `${placeOf(index)}target_field`);
    refuseTooMany(present.length + inputs.length);
    return insertAll(deps, tx, storeId, inputs, false);
  });
}

/** Refuses columns that the store's table lacks, or that cannot be read. */
async function assertColumns(
  deps: MappingsDeps,
  storeId: string,
  inputs: readonly FieldMappingInput[],
  pathOf: (index: number) => string,
  signal?: AbortSignal,
): Promise<void> {
  const { mssql, store } = await deps.stores.requireMssqlStore(storeId);
  if (store.store_status === 'archived') return;
  const mappings = inputs.map(complete);
  const tables = await tablesToCheck(deps, mssql, mappings, signal);
  if (tables === null) return;
  const errors = mappings.flatMap((mapping, index) => {
    const message = refusalOfColumn(tables.table, mapping, tables.children);
    return message === null ? [] : [{ path: pathOf(index), message }];
  });
  if (errors.length > 0) throw validationFailed(errors);
}

/** Null if the server cannot be reached now: the sync will then report problems with a mapping. */
async function tablesToCheck(
  { sqlServers }: MappingsDeps,
  mssql: MssqlStore,
  mappings: readonly Mapping[],
  signal?: AbortSignal,
): Promise<{ table: TableInfo; children: Children } | null> {
  const deadline = withDeadline(CHECK_TIMEOUT_MS, signal);
  const server = sqlServers.open(mssql.sqlServer);
  try {
    const table = await readTable(server, parseTableName(mssql.table), deadline);
    return { table, children: await readChildren(server, mappings, deadline) };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SourceError || deadline.aborted) return null;
    throw error;
  }
}

async function describe(
  { stores, sqlServers }: MappingsDeps,
  storeId: string,
  table: string,
  signal?: AbortSignal,
): Promise<GenerationTable> {
  const { mssql, store } = await stores.requireMssqlStore(storeId);
  if (store.store_status === 'archived') throw new AppError({ code: 'store_archived' });
  const ask = (deadline: AbortSignal) =>
    refusedAt('table_name', () =>
      readTable(sqlServers.open(mssql.sqlServer), parseTableName(table), deadline),
    );
  return askSource(ask, TABLE_TIMEOUT_MS, signal);
}

/** What a sync would read from the first rows; saved settings apply to what the request omits. */
async function preview(
  { stores, sqlServers }: MappingsDeps,
  storeId: string,
  { table_name, mappings, limit }: MappingPreviewRequest,
  signal?: AbortSignal,
): Promise<MappingPreview> {
  const { mssql } = await stores.requireMssqlStore(storeId);
  if (mappings) refuseTakenTargets(mappings, [], (index) => `mappings.${index}.target_field`);
  const shown = {
    limit,
    guard: sqlServers.guard,
    table: table_name ?? mssql.table,
    whereClause: mssql.whereClause,
    mappings: mappings?.map(complete) ?? mssql.mappings,
  };
  return askSource(
    (deadline) => previewRows({ server: sqlServers.open(mssql.sqlServer), ...shown }, deadline),
    TABLE_TIMEOUT_MS,
    signal,
  );
}

async function lockMappings(
  { stores }: MappingsDeps,
  tx: Queryable,
  storeId: string,
): Promise<FieldMapping[]> {
  await stores.lockMssqlStore(tx, storeId);
  return listMappings(tx, storeId);
}

function toList(mappings: FieldMapping[]): FieldMappingList {
  return { mappings, total: mappings.length };
}

function refuseTooMany(count: number): void {
  if (count > MAPPINGS_MAX) {
    throw invalidField('mappings', `A store can have at most ${MAPPINGS_MAX} field mappings.`);
  }
}

function mappingNotFound(): AppError {
  return new AppError({ code: 'mapping_not_found' });
}
