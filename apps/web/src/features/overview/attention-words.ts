import type { AttentionKind } from '@storefleet/contract/constants';
import type { AttentionItem } from '@storefleet/contract/overview';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import type { Tone } from '../../components/text/status-badge.tsx';

type Words = {
  tone: Tone;
  /** The problem of a single store. */
  one: (item: AttentionItem) => string;
  /** The same problem of several stores. */
  many: (count: number) => string;
  /** Whether a sync fixes it. */
  syncs?: true;
};

const stores = (count: number) => formatQuantity(count, 'store');
const updates = (count: number) => formatQuantity(count, 'bulk update');

export const attentionWords: Record<AttentionKind, Words> = {
  disk_low: {
    tone: 'danger',
    one: ({ count }) => `The server’s disk is nearly full: ${formatCount(count ?? 0)} MB are free`,
    many: () => 'The server’s disk is nearly full',
  },
  token_refused: {
    tone: 'danger',
    one: () => 'Access refused',
    many: (count) => `${stores(count)} refused access`,
  },
  sync_failed: {
    tone: 'danger',
    one: () => 'Sync failed',
    many: (count) => `The last sync of ${stores(count)} failed`,
    syncs: true,
  },
  sync_stopped: {
    tone: 'danger',
    one: () => 'Sync was stopped manually',
    many: (count) => `Syncs of ${stores(count)} were stopped manually`,
    syncs: true,
  },
  edits_waiting: {
    tone: 'warning',
    one: () => 'A bulk update waits',
    many: (count) => `${updates(count)} wait`,
  },
  scheduled_change: {
    tone: 'warning',
    one: ({ count }) => `A scheduled change of ${formatQuantity(count ?? 0, 'row')} awaits your decision`,
    many: (count) => `${formatQuantity(count, 'scheduled change')} await your decision`,
  },
  schedule_stopped: {
    tone: 'warning',
    one: ({ schedule, count }) =>
      `Schedule “${schedule?.name ?? ''}” switched itself off after ${formatQuantity(count ?? 0, 'failure')}`,
    many: (count) => `${formatQuantity(count, 'schedule')} switched themselves off`,
  },
  removals_held_back: {
    tone: 'warning',
    one: ({ count }) => `${formatQuantity(count ?? 0, 'product')} missing from the shop await your decision`,
    many: (count) => `${stores(count)} have products that await your decision`,
  },
  plan_waiting: {
    tone: 'warning',
    one: ({ count }) => `A plan of ${formatQuantity(count ?? 0, 'change')} awaits your decision`,
    many: (count) => `${formatQuantity(count, 'plan')} await your decision`,
  },
  deviations: {
    tone: 'warning',
    one: ({ count }) =>
      `${formatQuantity(count ?? 0, 'value')} ${count === 1 ? 'deviates' : 'deviate'} from a rule`,
    many: (count) => `${formatQuantity(count, 'rule')} are broken`,
  },
  edits_failed: {
    tone: 'warning',
    one: ({ count }) => `${formatQuantity(count ?? 0, 'change')} of a bulk update failed`,
    many: (count) => `${updates(count)} ended with failures`,
  },
  gaps: {
    tone: 'warning',
    one: () => 'The last sync is incomplete',
    many: (count) => `The last sync of ${stores(count)} is incomplete`,
    syncs: true,
  },
  stale: {
    tone: 'neutral',
    one: () => 'Not synced for a while',
    many: (count) => `${stores(count)} were not synced for a while`,
    syncs: true,
  },
  never_synced: {
    tone: 'neutral',
    one: () => 'Never synced',
    many: (count) => `${stores(count)} never synced`,
    syncs: true,
  },
};

export type AttentionGroup = { kind: AttentionKind; items: readonly AttentionItem[] };

/** Groups items of one kind, in their order. */
export function groupsOf(items: readonly AttentionItem[]): AttentionGroup[] {
  return [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, group]) => ({ kind, items: group }));
}

/** Stable key of a problem. */
export function keyOf({ kind, store_id, schedule, rule, batch_id }: AttentionItem): string {
  return [kind, store_id, schedule?.id, rule?.id, batch_id].join();
}
