import { Skeleton } from '@mantine/core';
import type { StoragePart } from '@storefleet/contract/constants';
import type { Storage } from '@storefleet/contract/overview';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { paths } from '../../../lib/paths.ts';
import { useVisibleStores } from '../../auth/use-permission.ts';
import { storageQuery } from '../queries.ts';
import { RETENTION_ID } from '../retention-place.ts';
import { describeTimeLeft } from '../retention-words.ts';
import classes from './storage-panel.module.css';

const NAMES: Readonly<Record<StoragePart, string>> = {
  catalogue: 'Products and variants',
  search_index: 'Search index',
  history: 'Change history',
  plans: 'Bulk updates and their rows',
  runs: 'Sync logs',
  other: 'Everything else',
};

/** The size of the database, what uses it, and how long the disk will last. */
export function StoragePanel() {
  // Covers all stores together, so only people who see all of them request it.
  return useVisibleStores() === null ? <StorageOfAllStores /> : null;
}

function StorageOfAllStores() {
  const storage = useQuery(storageQuery(useApi()));
  const { data } = storage;
  return (
    <Panel
      title="Storage"
      description={
        data && storage.isError ? 'This may be out of date: it could not be refreshed.' : undefined
      }
      actions={
        <ButtonLink variant="default" size="xs" to={paths.settings} hash={RETENTION_ID}>
          Choose what is kept
        </ButtonLink>
      }
    >
      {storage.isPending && <Skeleton height="11rem" />}
      {!data && storage.isError && (
        <QueryErrorBanner title="The size of the database could not be read." query={storage} />
      )}
      {data && (
        <div className={classes.columns}>
          <Figures storage={data} />
          <Parts storage={data} />
        </div>
      )}
    </Panel>
  );
}

function Figures({ storage: { database_bytes, growth, disk } }: { storage: Storage }) {
  const isFilling = disk !== null && disk.full_in_days !== null;
  return (
    <dl className={classes.figures}>
      <Figure name="Database" value={formatBytes(database_bytes)} />
      <Figure
        name="Growth"
        value={growth ? `${formatGrowth(growth.bytes_a_day)} a day` : 'Not known yet'}
        note={
          growth
            ? `Over the last ${formatQuantity(growth.days, 'day')}`
            : 'Measured daily; it takes two days to compare'
        }
      />
      <Figure
        name="Disk"
        value={disk ? `${formatBytes(disk.free_bytes)} free` : 'Unknown'}
        note={
          disk
            ? isFilling
              ? `Full ${describeTimeLeft(disk.full_in_days ?? 0)}`
              : `of ${formatBytes(disk.total_bytes)}`
            : 'The database is on another server'
        }
      />
    </dl>
  );
}

const formatGrowth = (bytes: number) => `${bytes < 0 ? '−' : '+'}${formatBytes(Math.abs(bytes))}`;

function Figure({ name, value, note }: { name: string; value: string; note?: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classes.value}>{value}</dd>
      {note && <dd className="muted small">{note}</dd>}
    </div>
  );
}

/** Largest first, the rest last; each with a bar for its share. */
function Parts({ storage: { database_bytes, parts } }: { storage: Storage }) {
  const rank = ({ part, bytes }: (typeof parts)[number]) => (part === 'other' ? -1 : bytes);
  const largest = [...parts].sort((a, b) => rank(b) - rank(a));
  return (
    <ul className={classes.parts} aria-label="What uses the database">
      {largest.map(({ part, bytes }) => (
        <li key={part}>
          <span>{NAMES[part]}</span>
          <span className={classes.track} aria-hidden>
            <span
              className={classes.bar}
              style={{ inlineSize: `${database_bytes === 0 ? 0 : (bytes / database_bytes) * 100}%` }}
            />
          </span>
          <span className={classes.bytes}>{formatBytes(bytes)}</span>
        </li>
      ))}
    </ul>
  );
}
