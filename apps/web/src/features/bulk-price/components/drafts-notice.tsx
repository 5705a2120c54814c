import { Button } from '@mantine/core';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useNavigate } from '@tanstack/react-router';
import { describeError } from '../../../lib/api/describe-error.ts';
import { paths } from '../../../lib/paths.ts';
import { usePreview } from '../../bulk-updates/api/changes.ts';
import { LaterPreviewDialog } from '../../bulk-updates/components/preview/planned-preview.tsx';
import { type CellEdit, referencesOf } from '../api/save-cells.ts';
import type { CellEdits } from '../cell-edits.ts';
import classes from './edits-bar.module.css';

/** Drafts of a user who may only propose, and the button to submit them for approval. */
export function DraftsNotice({ edits, drafts }: { edits: CellEdits; drafts: readonly CellEdit[] }) {
  const preview = usePreview();
  const navigate = useNavigate();
  const batchId = preview.data?.batch_id;
  return (
    <div className={classes.part}>
      <span className="tabular">{formatQuantity(drafts.length, 'change')} not submitted yet</span>
      <Button size="compact-sm" variant="default" onClick={() => edits.clearDrafts()}>
        Discard
      </Button>
      <Button
        size="compact-sm"
        loading={preview.isPending}
        onClick={() => preview.mutate({ products_to_update: referencesOf(drafts) })}
      >
        Review and submit
      </Button>
      {preview.error && <span className="danger">{describeError(preview.error)}</span>}
      {batchId !== undefined && (
        <LaterPreviewDialog
          batchId={batchId}
          onClose={(isPlan) => {
            if (isPlan) edits.clearDrafts();
            preview.reset();
          }}
          onApplied={() => {
            edits.clearDrafts();
            void navigate({ to: paths.bulkUpdate, params: { batchId } });
          }}
        />
      )}
    </div>
  );
}
