import { Button } from '@mantine/core';
import { mappingSourceLabel } from '@storefleet/contract/stores/mssql/mapping-rules';
import type { FieldMappingInput, MappingPreview } from '@storefleet/contract/stores/mssql/mssql';
import type { Column } from '../../../../components/data-table/columns.ts';
import { DataTable } from '../../../../components/data-table/data-table.tsx';
import { Absent } from '../../../../components/text/absent.tsx';
import { describeRefusal } from '../../../../lib/api/describe-error.ts';
import { type Numbered, numbered } from '../../../../lib/numbered.ts';
import { useTryMapping } from '../../api/changes.ts';
import { type MappingFormValues, mappingRemarks, toMappingInput } from '../../mapping-form.ts';
import classes from './mapping-editor.module.css';

type Props = {
  storeId: string;
  table: string;
  values: MappingFormValues;
  /** Called when the form must be corrected before a trial. */
  onBlocked: () => void;
};

/** Previews the column's values before and after, using the unsaved form. */
export function MappingTrial({ storeId, table, values, onBlocked }: Props) {
  const trial = useTryMapping(storeId);
  const input = toMappingInput(values);
  const tried = trial.variables;
  // A stale preview would be mistaken for the current values.
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

type TrialRow = Numbered<MappingPreview['rows'][number]>;

function TrialValues({ preview, mapping }: { preview: MappingPreview; mapping: FieldMappingInput }) {
  const source = mappingSourceLabel(mapping);
  const columns = columnsFor(mapping);
  const rows = numbered(preview.rows.filter(({ before }) => Object.hasOwn(before, source)));
  if (rows.length === 0) {
    return (
      <p className={classes.trialNote} role="status">
        {preview.rows.length === 0 && preview.table.matching_rows === 0
          ? `${preview.table.name} has no rows to show.`
          : (preview.blocked_because ?? 'Nothing to show.')}
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
      <div className={classes.trial}>
        <DataTable
          label={`Values of ${source}`}
          place="region"
          columns={columns}
          rows={rows}
          keyOf={({ number }) => String(number)}
        />
      </div>
    </>
  );
}

/** Source and result of each value. */
function columnsFor(mapping: FieldMappingInput): Column<TrialRow>[] {
  const [source, target] = [mappingSourceLabel(mapping), mapping.target_field];
  return [
    { id: 'row', label: 'Row', look: 'code', cell: ({ key }) => key },
    {
      id: 'before',
      label: 'In the table',
      cell: ({ before }) => (
        <span className={classes.value}>{before[source] ?? <Absent what="value" />}</span>
      ),
    },
    {
      id: 'after',
      label: 'Arrives as',
      cell: ({ after, problem }) =>
        problem === null ? (
          <span className={classes.value}>{after?.[target] ?? <Absent what="value" />}</span>
        ) : (
          <span className="danger">Skipped: {problem}</span>
        ),
    },
  ];
}
