import { Button } from '@mantine/core';
import type { SyncGap, SyncLog } from '@storefleet/contract/syncs/sync';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../../lib/api/api-context.ts';
import { numbered } from '../../../../lib/numbered.ts';
import { lastRunQuery } from '../../api/queries.ts';
import classes from './run-findings.module.css';
import { SkippedRowsDialog } from './skipped-rows-dialog.tsx';

const GAPS_SHOWN = 100;

/** What the last run is missing: skipped rows, gaps, and unreadable data. */
export function RunFindings({ storeId, syncId }: { storeId: string; syncId: string }) {
  const { data: run } = useQuery(lastRunQuery(useApi(), storeId, syncId));
  return run && hasFindings(run) ? <Findings run={run} /> : null;
}

export function Findings({ run }: { run: SyncLog }) {
  const [listing, setListing] = useState(false);
  return (
    <div className={classes.findings}>
      {run.skipped_rows > 0 && (
        <Button
          variant="default"
          size="xs"
          className={classes.skipped}
          aria-haspopup="dialog"
          onClick={() => setListing(true)}
        >
          Show skipped rows
        </Button>
      )}
      {run.gaps.length > 0 && <Gaps gaps={run.gaps} />}
      {run.notices.length > 0 && (
        <ul className={classes.list}>
          {run.notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {listing && (
        <SkippedRowsDialog
          storeId={run.store_id}
          syncId={run.id}
          skipped={run.skipped_rows}
          onClose={() => setListing(false)}
        />
      )}
    </div>
  );
}

function Gaps({ gaps }: { gaps: readonly SyncGap[] }) {
  return (
    <details className={classes.gaps} open={gaps.length <= 3}>
      <summary>{formatQuantity(gaps.length, 'gap')} between the source and what is stored</summary>
      <ul className={classes.list}>
        {numbered(gaps.slice(0, GAPS_SHOWN)).map(({ number, title, source_id: sourceId, reason }) => (
          <li key={number}>
            {(title ?? sourceId) !== null && <b>{title ?? sourceId}: </b>}
            {reason}
          </li>
        ))}
        {gaps.length > GAPS_SHOWN && <li>and {formatCount(gaps.length - GAPS_SHOWN)} more</li>}
      </ul>
    </details>
  );
}

export function hasFindings({ skipped_rows: skipped, gaps, notices }: SyncLog): boolean {
  return skipped > 0 || gaps.length > 0 || notices.length > 0;
}
