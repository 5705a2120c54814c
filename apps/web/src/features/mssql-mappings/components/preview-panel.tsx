import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { MAPPING_PREVIEW_MAX_ROWS, MAPPING_PREVIEW_ROWS } from '@storefleet/contract/stores/mssql/constants';
import { mappingSourceLabel } from '@storefleet/contract/stores/mssql/mapping-rules';
import type { MappingPreview } from '@storefleet/contract/stores/mssql/mssql';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { mappingPreviewQuery, mappingsQuery } from '../api/queries.ts';
import classes from './preview-panel.module.css';
import { type Filled, PreviewRows } from './preview-rows.tsx';

type Props = {
  storeId: string;
  /** A table other than the store's own, or null. */
  table: string | null;
};

/** The first rows as imported, and what to check before a sync. */
export function PreviewPanel({ storeId, table }: Props) {
  const api = useApi();
  const [limit, setLimit] = useState<number>(MAPPING_PREVIEW_ROWS);
  const preview = useQuery(mappingPreviewQuery(api, storeId, table, limit));
  const mappings = useQuery(mappingsQuery(api, storeId)).data ?? [];
  const shown = preview.data ? shownMappings(preview.data, mappings) : [];
  const isPartial = shown.length > 0 && (preview.data?.table.matching_rows ?? 0) > MAPPING_PREVIEW_ROWS;
  return (
    <Panel
      title="Preview"
      description={preview.data && describeRows(preview.data, shown.length > 0)}
      actions={
        <>
          {isPartial && limit < MAPPING_PREVIEW_MAX_ROWS && (
            <Button variant="default" size="xs" onClick={() => setLimit(MAPPING_PREVIEW_MAX_ROWS)}>
              Show {MAPPING_PREVIEW_MAX_ROWS} rows
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={preview.isFetching}
            onClick={() => void preview.refetch()}
          >
            Refresh
          </Button>
        </>
      }
    >
      <div className={classes.stack}>
        {preview.error && (
          <Banner tone="danger" title="The first rows could not be read">
            {describeError(preview.error)}
            {preview.data && ' What is shown here is older.'}
          </Banner>
        )}
        {preview.isPending && (
          <div className={classes.skeletons}>
            <VisuallyHidden role="status">Reading the first rows</VisuallyHidden>
            {[90, 84, 96, 78].map((width) => (
              <Skeleton key={width} height={20} width={`${width}%`} />
            ))}
          </div>
        )}
        {preview.data && (
          <PreviewContent preview={preview.data} mappings={mappings} isOther={table !== null} />
        )}
      </div>
    </Panel>
  );
}

type ContentProps = { preview: MappingPreview; mappings: readonly Filled[]; isOther: boolean };

/** The rows, warnings about them, and the query. */
export function PreviewContent({ preview, mappings, isOther }: ContentProps) {
  return (
    <>
      <Remarks preview={preview} isOther={isOther} />
      <PreviewRows preview={preview} mappings={shownMappings(preview, mappings)} />
      <details className={classes.query}>
        <summary>Query</summary>
        <pre className="code">{preview.table.query}</pre>
      </details>
    </>
  );
}

/** `isOther`: for the store's own table the page itself shows what blocks a sync. */
function Remarks({ preview, isOther }: { preview: MappingPreview; isOther: boolean }) {
  const remarks = [...preview.table.notices, ...preview.warnings];
  return (
    <>
      {isOther && preview.blocked_because !== null && (
        <Banner tone="warning" title={`${preview.table.name} could not be synced with these mappings`}>
          {preview.blocked_because}
        </Banner>
      )}
      {remarks.length > 0 && (
        <Banner tone="warning" title="Worth a second look">
          <ul className={classes.remarks}>
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

/** Mappings with readable columns. */
function shownMappings({ rows }: MappingPreview, mappings: readonly Filled[]): Filled[] {
  return mappings.filter((mapping) =>
    rows.some(({ before }) => Object.hasOwn(before, mappingSourceLabel(mapping))),
  );
}

export function describeRows({ table, rows }: MappingPreview, isShown: boolean): string {
  const all = formatQuantity(table.row_count, 'row');
  // The server's total row count is an estimate and may be stale.
  const left =
    table.matching_rows < table.row_count ? `${formatCount(table.matching_rows)} of ${all} to sync` : all;
  const skipped = rows.filter(({ problem }) => problem !== null).length;
  return [
    `${table.name}: ${left}.`,
    isShown && `The first ${formatQuantity(rows.length, 'row')} as they would be imported.`,
    skipped > 0 && `${formatCount(skipped)} of them would be skipped.`,
  ]
    .filter(Boolean)
    .join(' ');
}
