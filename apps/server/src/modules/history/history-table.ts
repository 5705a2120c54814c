import { labelOf } from '@storefleet/contract/attributes/attributes';
import { type DefinitionOf, definitionsIn } from '@storefleet/contract/attributes/metafields';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import { isAmount } from '@storefleet/contract/values/attribute-value';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Cell } from '../csv/export/csv-writer.ts';
import type { Table, TableChunk } from '../csv/export/table.ts';
import { valueCell } from '../csv/export/value-cell.ts';
import { readDefinitions } from '../stores/stores.repository.ts';
import { countHistory, type HistoryFilter, type HistoryRow, readHistory } from './history.repository.ts';

const ROWS_PER_CHUNK = 2_000;

type CellOf = (row: HistoryRow, definitionOf: DefinitionOf) => Cell;

const COLUMNS: readonly (readonly [header: string, cell: CellOf])[] = [
  ['Date', (row) => ({ moment: row.changed_at })],
  ['Store', (row) => ({ text: row.store_name })],
  ['Product', (row) => ({ text: row.product_title })],
  ['Variant', (row) => ({ text: row.variant_title })],
  ['SKU', (row) => ({ text: row.sku })],
  ['Attribute', (row, definitionOf) => ({ text: labelOf(row.attribute, definitionOf) })],
  ['Old Value', (row, of) => valueCell(row.attribute, row.old_value, of(row.attribute))],
  ['New Value', (row, of) => valueCell(row.attribute, row.new_value, of(row.attribute))],
  [
    'Currency',
    (row) => ({ text: isAmount(row.attribute) ? (row.store_currency ?? DEFAULT_CURRENCY) : null }),
  ],
  ['User', (row) => ({ text: row.user_name })],
  ['User E-mail', (row) => ({ text: row.user_email })],
  ['Origin', (row) => ({ text: row.origin })],
  ['Product ID', (row) => ({ text: row.product_source_id })],
  ['Variant ID', (row) => ({ text: row.variant_source_id })],
  ['Batch ID', (row) => ({ text: row.batch_id })],
  ['Change ID', (row) => ({ text: row.id })],
  ['Undoes Change ID', (row) => ({ text: row.undoes_record_id })],
  ['Old Value Certain', (row) => ({ text: row.old_value_known ? 'yes' : 'no' })],
];

/** The changes matching the filter, newest first; times in UTC, values as stored. */
export function historyTable({ db, clock }: { db: Database; clock: Clock }, filter: HistoryFilter): Table {
  return {
    name: `change-history-${clock.now().toISOString().slice(0, 10)}`,
    header: COLUMNS.map(([header]) => header),
    counted: 'change',
    total: () => countHistory(db, filter),
    chunks: readChunks(db, filter),
  };
}

async function* readChunks(db: Database, filter: HistoryFilter): AsyncGenerator<TableChunk, void, void> {
  let done = 0;
  for await (const rows of readHistory(db, filter, ROWS_PER_CHUNK)) {
    done += rows.length;
    const stores = await readDefinitions(
      db,
      rows.map(({ attribute }) => attribute),
    );
    const cellsOf = (row: HistoryRow) => {
      const definitionOf = definitionsIn(stores, [row.store_id]);
      return COLUMNS.map(([, cell]) => cell(row, definitionOf));
    };
    yield { rows: rows.map(cellsOf), done };
  }
}
