import '@mantine/core/styles/Switch.css';
import { Button, Progress, Switch } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { FileWork } from '@storefleet/contract/files';
import type { Running } from '@storefleet/contract/overview';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { type ReactNode, useState } from 'react';
import { TextLink } from '../../../components/text/links.tsx';
import { describeRefusal } from '../../../lib/api/describe-error.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatDuration, formatEstimate } from '../../../lib/format/format-time.ts';
import { paths } from '../../../lib/paths.ts';
import { rowWord } from '../../batches/attribute-words.ts';
import { batchTitle, openCount, timeOf } from '../../batches/batch-words.ts';
import { useCancel } from '../../bulk-updates/api/changes.ts';
import { useDefinitions } from '../../metafields/use-definitions.ts';
import { PointsGauge } from '../../stores/components/points/points-gauge.tsx';
import { describePause, describeStage } from '../../sync/sync-words.ts';
import { isRunning, useStopFile } from '../api/queries.ts';
import { canNotify, setNotices, wantsNotices } from '../end-notices.ts';
import { timeLeft } from '../time-left.ts';
import classes from './running-list.module.css';

type Props = { running: Running; onNotices: (on: boolean) => void; onLeave: () => void };

export function RunningList({ running, onNotices, onLeave }: Props) {
  const now = useNow(1_000);
  const { syncs, bulk_updates: updates, files } = running;
  const definitions = useDefinitions();
  const points = running.points.filter(({ store_id: id }) => nameOf(running, id) !== undefined);
  return (
    <div className={classes.list}>
      {syncs.length + updates.length + files.length === 0 && (
        <p className="note small">Nothing is running.</p>
      )}
      {syncs.map((sync) => (
        <Work
          key={sync.store_id}
          title={
            <TextLink to={paths.store} params={{ storeId: sync.store_id }} onClick={onLeave}>
              Sync of {sync.store_name}
            </TextLink>
          }
          progress={sync.total_products > 0 ? sync.progress : null}
          counts={sync.stage === 'reading' ? readSoFar(sync) : describeStage(sync)}
          left={sync.stage === 'reading' ? (describePause(sync) ?? syncTimeLeft(sync)) : null}
        />
      ))}
      {updates.map((batch) => (
        <Work
          key={batch.batch_id}
          title={
            <TextLink to={paths.bulkUpdate} params={{ batchId: batch.batch_id }} onClick={onLeave}>
              {batchTitle(batch, definitions)}
            </TextLink>
          }
          progress={batch.progress}
          counts={`${formatCount(batch.total - openCount(batch))} of ${formatQuantity(batch.total, rowWord(batch.attributes))}`}
          left={updateTimeLeft(batch)}
          action={<CancelButton batch={batch} />}
        />
      ))}
      {files.map((work) => (
        <FileItem key={work.id} work={work} now={now} onLeave={onLeave} />
      ))}
      {points.map((each) => (
        <PointsGauge key={each.store_id} points={each} name={nameOf(running, each.store_id)} />
      ))}
      <Notices onChange={onNotices} />
    </div>
  );
}

function updateTimeLeft({ stores }: BulkUpdateBatch): string | null {
  const time = timeOf(stores);
  return time && `${time} left`;
}

function syncTimeLeft({ seconds_left: seconds }: SyncStatus): string | null {
  return seconds === null ? null : `${formatEstimate(seconds * 1_000)} left`;
}

/** A store with running work. */
function nameOf({ syncs, bulk_updates: updates }: Running, storeId: string): string | undefined {
  const sync = syncs.find(({ store_id: id }) => id === storeId);
  const part = updates.flatMap(({ stores }) => stores).find(({ store_id: id }) => id === storeId);
  return sync?.store_name ?? part?.store_name;
}

/** A sync of changes has no known total. */
function readSoFar({ processed_products: read, total_products: total }: SyncStatus): string {
  return total === 0
    ? `${formatQuantity(read, 'product')} read`
    : `${formatCount(read)} of ${formatQuantity(total, 'product')}`;
}

type WorkProps = {
  title: ReactNode;
  /** Percent; null if the total is unknown, undefined once nothing runs. */
  progress: number | null | undefined;
  counts: string;
  left: ReactNode;
  failed?: boolean;
  action?: ReactNode;
};

function Work({ title, progress, counts, left, failed, action }: WorkProps) {
  return (
    <section className={classes.work}>
      <div className={classes.head}>
        <span className={classes.title}>{title}</span>
        {action}
      </div>
      {progress !== undefined && (
        <Progress value={progress ?? 100} animated={progress === null} size="sm" aria-hidden />
      )}
      <p className={classes.facts}>
        <span className={failed ? classes.failed : undefined}>{counts}</span>
        {left && <span>{left}</span>}
      </p>
    </section>
  );
}

function FileItem({ work, now, onLeave }: { work: FileWork; now: number; onLeave: () => void }) {
  const { id, title, kind, status, counted, done, total, error, batch_id, started_at } = work;
  const stop = useStopFile();
  const runs = isRunning(work);
  const progress = total === null ? null : total === 0 ? 100 : (done / total) * 100;
  const counts =
    total === null
      ? done === 0
        ? `For ${formatDuration(now - Date.parse(started_at))}`
        : `${formatQuantity(done, counted)} read`
      : `${formatCount(done)} of ${formatQuantity(total, counted)}${kind === 'import' ? ' compared' : ''}`;
  return (
    <Work
      title={title}
      progress={runs ? progress : undefined}
      counts={runs ? counts : (error ?? 'Its preview is ready.')}
      left={
        batch_id ? (
          <TextLink to={paths.bulkUpdate} params={{ batchId: batch_id }} onClick={onLeave}>
            Open the preview
          </TextLink>
        ) : runs ? (
          timeLeft({ startedAt: started_at, progress: progress ?? 0 }, now)
        ) : null
      }
      failed={status === 'failed'}
      action={
        <Button
          variant="default"
          size="compact-xs"
          loading={stop.isPending}
          aria-label={`${runs ? 'Cancel' : 'Dismiss'}: ${title}`}
          onClick={() => stop.mutate(id)}
        >
          {runs ? 'Cancel' : 'Dismiss'}
        </Button>
      }
    />
  );
}

function CancelButton({ batch }: { batch: BulkUpdateBatch }) {
  const cancel = useCancel(batch.batch_id);
  const definitions = useDefinitions();
  if (batch.cancelling) return <span className={classes.facts}>Cancelling…</span>;
  return (
    <>
      {cancel.error && <span role="alert">{describeRefusal(cancel.error)}</span>}
      <Button
        variant="default"
        size="compact-xs"
        loading={cancel.isPending}
        aria-label={`Cancel: ${batchTitle(batch, definitions)}`}
        onClick={() => cancel.mutate()}
      >
        Cancel
      </Button>
    </>
  );
}

function Notices({ onChange }: { onChange: (on: boolean) => void }) {
  const [on, setOn] = useState(wantsNotices);
  const [refused, setRefused] = useState(false);
  if (!canNotify()) return null;
  const change = async (wanted: boolean) => {
    const isOn = await setNotices(wanted);
    setOn(isOn);
    setRefused(wanted && !isOn);
    onChange(isOn);
  };
  return (
    <div className={classes.notices}>
      <Switch
        size="xs"
        checked={on}
        label="Notify me when work ends"
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      {refused && (
        <p className="note small" role="alert">
          This browser blocks notifications from this site. Allow them in its settings.
        </p>
      )}
    </div>
  );
}
