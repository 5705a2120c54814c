import { Button, Text } from '@mantine/core';
import { TextLink } from '../../../../components/text/links.tsx';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { useCancel } from '../../api/changes.ts';
import type { SaveWait } from '../../api/follow-bulk-update.ts';
import classes from './save-wait-notice.module.css';

/** What a save waits for, and a button to cancel it. */
export function SaveWaitNotice({ wait }: { wait: SaveWait }) {
  const cancel = useCancel(wait.batchId);
  return (
    <div className={classes.root} role="status">
      <span>{wait.message}</span>
      <TextLink to="/bulk-updates/$batchId" params={{ batchId: wait.batchId }}>
        Details
      </TextLink>
      <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Do not save
      </Button>
      {cancel.error && (
        <Text span size="sm" c="var(--sf-danger-text)">
          {describeError(cancel.error)}
        </Text>
      )}
    </div>
  );
}
