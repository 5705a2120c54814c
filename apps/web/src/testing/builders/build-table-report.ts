import type { MssqlTableReport } from '@storefleet/contract/stores/mssql/mssql';

/** A table with a primary key and no condition, with overrides. */
export function buildTableReport(part: Partial<MssqlTableReport> = {}): MssqlTableReport {
  return {
    name: 'dbo.Products',
    type: 'table',
    primary_key: ['ProductID'],
    row_count: 5_000,
    matching_rows: 5_000,
    update_granted: true,
    full_sync_only: [],
    locked_columns: [],
    query: 'SELECT * FROM [dbo].[Products]',
    notices: [],
    ...part,
  };
}
