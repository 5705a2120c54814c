import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import type { TablePreview } from '@storefleet/contract/stores/mssql/mssql';
import { Banner } from '../../components/feedback/banner.tsx';
import { Panel } from '../../components/panel.tsx';
import { describeRefusal } from '../../lib/api/describe-error.ts';
import { describeRows, PreviewContent } from '../mssql-mappings/components/preview-panel.tsx';
import classes from '../stores/components/form/store-form.module.css';

type Props = {
  table: string;
  /** Whether the form's connection works. */
  isTested: boolean;
  preview: { result: TablePreview | undefined; error: Error | null; isPending: boolean; run: () => void };
};

/** The first rows of a new store's table, as generated mappings would import them. */
export function NewTableRows({ table, isTested, preview: { result, error, isPending, run } }: Props) {
  if (!isTested || table.trim() === '') return null;
  return (
    <Panel
      title="Preview"
      description={result && describeRows(result, result.mappings.length > 0)}
      actions={
        !result && (
          <Button size="xs" variant="default" loading={isPending} onClick={() => run()}>
            Show the first rows
          </Button>
        )
      }
    >
      <div className={classes.sections} aria-live="polite">
        {isPending && (
          <>
            <VisuallyHidden>Reading the first rows</VisuallyHidden>
            <Skeleton height={140} />
          </>
        )}
        {error && (
          <Banner tone="danger" title="The first rows could not be read">
            {describeRefusal(error)}
          </Banner>
        )}
        {result && (
          <>
            <PreviewContent preview={result} mappings={result.mappings} isOther />
            {result.unplaced_columns.length > 0 && (
              <p className={classes.nextNote}>
                Not mapped, as their names match no field:{' '}
                <span className="code">{result.unplaced_columns.join(', ')}</span>. Mappings can be changed on
                the page of the store.
              </p>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}
