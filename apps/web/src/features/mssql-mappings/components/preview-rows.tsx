import { Table } from '@mantine/core';
import type { FieldMapping, MappingPreview } from '@storefleet/contract/mssql';
import { Fragment } from 'react';
import { Absent } from '../../../components/absent.tsx';
import { targetWords } from '../mapping-words.ts';
import classes from './preview-panel.module.css';

type Row = MappingPreview['rows'][number] & {
  /** Rows of a table without a primary key may be alike. */
  number: number;
};

type Props = {
  preview: MappingPreview;
  /** Those whose columns could be read. */
  mappings: readonly FieldMapping[];
};

/** The rows by target. Where a value arrives otherwise than it stands in the table, both show. */
export function PreviewRows({ preview, mappings }: Props) {
  const rows: Row[] = preview.rows.map((row, index) => ({ ...row, number: index + 1 }));
  if (mappings.length === 0) {
    return (
      <p className={classes.note}>
        {preview.table.matching_rows === 0
          ? 'There are no rows to show.'
          : 'As soon as columns of this table are mapped, the first rows show here.'}
      </p>
    );
  }
  return (
    <section className={classes.scroll} {...{ 'aria-label': 'First rows', tabIndex: 0 }}>
      <Table className={classes.table} verticalSpacing={5}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.key}>Row</Table.Th>
            {mappings.map((mapping) => (
              <Table.Th key={mapping.id}>
                {targetWords(mapping.target_field)}{' '}
                <span className={classes.source}>
                  from <span className="code">{mapping.source_field}</span>
                </span>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <PreviewRow key={row.number} row={row} mappings={mappings} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function PreviewRow({ row, mappings }: { row: Row; mappings: readonly FieldMapping[] }) {
  const { key, before, after, problem } = row;
  return (
    <Fragment>
      <Table.Tr className={classes.values} data-skipped={problem !== null || undefined}>
        <Table.Th scope="row" className={classes.key}>
          <span className="code">{key}</span>
        </Table.Th>
        {mappings.map((mapping) => (
          <Table.Td key={mapping.id}>
            {after === null ? (
              <Value value={before[mapping.source_field] ?? null} />
            ) : (
              <Change
                before={before[mapping.source_field] ?? null}
                after={after[mapping.target_field] ?? null}
              />
            )}
          </Table.Td>
        ))}
      </Table.Tr>
      {problem !== null && (
        <Table.Tr className={classes.problemRow}>
          <Table.Td colSpan={mappings.length + 1}>
            <span className={classes.problem}>Would be skipped: {problem}</span>
          </Table.Td>
        </Table.Tr>
      )}
    </Fragment>
  );
}

function Change({ before, after }: { before: string | null; after: string | null }) {
  return (
    <>
      <Value value={after} />{' '}
      {before !== after && (
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
