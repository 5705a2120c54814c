import { SYNC_METHOD_LABELS, type SyncMethod } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announce } from '../../../components/feedback/announce.ts';
import type { BannerTone } from '../../../components/feedback/banner.tsx';
import { useTestGraphqlConnection } from '../../../features/stores/api/changes.ts';
import { useStartSync } from '../../../features/sync/api/start-sync.ts';
import { useSyncChangeNotice } from '../../../features/sync/use-sync-change-notice.ts';
import { describeError } from '../../../lib/api/describe-error.ts';

type Message = {
  id: number;
  tone: BannerTone;
  text: string;
  detail?: string | undefined;
  /** The run this reports on; stale once the store's status belongs to another run or was reset. */
  endOf?: string | null | undefined;
};

/** Messages on a store's page, oldest first, until dismissed. */
function useMessages(currentRun: string | null | undefined) {
  const [shown, setShown] = useState<readonly Message[]>([]);
  const lastId = useRef(0);
  const keep = (kept: (message: Message) => boolean) => setShown((present) => present.filter(kept));
  return {
    shown: shown.filter(({ endOf }) => endOf === undefined || endOf === currentRun),
    add: (message: Omit<Message, 'id'>) => {
      lastId.current += 1;
      const added = { id: lastId.current, ...message };
      setShown((present) => [...present, added].slice(-4));
    },
    keep,
    dismiss: (id: number) => keep((message) => message.id !== id),
  };
}

/** Starts a sync or tests the connection, and reports the result of both the start and the sync. */
export function useStoreActions(store: Store, status: SyncStatus | undefined) {
  const queryClient = useQueryClient();
  const startSync = useStartSync();
  const connectionTest = useTestGraphqlConnection(store.id);
  const { shown, add, keep, dismiss } = useMessages(status?.sync_id);

  useSyncChangeNotice(status, ({ tone, text }) => {
    // "Sync started" has been shown long enough.
    keep((message) => message.tone !== 'info');
    if (tone === 'success') announce(text);
    else add({ tone, text, endOf: status?.sync_id });
    void queryClient.invalidateQueries({ queryKey: ['stores'] });
    void queryClient.invalidateQueries({ queryKey: ['sync', 'removals'] });
  });

  const start = (method: SyncMethod, isOfChanges = false) =>
    startSync.mutate(
      { storeId: store.id, method, isOfChanges },
      {
        onSuccess: (started) =>
          add({
            tone: 'info',
            text: isOfChanges ? started.message : startedText(method, started),
            detail: startedDetail(started),
          }),
        onError: (error) => {
          // Reports of earlier runs are stale, and this run shows its own result.
          keep(({ endOf }) => endOf === undefined);
          const text = messages.sync.startFailed(SYNC_METHOD_LABELS[method], describeError(error));
          add({ tone: 'danger', text });
        },
      },
    );

  const testFailed = (reason: string) =>
    add({ tone: 'danger', text: messages.sync.graphqlTestFailed(reason) });
  const testConnection = () =>
    connectionTest.mutate(undefined, {
      onSuccess: ({ success, data, detail, error }) => {
        if (!success) return testFailed(detail ?? error ?? messages.unknownError);
        add({ tone: 'success', text: messages.sync.graphqlTestPassed(data?.name ?? store.shop_name) });
      },
      onError: (error) => testFailed(describeError(error)),
    });

  return { messages: shown, dismiss, start, testConnection, testing: connectionTest.isPending };
}

function startedText(
  method: SyncMethod,
  started: { products_count?: number | null; message: string; pages_fetched?: number; has_more?: boolean },
): string {
  if (method === 'mssql') return messages.sync.mssqlStarted(started.message);
  const count = started.products_count ?? null;
  if (count === null) return started.message;
  return messages.sync.started(method === 'rest' ? 'REST' : 'GraphQL', count);
}

/** What a REST sync reports about its first page; other methods know no pages at start. */
function startedDetail(started: {
  products_count?: number | null;
  pages_fetched?: number;
  has_more?: boolean;
}): string | undefined {
  const { products_count: count = null, pages_fetched: pages, has_more: hasMore = false } = started;
  return count === null || pages === undefined ? undefined : messages.sync.restStarted(count, pages, hasMore);
}
