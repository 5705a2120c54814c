import { Table } from '@mantine/core';
import type { ChartPanel, ChartRow } from './chart-data.ts';

type Props = {
  label: string;
  rowHeading: string;
  rows: readonly ChartRow[];
  panels: readonly ChartPanel[];
};

/** The rows of a chart from the newest to the oldest. */
export function ChartTable({ label, rowHeading, rows, panels }: Props) {
  const columns = panels.flatMap(({ series, format }) =>
    series.map(({ key, label }) => ({ key, label, format })),
  );
  return (
    <Table className="tabular" verticalSpacing={6} stickyHeader aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{rowHeading}</Table.Th>
          {columns.map((column) => (
            <Table.Th key={column.key} scope="col" ta="end">
              {column.label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.toReversed().map((row) => (
          <Table.Tr key={row.id}>
            <Table.Th scope="row" fw={400}>
              {row.label}
            </Table.Th>
            {columns.map((column) => (
              <Table.Td key={column.key} ta="end">
                {column.format(row.values[column.key] ?? 0)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
