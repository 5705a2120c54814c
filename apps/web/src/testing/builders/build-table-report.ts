import { MssqlTableReport } from '@storefleet/contract/stores/mssql/mssql';
import { blank } from './blank.ts';

/** A table with a primary key and no condition, with overrides. */
export const buildTableReport = (part: Partial<MssqlTableReport> = {}): MssqlTableReport => ({
  ...blank(MssqlTableReport),
  name: 'dbo.Products',
  primary_key: ['ProductID'],
  row_count: 5_000,
  matching_rows: 5_000,
  update_granted: true,
  query: 'SELECT * FROM [dbo].[Products]',
  ...part,
});
