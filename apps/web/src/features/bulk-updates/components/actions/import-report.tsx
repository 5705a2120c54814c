import { Button } from '@mantine/core';
import type { BulkUpdateBatch, CsvImportReport } from '@storefleet/contract/edits/bulk-update-batches';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconDownload } from '@tabler/icons-react';
import { FailureBanner } from '../../../../components/feedback/failure-banner.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { Field, FieldList } from '../../../../components/text/field-list.tsx';
import { useExportProblems } from '../../api/changes.ts';

/** How an imported file was interpreted, and its refused rows as a download. */
export function ImportReport({ batch, report }: { batch: BulkUpdateBatch; report: CsvImportReport }) {
  const problems = useExportProblems(batch.batch_id);
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
          <Field label="Columns ignored">{list(report.ignored_columns)}</Field>
        )}
        {report.unmatched > 0 && <Field label="No match">{formatQuantity(report.unmatched, 'row')}</Field>}
        {report.ambiguous > 0 && (
          <Field label="Several matches">{formatQuantity(report.ambiguous, 'row')}</Field>
        )}
        {report.invalid > 0 && <Field label="Not valid">{formatQuantity(report.invalid, 'row')}</Field>}
        <Field label="Read as">
          {report.encoding},{' '}
          {report.sheet === undefined
            ? `columns separated by ${delimiterName(report.delimiter)}`
            : `sheet “${report.sheet}”`}
        </Field>
      </FieldList>
      {batch.failed > 0 && batch.items_removed_at === null && (
        <Button
          variant="default"
          size="xs"
          mt="sm"
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={problems.isPending}
          title="The refused rows as in the file, each with its reason. Correct them and import them again."
          onClick={() => problems.mutate()}
        >
          Download the refused rows
        </Button>
      )}
      <FailureBanner title="The file could not be saved." error={problems.error} onDismiss={problems.reset} />
    </Panel>
  );
}

function delimiterName(delimiter: string): string {
  const names: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };
  return names[delimiter] ?? delimiter;
}
