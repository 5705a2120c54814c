import { Button, Progress, Text } from '@mantine/core';
import type {
  BulkUpdateBatch,
  BulkUpdateStore,
  BulkUpdateWait,
} from '@storefleet/contract/edits/bulk-update-batches';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { Fragment, useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { Banner } from '../../../components/feedback/banner.tsx';
import { Panel } from '../../../components/panel.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { describeError } from '../../../lib/api/describe-error.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { rowWord } from '../../batches/attribute-words.ts';
import { openCount, timeOf } from '../../batches/batch-words.ts';
import { useCancel } from '../api/changes.ts';
import classes from './batch-progress.module.css';

const SECOND = 1_000;

/** Progress of a running update by store. The update continues if the page is closed. */
export function BatchProgress({ batch, error }: { batch: BulkUpdateBatch; error: Error | null }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancel(batch.batch_id);
  const open = openCount(batch);
  const noun = rowWord(batch.attributes);
  return (
    <div className={classes.root}>
      {error && (
        <Banner tone="warning" title="The progress may be out of date: it could not be refreshed.">
          {describeError(error)}
        </Banner>
      )}
      <Panel
        title={`${formatCount(batch.total - open)} of ${formatQuantity(batch.total, noun)} done`}
        description="You can leave this page. The update continues and stays listed under Recent updates."
        actions={
          <Permitted call="bulkUpdates.cancel">
            <Button
              variant="default"
              size="xs"
              disabled={batch.cancelling}
              title={batch.cancelling ? 'Finishing what is in progress.' : undefined}
              onClick={() => setAsking(true)}
            >
              {batch.cancelling ? 'Cancelling…' : 'Cancel update'}
            </Button>
          </Permitted>
        }
      >
        <div className={classes.overall}>
          <Progress
            className={classes.bar}
            size="md"
            radius="xl"
            value={batch.progress}
            aria-label="Progress of the whole update"
          />
          <span className={classes.percent}>{Math.floor(batch.progress)}%</span>
        </div>
        <ul className={classes.stores}>
          {batch.stores
            .filter(({ total }) => total > 0)
            .map((store) => (
              <StoreProgress key={store.store_id} store={store} />
            ))}
        </ul>
      </Panel>
      <ConfirmDialog
        opened={asking}
        title="Cancel this update?"
        confirmLabel={`Leave ${formatQuantity(open, noun)} unchanged`}
        cancelLabel="Keep updating"
        tone="danger"
        pending={cancel.isPending}
        error={cancel.error && describeError(cancel.error)}
        onCancel={() => setAsking(false)}
        onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        <Text>Values already written stay and can be undone later. Values not sent yet stay unchanged.</Text>
      </ConfirmDialog>
    </div>
  );
}

function StoreProgress({ store }: { store: BulkUpdateStore }) {
  const done = store.total - openCount(store);
  const share = (done / store.total) * 100;
  const left = timeOf([store]);
  return (
    <li className={classes.store}>
      <span className={classes.name}>{store.store_name}</span>
      <Progress className={classes.bar} size="sm" radius="xl" value={share} aria-label={store.store_name} />
      <span className={classes.counts}>
        {formatCount(done)} of {formatCount(store.total)}
        {store.waiting === null && left !== null && <span className={classes.left}>{left} left</span>}
        {store.failed > 0 && <span className={classes.failed}>{formatCount(store.failed)} failed</span>}
      </span>
      {store.waiting && <Wait wait={store.waiting} />}
    </li>
  );
}

/** Waiting is a state with a reason and often a countdown, not an error. */
function Wait({ wait: { message, until, batch_ids: others } }: { wait: BulkUpdateWait }) {
  const now = useNow(SECOND);
  const left = until === null ? null : Date.parse(until) - now;
  return (
    <span className={classes.pause}>
      {message}
      {left !== null && (left > 0 ? ` Continues in ${formatDuration(left)}.` : ' Continuing now.')}
      {others.map((batchId, index) => (
        <Fragment key={batchId}>
          {' '}
          <TextLink to="/bulk-updates/$batchId" params={{ batchId }}>
            {others.length === 1 ? 'See that update' : `See update ${index + 1}`}
          </TextLink>
        </Fragment>
      ))}
    </span>
  );
}
