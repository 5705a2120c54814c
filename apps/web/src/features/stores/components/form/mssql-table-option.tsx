import type { MssqlTable } from '@storefleet/contract/stores/mssql/mssql';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import classes from './mssql-table-option.module.css';

/** A table in the list. No `table` means that the database does not have it. */
export function MssqlTableOption({ name, table }: { name: string; table: MssqlTable | undefined }) {
  return (
    <span className={classes.option}>
      <span className="code">{name}</span>
      <span className={classes.size}>{table && tableSize(table)}</span>
    </span>
  );
}

export function tableSize({ type, row_count: rows }: MssqlTable): string {
  if (type === 'view') return 'View';
  return rows === null ? '' : formatQuantity(rows, 'row');
}
