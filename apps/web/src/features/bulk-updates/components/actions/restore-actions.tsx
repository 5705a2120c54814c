import { useState } from 'react';
import { formatMoment } from '../../../../lib/format/format-time.ts';
import type { Selection } from '../../../products/selection/selection-store.ts';
import { useSelectionVersion } from '../../../products/selection/use-selection.ts';
import { previewRequest } from '../../preview-request.ts';
import classes from './bulk-actions.module.css';
import { RestoreForm } from './restore-form.tsx';
import { SelectionHead } from './selection-head.tsx';

const FORM_ID = 'restore-actions';

type Props = { selection: Selection; asOf: string; onApplied: (batchId: string) => void };

/** Sticky panel while rows are selected and past values are shown. */
export function RestoreActions({ selection, asOf, onApplied }: Props) {
  useSelectionVersion(selection);
  const [opened, setOpened] = useState(false);
  return (
    <section className={classes.panel} aria-label="Restore" data-at-foot>
      <SelectionHead
        selection={selection}
        label="Restore"
        controls={FORM_ID}
        opened={opened}
        onToggle={() => setOpened(!opened)}
      />
      <RestoreForm
        id={FORM_ID}
        className={classes.form}
        opened={opened}
        asOf={asOf}
        request={(action) => previewRequest(selection, action)}
        onApplied={onApplied}
      >
        <p className={classes.note}>Back to what it was as of {formatMoment(asOf)}.</p>
      </RestoreForm>
    </section>
  );
}
