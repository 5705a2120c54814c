import { mappingSourceLabel } from '@storefleet/contract/stores/mssql/mapping-rules';
import type { MappingPreview } from '@storefleet/contract/stores/mssql/mssql';
import type { SqlServer } from '../client/sql.ts';
import { draftPlan, type TablePlan } from '../read/catalogue-plan.ts';
import { productIdOf, titleMissing } from '../read/catalogue-products.ts';
import { keyColumns, whereOf } from '../read/catalogue-statements.ts';
import { readChildren } from '../read/child-values.ts';
import {
  bracketed,
  type MappedRow,
  mapRow,
  nameOfRow,
  type RawRow,
  rawRow,
  selectList,
} from '../read/row-reader.ts';
import { chooseTable, reportTable, type TableChoice } from './preview-table.ts';
import { warningsOf } from './preview-warnings.ts';

type PreviewOptions = TableChoice & {
  readonly limit: number;
};

/**
 * The first rows of a table as a sync would read them. Mappings that would prevent a sync are reported and
 * skipped. Throws a SourceError if the table or the where clause cannot be used at all.
 */
export async function previewRows(options: PreviewOptions, signal: AbortSignal): Promise<MappingPreview> {
  const { server, mappings, limit } = options;
  const { table, condition } = await chooseTable(options, signal);
  const children = await readChildren(server, mappings, signal);
  const { plan, problem } = draftPlan(table, { condition, mappings, children });
  const rows = plan.columns.length === 0 ? [] : await firstRows(server, plan, limit, signal);
  return {
    table: await reportTable(server, plan, signal),
    rows: rows.map((raw) => previewRow(raw, plan)),
    warnings: warningsOf(plan, rows),
    blocked_because: problem,
  };
}

async function firstRows(
  server: SqlServer,
  plan: TablePlan,
  limit: number,
  signal: AbortSignal,
): Promise<RawRow[]> {
  const order = keyColumns(plan).map(bracketed).join(', ');
  const sql =
    `SELECT TOP (@n) ${selectList(plan.columns)} FROM ${plan.from}${plan.joins}${whereOf(plan, [])}` +
    (order === '' ? '' : ` ORDER BY ${order}`);
  const rows = await server.query(sql, { n: limit }, { signal });
  return rows.map((row) => rawRow(row, plan.columns));
}

function previewRow(raw: RawRow, plan: TablePlan): MappingPreview['rows'][number] {
  const { values, problems } = mapRow(raw, plan.fields);
  const all = [...problems, ...problemsOfProduct(raw, values, plan)];
  return {
    key: nameOfRow(raw, plan),
    before: Object.fromEntries(
      plan.fields.map(({ mapping, at }) => [mappingSourceLabel(mapping), raw[at] ?? null]),
    ),
    after: all.length === 0 ? Object.fromEntries(values) : null,
    problem: all.length === 0 ? null : all.join(' '),
  };
}

/** A row that shares its product with others may leave the title to them. */
function* problemsOfProduct(
  raw: RawRow,
  values: MappedRow['values'],
  plan: TablePlan,
): Generator<string, void, void> {
  const id = productIdOf(raw, plan);
  if (!id.ok) yield id.problem;
  if (!plan.isGrouped && values.get('title') === null) yield titleMissing(plan);
}
