import { Button, Table } from '@mantine/core';
import type { FieldMappingInput, MappingPreview } from '@storefleet/contract/mssql';
import { Absent } from '../../../components/absent.tsx';
import { describeRefusal } from '../../stores/describe-refusal.ts';
import { useTryMapping } from '../api/try-mapping.ts';
import { type MappingFormValues, mappingRemarks, toMappingInput } from '../mapping-form.ts';
import classes from './mapping-editor.module.css';

type Props = {
  storeId: string;
  table: string;
  values: MappingFormValues;
  /** When there is something to be put right before it can be tried. */
  onBlocked: () => void;
};

/** Shows values of the column before and after, as the form stands, before anything is saved. */
export function MappingTrial({ storeId, table, values, onBlocked }: Props) {
  const trial = useTryMapping(storeId);
  const input = toMappingInput(values);
  const tried = trial.variables;
  // What was shown for other values would be taken for these.
  const isCurrent = tried?.table === table && JSON.stringify(tried.mapping) === JSON.stringify(input);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        loading={trial.isPending}
        onClick={() => {
          if (Object.keys(mappingRemarks(values)).length > 0) onBlocked();
          else trial.mutate({ table, mapping: input });
        }}
      >
        Try on the first rows
      </Button>
      {isCurrent && trial.error && (
        <p className={classes.trialNote} data-tone="danger" role="alert">
          The rows could not be read: {describeRefusal(trial.error)}
        </p>
      )}
      {isCurrent && trial.data && <TrialValues preview={trial.data} mapping={input} />}
    </>
  );
}

function TrialValues({ preview, mapping }: { preview: MappingPreview; mapping: FieldMappingInput }) {
  const { source_field: source, target_field: target } = mapping;
  // Rows of a table without a primary key may be alike.
  const rows = preview.rows
    .filter(({ before }) => Object.hasOwn(before, source))
    .map((row, index) => ({ ...row, number: index + 1 }));
  if (rows.length === 0) {
    return (
      <p className={classes.trialNote} role="status">
        {preview.rows.length === 0 && preview.table.matching_rows === 0
          ? `${preview.table.name} has no rows to show.`
          : (preview.blocked_because ?? 'There is nothing to show.')}
      </p>
    );
  }
  return (
    <>
      {preview.warnings.map((warning) => (
        <p key={warning} className={classes.trialNote} role="status">
          {warning}
        </p>
      ))}
      <section className={classes.trial} {...{ 'aria-label': `Values of ${source}`, tabIndex: 0 }}>
        <Table className={classes.values} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>In the table</Table.Th>
              <Table.Th>Arrives as</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ number, key, before, after, problem }) => (
              <Table.Tr key={number}>
                <Table.Td className="code">{key}</Table.Td>
                <Table.Td>{before[source] ?? <Absent what="value" />}</Table.Td>
                <Table.Td className={problem === null ? undefined : classes.problem}>
                  {problem === null ? (after?.[target] ?? <Absent what="value" />) : `Skipped: ${problem}`}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </>
  );
}
