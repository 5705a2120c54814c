import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import {
  SCHEDULE_DEFAULT_MINUTES_APART,
  SCHEDULE_MAX_MINUTES_APART,
} from '@storefleet/contract/syncs/schedule-constants';
import type { ScheduleSeveralInput } from '@storefleet/contract/syncs/scheduled-syncs';
import {
  newSchedule,
  numberProblem,
  type ScheduleFormValues,
  scheduleProblems,
  toInput,
} from './schedule-values.ts';
import { scheduleFieldLabels } from './schedule-words.ts';

/** Form of one schedule without its store. */
export type SeveralFormValues = ScheduleFormValues & {
  store_ids: readonly string[];
  minutes_apart: string;
};

export const SEVERAL_TYPES = ['daily', 'weekly'] as const;

export const severalLabels = {
  ...scheduleFieldLabels,
  hour: 'First hour',
  minute: 'First minute',
  store_ids: 'Stores',
  minutes_apart: 'Minutes apart',
};

export function newSeveral(timezone: string): SeveralFormValues {
  return {
    ...newSchedule,
    name: 'Nightly',
    timezone,
    store_ids: [],
    minutes_apart: String(SCHEDULE_DEFAULT_MINUTES_APART),
  };
}

export function severalProblems(values: SeveralFormValues) {
  const { store_id: _one, ...problems } = scheduleProblems(values);
  const apart = numberProblem('Minutes apart', values.minutes_apart, 0, SCHEDULE_MAX_MINUTES_APART);
  return {
    ...problems,
    ...(values.store_ids.length === 0 && { store_ids: messages.scheduledSyncs.storeMissing }),
    ...(apart !== null && { minutes_apart: apart }),
  };
}

/** Request body; null if invalid. */
export function severalInput(values: SeveralFormValues): ScheduleSeveralInput | null {
  if (Object.keys(severalProblems(values)).length > 0) return null;
  const { store_id: _store, sync_method: _method, ...input } = toInput(values);
  if (input.schedule_type !== 'daily' && input.schedule_type !== 'weekly') return null;
  return { ...input, store_ids: [...values.store_ids], minutes_apart: Number(values.minutes_apart) };
}

type StoreGroup = { readonly label: string; readonly ids: readonly string[] };

/** Store groups selectable at once: all, those without a schedule, those with a tag. */
export function storeGroups(stores: readonly Store[], scheduled: ReadonlySet<string>): StoreGroup[] {
  const idsOf = (some: readonly Store[]) => some.map(({ id }) => id);
  const tags = [...new Set(stores.flatMap((store) => store.tags))].sort((a, b) => a.localeCompare(b, 'en'));
  return [
    { label: 'All', ids: idsOf(stores) },
    { label: 'Without a schedule', ids: idsOf(stores.filter(({ id }) => !scheduled.has(id))) },
    ...tags.map((tag) => ({ label: tag, ids: idsOf(stores.filter((store) => store.tags.includes(tag))) })),
  ].filter(({ ids }) => ids.length > 0);
}
