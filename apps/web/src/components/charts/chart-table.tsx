import { useMemo } from 'react';
import { type Column, numberColumn } from '../data-table/columns.ts';
import { DataTable } from '../data-table/data-table.tsx';
import type { ChartPanel, ChartRow } from './chart-data.ts';

type Props = {
  label: string;
  rowHeading: string;
  rows: readonly ChartRow[];
  panels: readonly ChartPanel[];
};

/** The rows of a chart, newest first. */
export function ChartTable({ label, rowHeading, rows, panels }: Props) {
  const columns = useMemo((): Column<ChartRow>[] => {
    const values = panels.flatMap(({ series, format }) =>
      series.map(({ key, label: name }) =>
        numberColumn<ChartRow>(key, name, { cell: (row) => format(row.values[key] ?? 0) }),
      ),
    );
    return [{ id: 'row', label: rowHeading, namesRow: true, cell: (row) => row.label }, ...values];
  }, [rowHeading, panels]);
  return (
    <DataTable
      label={label}
      place="inside"
      fitted
      columns={columns}
      rows={rows.toReversed()}
      keyOf={({ id }) => id}
    />
  );
}
