import { Button, Checkbox } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { withOffset } from '../../../as-of/moment.ts';
import { Permitted } from '../../../auth/components/permitted.tsx';
import { type PreviewRequest, usePreview } from '../../api/changes.ts';
import type { ActionRequest } from '../../bulk-action.ts';
import { PlannedPreview } from '../preview/planned-preview.tsx';
import classes from './bulk-actions.module.css';

type Props = {
  id?: string;
  className?: string | undefined;
  opened?: boolean;
  /** The time to restore to. */
  asOf: string;
  /** What to restore. */
  request: (action: ActionRequest) => PreviewRequest;
  onApplied: (batchId: string) => void;
  children?: ReactNode;
};

/** Plans a restore of past values; writes nothing until the plan is applied. */
export function RestoreForm({ asOf, request, onApplied, opened, children, ...form }: Props) {
  const [uncertain, setUncertain] = useState(false);
  const preview = usePreview();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (preview.isPending) return;
    preview.mutate(request({ restore: { as_of: withOffset(asOf), include_uncertain: uncertain } }));
  };
  return (
    <form {...form} aria-label="Restore" data-opened={opened || undefined} onSubmit={submit}>
      {preview.error && (
        <div className={classes.wide}>
          <Banner tone="danger" title={messages.bulkUpdate.failed} onDismiss={preview.reset}>
            {describeError(preview.error)}
          </Banner>
        </div>
      )}
      <Permitted call="bulkUpdates.preview" explained>
        <Checkbox
          label="Include uncertain values"
          title="Values changed in the store itself: shown as last seen before"
          checked={uncertain}
          onChange={(event) => setUncertain(event.currentTarget.checked)}
        />
        <Button type="submit" loading={preview.isPending}>
          Preview restore
        </Button>
      </Permitted>
      {children}
      <PlannedPreview plan={preview} onApplied={onApplied} />
    </form>
  );
}
