import type { CsvImportReport } from '@storefleet/contract/edits/bulk-updates';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { Panel } from '../../../../components/panel.tsx';
import { Field, FieldList } from '../../../../components/text/field-list.tsx';

/** How an imported file was understood. */
export function ImportReport({ report }: { report: CsvImportReport }) {
  const list = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '));
  return (
    <Panel
      title={report.file_name ?? 'Imported file'}
      description={`${formatQuantity(report.rows, 'row')}, ${formatCount(report.matched)} matched`}
    >
      <FieldList>
        <Field label="Matched by">{list(report.matched_by)}</Field>
        <Field label="Columns applied">{list(report.applied_columns)}</Field>
        {report.ignored_columns.length > 0 && (
          <Field label="Columns left aside">{list(report.ignored_columns)}</Field>
        )}
        {report.unmatched > 0 && (
          <Field label="Match nothing">{formatQuantity(report.unmatched, 'row')}</Field>
        )}
        {report.ambiguous > 0 && (
          <Field label="Match more than one">{formatQuantity(report.ambiguous, 'row')}</Field>
        )}
        {report.invalid > 0 && <Field label="Not valid">{formatQuantity(report.invalid, 'row')}</Field>}
        <Field label="Read as">
          {report.encoding}, columns separated by {delimiterName(report.delimiter)}
        </Field>
      </FieldList>
    </Panel>
  );
}

function delimiterName(delimiter: string): string {
  const names: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };
  return names[delimiter] ?? delimiter;
}
