import { Button, Text } from '@mantine/core';
import type { ApiClient } from '@storefleet/client/api-client';
import type { WebhookTopic } from '@storefleet/contract/constants';
import type { StoreWebhooks } from '@storefleet/contract/stores/webhooks';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonWithReason } from '../../../components/button-with-reason.tsx';
import { ConfirmChange } from '../../../components/dialogs/confirm-change.tsx';
import { Banner } from '../../../components/feedback/banner.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { StatusBadge, type Tone } from '../../../components/text/status-badge.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { cacheAnswer } from '../../../lib/api/cache-answer.ts';
import { callQuery } from '../../../lib/api/call-query.ts';
import { refetch, useChange } from '../../../lib/api/use-change.ts';
import { useReportedChanges } from '../use-reported-changes.ts';
import classes from './webhooks-panel.module.css';

const topicWords: Record<WebhookTopic, string> = {
  'products/create': 'New products',
  'products/update': 'Changed products',
  'products/delete': 'Deleted products',
  'inventory_items/update': 'Changed costs',
  'bulk_operations/finish': 'Finished exports and bulk updates',
  'inventory_levels/update': 'Changed stock',
  'inventory_levels/connect': 'Stocked at another location',
  'inventory_levels/disconnect': 'No longer stocked at a location',
};

type Props = {
  storeId: string;
  storeName: string;
  /** Why the store cannot be edited, or null. */
  readOnlyBecause: string | null;
};

/** Whether the shop reports its changes, which keeps the copy fresh between syncs. */
export function WebhooksPanel({ storeId, storeName, readOnlyBecause }: Props) {
  const webhooks = useQuery(webhooksQuery(useApi(), storeId));
  useReportedChanges(storeId, webhooks.data, webhooks.dataUpdatedAt);
  return (
    <Panel
      title="Webhooks"
      description="Shopify reports changes as they happen, so they show here within seconds."
      actions={
        webhooks.data && <StatusBadge tone={toneOf(webhooks.data)}>{wordOf(webhooks.data)}</StatusBadge>
      }
    >
      {webhooks.isPending && <Loading label="Loading webhooks" height={48} />}
      {webhooks.error && !webhooks.data && (
        <QueryErrorBanner title="The webhooks could not be read" query={webhooks} />
      )}
      {webhooks.data && (
        <Switchable
          storeId={storeId}
          storeName={storeName}
          webhooks={webhooks.data}
          readOnlyBecause={readOnlyBecause}
        />
      )}
    </Panel>
  );
}

function toneOf({ enabled, active }: StoreWebhooks): Tone {
  if (active) return 'success';
  return enabled ? 'warning' : 'neutral';
}

function wordOf({ enabled, active }: StoreWebhooks): string {
  if (active) return 'On';
  return enabled ? 'Not registered' : 'Off';
}

function Switchable({ storeId, storeName, webhooks, readOnlyBecause }: Props & { webhooks: StoreWebhooks }) {
  const [asking, setAsking] = useState(false);
  const change = useSwitchWebhooks(storeId);
  const { enabled, active, error, unavailable_because: unavailable, last_received_at: received } = webhooks;
  const readsStock = webhooks.topics.some(({ topic }) => topic === 'inventory_levels/update');
  const reason = readOnlyBecause ?? (enabled ? null : unavailable);
  return (
    <div className={classes.body}>
      {error !== null && (
        <Banner
          tone={active ? 'warning' : 'danger'}
          title={
            active ? 'What the shop reports is not taken over' : 'Shopify has not registered all of them'
          }
        >
          {error}
        </Banner>
      )}
      {unavailable !== null && (
        <p className={classes.reason}>
          {enabled ? 'No more webhooks can arrive: ' : ''}
          {unavailable}
        </p>
      )}
      {enabled && (
        <>
          <ul className={classes.topics}>
            {webhooks.topics.map(({ topic, registered }) => (
              <li key={topic} data-registered={registered || undefined}>
                {registered ? (
                  <IconCheck size={14} aria-label="registered" />
                ) : (
                  <IconMinus size={14} aria-label="not registered" />
                )}
                {topicWords[topic]}
              </li>
            ))}
          </ul>
          <p className={classes.received}>
            Last received: {received === null ? 'nothing yet' : <RelativeTime value={received} />}
          </p>
        </>
      )}
      <div className={classes.actions}>
        {enabled && !active && (
          <Button
            variant="default"
            size="xs"
            loading={change.isPending}
            disabled={unavailable !== null || readOnlyBecause !== null}
            onClick={() => change.mutate(true)}
          >
            Register again
          </Button>
        )}
        <ButtonWithReason variant="default" size="xs" reason={reason} onClick={() => setAsking(true)}>
          {enabled ? 'Switch off' : 'Switch on'}
        </ButtonWithReason>
      </div>
      <FailureBanner
        title="The webhooks could not be registered"
        error={asking ? null : change.error}
        onDismiss={change.reset}
      />
      <ConfirmChange
        opened={asking}
        title={`Switch the webhooks of ${storeName} ${enabled ? 'off' : 'on'}?`}
        confirmLabel={enabled ? 'Switch off' : 'Switch on'}
        change={change}
        variables={!enabled}
        onClose={() => setAsking(false)}
      >
        <Text>
          {enabled
            ? 'Changes made in the shop will then show here only after the next sync.'
            : `Storefleet asks the shop to report new, changed and deleted products, changed costs${readsStock ? ' and stock' : ''}, and the end of exports and bulk updates.`}
        </Text>
      </ConfirmChange>
    </div>
  );
}

/** Short enough to show deliveries within seconds. */
const REFRESH_MS = 5_000;

/** The state of a shop's webhooks. */
const webhooksQuery = (api: ApiClient, storeId: string) =>
  callQuery(api, 'webhooks.get', ['webhooks', storeId], {
    params: { id: storeId },
    refetchInterval: ({ state }) => (state.data?.active ? REFRESH_MS : false),
  });

/** Switches a shop's webhooks on or off. */
const useSwitchWebhooks = (storeId: string) =>
  useChange(
    (api, on: boolean) => api.call(on ? 'webhooks.enable' : 'webhooks.disable', { params: { id: storeId } }),
    {
      onSuccess: (queryClient, webhooks, _on, api) =>
        cacheAnswer(queryClient, webhooksQuery(api, storeId).queryKey, webhooks),
      onError: refetch(['webhooks', storeId]),
    },
  );
