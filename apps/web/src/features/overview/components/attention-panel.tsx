import { Button, Skeleton, UnstyledButton } from '@mantine/core';
import type { AttentionItem } from '@storefleet/contract/overview';
import { kindOf } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconChevronDown, IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { StatusDot } from '../../../components/text/status-badge.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { type SyncToStart, useSyncStores } from '../../sync/api/sync-stores.ts';
import { isSyncing, type SyncStatuses } from '../../sync/sync-state.ts';
import { type AttentionGroup, attentionWords, groupsOf, keyOf } from '../attention-words.ts';
import { attentionQuery } from '../queries.ts';
import { AttentionLine } from './attention-line.tsx';
import classes from './attention-panel.module.css';

/** Up to this many of a kind are listed; more are collapsed into one line. */
const LISTED = 2;

type Props = { stores: readonly Store[]; statuses: SyncStatuses };

/** Problems that need attention, worst first, each with its action. */
export function AttentionPanel({ stores, statuses }: Props) {
  const attention = useQuery(attentionQuery(useApi()));
  const syncStores = useSyncStores();
  // Listed stores whose sync was started here stay, to show the result.
  const [started, setStarted] = useState<readonly AttentionItem[]>([]);
  const byId = new Map(stores.map((store) => [store.id, store]));
  const items = attention.data?.items ?? [];
  const present = new Set(items.map(({ store_id }) => store_id));
  const mended = started.filter(
    ({ store_id: id }) => !present.has(id) && id !== null && statuses[id]?.status === 'completed',
  );

  const sync = (chosen: readonly AttentionItem[]) => {
    const syncs = chosen.flatMap((item): SyncToStart[] => {
      const store = byId.get(item.store_id ?? '');
      if (!store || isSyncing(statuses[store.id])) return [];
      const wasStopped = item.kind === 'sync_stopped';
      return [{ storeId: store.id, method: kindOf(store).syncMethods[0], wasStopped }];
    });
    const ids = new Set(chosen.map(({ store_id }) => store_id));
    setStarted([...started.filter(({ store_id }) => !ids.has(store_id)), ...chosen]);
    syncStores.mutate(syncs);
  };
  const line = (item: AttentionItem) => (
    <AttentionLine
      key={keyOf(item)}
      item={item}
      store={byId.get(item.store_id ?? '')}
      status={statuses[item.store_id ?? '']}
      onSync={() => sync([item])}
    />
  );

  // An action without its store would do nothing.
  if (attention.isPending || stores.length === 0) return <Skeleton height="3rem" radius="md" />;
  const checked = stores.filter(({ store_status }) => store_status !== 'archived').length;
  return (
    <section className={classes.panel} aria-label="Needs attention">
      {attention.isError && (
        <QueryErrorBanner
          title={attention.data ? 'This may be out of date.' : 'The list of problems could not be loaded.'}
          query={attention}
        />
      )}
      {items.length > 0 && (
        <h2 className={classes.title}>
          Needs attention <span className={classes.count}>{formatCount(items.length)}</span>
        </h2>
      )}
      {syncStores.error && (
        <p className={classes.failure} role="alert">
          {describeError(syncStores.error)}
        </p>
      )}
      <ul className={classes.list}>
        {groupsOf(items).map((group) =>
          group.items.length <= LISTED ? (
            group.items.map(line)
          ) : (
            <Group
              key={group.kind}
              group={group}
              statuses={statuses}
              starting={syncStores.isPending}
              onSync={() => sync(group.items)}
            >
              {line}
            </Group>
          ),
        )}
        {mended.map((item) => (
          <li key={`mended ${keyOf(item)}`} className={classes.line} data-mended>
            <StatusDot tone="success" />
            <span>
              <strong>{item.store_name}</strong> is synced
            </span>
          </li>
        ))}
      </ul>
      {attention.data && items.length === 0 && (
        <p className={classes.quiet} role="status">
          <IconCircleCheck size={16} stroke={1.6} aria-hidden />
          {checked === 1 ? 'The store is in order' : `All ${formatQuantity(checked, 'store')} are in order`}
        </p>
      )}
    </section>
  );
}

type GroupProps = {
  group: AttentionGroup;
  statuses: SyncStatuses;
  /** Starting the syncs, a few at a time. */
  starting: boolean;
  onSync: () => void;
  children: (item: AttentionItem) => React.ReactNode;
};

/** Stores with the same problem: one line, one action for all, stores on demand. */
function Group({ group: { kind, items }, statuses, starting, onSync, children }: GroupProps) {
  const [opened, setOpened] = useState(false);
  const { tone, many, syncs } = attentionWords[kind];
  const syncing = items.filter(({ store_id }) => isSyncing(statuses[store_id ?? ''])).length;
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <div className={classes.line}>
        <StatusDot tone={tone} pulsing={syncing > 0} />
        <UnstyledButton className={classes.group} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <strong>{many(items.length)}</strong>
          <Chevron size={15} aria-hidden />
        </UnstyledButton>
        {syncs && (
          <div className={classes.remedy}>
            {syncing > 0 && <span className={classes.aside}>{formatCount(syncing)} syncing</span>}
            {syncing < items.length && (
              <Button variant="default" size="compact-sm" loading={starting} onClick={onSync}>
                Sync all {formatCount(items.length)}
              </Button>
            )}
          </div>
        )}
      </div>
      {opened && <ul className={classes.members}>{items.map(children)}</ul>}
    </li>
  );
}
