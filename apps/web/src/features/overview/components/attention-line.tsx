import { ActionIcon, Button } from '@mantine/core';
import type { AttentionItem, Dismissal } from '@storefleet/contract/overview';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { ButtonLink, TextLink } from '../../../components/text/links.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { StatusDot } from '../../../components/text/status-badge.tsx';
import { describeError } from '../../../lib/api/describe-error.ts';
import { paths } from '../../../lib/paths.ts';
import { usePermission } from '../../auth/use-permission.ts';
import { useToggleScheduledSync } from '../../scheduled-syncs/api/changes.ts';
import { RETENTION_ID } from '../../storage/retention-place.ts';
import { ConnectionRemedy } from '../../stores/components/connection/connection-remedy.tsx';
import { SyncCounts, SyncProgressBar } from '../../sync/components/sync-summary.tsx';
import { isSyncing } from '../../sync/sync-state.ts';
import { attentionWords } from '../attention-words.ts';
import { dismissalOf, useDismissal } from '../use-dismissal.ts';
import classes from './attention-panel.module.css';

type Props = {
  item: AttentionItem;
  /** Undefined if the problem has no store, or one not loaded yet. */
  store: Store | undefined;
  status: SyncStatus | undefined;
  onSync: () => void;
};

export function AttentionLine({ item, store, status, onSync }: Props) {
  const { tone, one } = attentionWords[item.kind];
  const syncing = isSyncing(status);
  const failure =
    status?.status === 'failed' && item.kind !== 'sync_stopped' && attentionWords[item.kind].syncs
      ? status.error_message
      : null;
  const detail = failure ?? item.detail;
  const dismissal = dismissalOf(item);
  return (
    <li className={classes.line} aria-label={`${item.store_name ?? 'Server'}: ${one(item)}`}>
      <StatusDot tone={tone} pulsing={syncing} />
      <div className={classes.what}>
        {item.store_id && (
          <TextLink to={paths.store} params={{ storeId: item.store_id }} fw={600} c="var(--sf-text)">
            {item.store_name}
          </TextLink>
        )}{' '}
        <span>{one(item)}</span>
        {item.since && (
          <span className={classes.aside}>
            {' · '}
            {item.kind === 'never_synced' && 'added '}
            <RelativeTime value={item.since} />
          </span>
        )}
        {detail && !syncing && (
          <p className={classes.detail} title={detail}>
            {detail}
          </p>
        )}
      </div>
      <div className={classes.remedy}>
        {syncing && status ? (
          <div className={classes.progress}>
            <span className={classes.aside}>
              <SyncCounts status={status} />
            </span>
            <SyncProgressBar status={status} />
          </div>
        ) : (
          <>
            <Remedy item={item} store={store} onSync={onSync} />
            {dismissal && <Dismiss dismissal={dismissal} words={`${item.store_name}: ${one(item)}`} />}
          </>
        )}
      </div>
    </li>
  );
}

const small = { variant: 'default', size: 'compact-sm' } as const;

function Remedy({ item, store, onSync }: Omit<Props, 'status'>) {
  const { kind, store_id: storeId, store_name: name, batch_id: batchId, schedule, rule } = item;
  if (attentionWords[kind].syncs) {
    const words =
      kind === 'sync_stopped' ? 'Reset and sync' : kind === 'never_synced' ? 'Sync' : 'Sync again';
    return (
      <>
        {kind === 'gaps' && storeId && (
          <ButtonLink
            {...small}
            to={paths.store}
            params={{ storeId }}
            aria-label={`What is missing from ${name}`}
          >
            What is missing
          </ButtonLink>
        )}
        <Button {...small} aria-label={`${words}: ${name}`} onClick={onSync}>
          {words}
        </Button>
      </>
    );
  }
  if (kind === 'token_refused' && store) {
    if (!connectsBy(store, 'database_login')) {
      return <ConnectionRemedy store={store} errorKind="auth" onConnected={onSync} />;
    }
    return (
      <ButtonLink
        {...small}
        to={paths.storeEditMssql}
        params={{ storeId: store.id }}
        aria-label={`Check the login of ${name}`}
      >
        Check the login
      </ButtonLink>
    );
  }
  if (kind === 'disk_low') {
    return (
      <ButtonLink {...small} to={paths.settings} hash={RETENTION_ID}>
        Choose what is kept
      </ButtonLink>
    );
  }
  if (schedule) return <SwitchOn schedule={schedule} />;
  if (batchId) {
    return (
      <ButtonLink
        {...small}
        to={paths.bulkUpdate}
        params={{ batchId }}
        aria-label={`${kind === 'plan_waiting' ? 'Review' : 'Open'} the update of ${name}`}
      >
        {kind === 'plan_waiting' ? 'Review plan' : 'Open update'}
      </ButtonLink>
    );
  }
  if (rule) {
    return (
      <ButtonLink
        {...small}
        to={paths.compare}
        search={{ show: 'deviating', of: rule.id, attributes: rule.attribute }}
        aria-label={`Show what deviates in ${name}`}
      >
        Show
      </ButtonLink>
    );
  }
  if (kind === 'removals_held_back' && storeId) {
    return (
      <ButtonLink {...small} to={paths.store} params={{ storeId }} aria-label={`Review removals of ${name}`}>
        Review removals
      </ButtonLink>
    );
  }
  return null;
}

function Dismiss({ dismissal, words }: { dismissal: Omit<Dismissal, 'is_dismissed'>; words: string }) {
  const dismissing = useDismissal(dismissal, words);
  const reason = usePermission('overview.dismiss');
  return (
    <>
      {dismissing.error && (
        <span className={classes.failure} role="alert">
          {describeError(dismissing.error)}
        </span>
      )}
      <ActionIcon
        aria-label={`Dismiss: ${words}`}
        title={reason ?? 'Dismiss for the whole team'}
        disabled={reason !== null}
        loading={dismissing.isPending}
        onClick={() => dismissing.mutate()}
      >
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </>
  );
}

function SwitchOn({ schedule }: { schedule: { id: string; name: string } }) {
  const queryClient = useQueryClient();
  const toggle = useToggleScheduledSync();
  return (
    <>
      {toggle.error && (
        <span className={classes.failure} role="alert">
          {describeError(toggle.error)}
        </span>
      )}
      <ButtonLink
        {...small}
        to={paths.scheduledSyncLogs}
        params={{ syncId: schedule.id }}
        aria-label={`Logs of ${schedule.name}`}
      >
        Logs
      </ButtonLink>
      <Button
        {...small}
        loading={toggle.isPending}
        aria-label={`Switch on ${schedule.name}`}
        onClick={() =>
          toggle.mutate(
            { id: schedule.id, is_active: false },
            {
              onSettled: () => void queryClient.invalidateQueries({ queryKey: ['stores', 'attention'] }),
            },
          )
        }
      >
        Switch on
      </Button>
    </>
  );
}
