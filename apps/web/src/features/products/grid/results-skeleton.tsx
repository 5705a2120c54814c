import { DataTable } from '../../../components/data-table/data-table.tsx';
import type { GridLayout } from './grid-layout.ts';
import { useGridTable } from './use-grid-table.ts';

/** Keeps the table's layout while the first rows load. */
export function ResultsSkeleton({ layout }: { layout: GridLayout }) {
  const { shown: _, rowHeight: __, productAreas: ___, ...parts } = useGridTable(layout, () => undefined);
  return (
    <DataTable
      label="Products found"
      loading="Searching"
      {...parts}
      rows={undefined}
      keyOf={({ key }) => key}
    />
  );
}
