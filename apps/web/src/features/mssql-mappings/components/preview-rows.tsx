import { mappingSourceLabel, NUMBER_TARGETS } from '@storefleet/contract/stores/mssql/mapping-rules';
import type { FieldMapping, MappingPreview } from '@storefleet/contract/stores/mssql/mssql';
import { equalAmounts } from '@storefleet/contract/values/attribute-value';
import { useMemo } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { Cell, TableRow, WideCell } from '../../../components/data-table/table-row.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { type Numbered, numbered } from '../../../lib/numbered.ts';
import { targetWords } from '../mapping-words.ts';
import classes from './preview-panel.module.css';

/** Target of a column. */
export type Filled = Pick<FieldMapping, 'source_field' | 'target_field' | 'child_table'>;

type Row = Numbered<MappingPreview['rows'][number]>;

type Props = {
  preview: MappingPreview;
  /** Mappings with readable columns. */
  mappings: readonly Filled[];
};

/** Rows by target field. Shows both values if the imported one differs from the table's. */
export function PreviewRows({ preview, mappings }: Props) {
  const columns = useMemo(() => columnsFor(mappings), [mappings]);
  if (mappings.length === 0) {
    return (
      <p className="note small">
        {preview.table.matching_rows === 0
          ? 'No rows to show.'
          : 'Map columns of this table to see its first rows here.'}
      </p>
    );
  }
  return (
    <DataTable
      label="First rows"
      place="region"
      fitted
      className={classes.table}
      columns={columns}
      rows={numbered(preview.rows)}
      keyOf={({ number }) => String(number)}
    >
      {(row, position) => (
        <>
          <TableRow {...position} className={row.problem === null ? '' : classes.skipped}>
            {columns.map(({ id, cell }) => (
              <Cell key={id} column={id}>
                {cell?.(row)}
              </Cell>
            ))}
          </TableRow>
          {row.problem !== null && (
            <TableRow {...position} joined className={classes.problemRow}>
              <WideCell>
                <span className={classes.problem}>Would be skipped: {row.problem}</span>
              </WideCell>
            </TableRow>
          )}
        </>
      )}
    </DataTable>
  );
}

function columnsFor(mappings: readonly Filled[]): Column<Row>[] {
  const values = mappings.map((mapping): Column<Row> => {
    const [source, target] = [mappingSourceLabel(mapping), mapping.target_field];
    return {
      id: `to ${target}`,
      label: targetWords(target),
      head: (
        <span>
          {targetWords(target)}{' '}
          <span className={classes.source}>
            from <span className="code">{source}</span>
          </span>
        </span>
      ),
      cell: ({ before, after }) =>
        after === null ? (
          <Value value={before[source] ?? null} />
        ) : (
          <Change
            before={before[source] ?? null}
            after={after[target] ?? null}
            isNumber={NUMBER_TARGETS.includes(target)}
          />
        ),
    };
  });
  return [{ id: 'row', label: 'Row', namesRow: true, look: 'code', cell: ({ key }) => key }, ...values];
}

type ChangeProps = { before: string | null; after: string | null; isNumber: boolean };

function Change({ before, after, isNumber }: ChangeProps) {
  const isChanged = before !== after && !(isNumber && equalAmounts(before, after));
  return (
    <>
      <Value value={after} />{' '}
      {isChanged && (
        <span className={classes.before}>
          {before === null ? 'empty in the table' : `in the table: ${before}`}
        </span>
      )}
    </>
  );
}

function Value({ value }: { value: string | null }) {
  return value === null ? <Absent what="value" /> : <span className={classes.value}>{value}</span>;
}
