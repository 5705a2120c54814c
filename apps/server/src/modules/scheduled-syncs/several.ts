import { messages } from '@storefleet/contract/messages';
import { kindOf } from '@storefleet/contract/stores/store-kinds';
import { UPCOMING_RUNS_MAX } from '@storefleet/contract/syncs/schedule-constants';
import type {
  ScheduledSyncInput,
  ScheduleSeveralInput,
  ScheduleSeveralPlan,
} from '@storefleet/contract/syncs/scheduled-syncs';
import type { Queryable } from '../../platform/db/database.ts';
import { AppError, invalidField } from '../../platform/http/problem.ts';
import { type HeldStore, holdStores, listPlanned } from './scheduled-syncs.repository.ts';
import { describeSchedule } from './timing/description.ts';
import { staggeredTimes } from './timing/staggered-times.ts';
import { stretchAt } from './timing/timezones.ts';
import { nextRun, recurrenceOf } from './timing/timing.ts';
import { upcomingRuns } from './timing/upcoming.ts';

/** The contract's limit. */
const NAME_MAX_LENGTH = 255;
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 86_400_000;
const MINUTES_OF_DAY = 1_440;

/** The schedules to create, in the order of the stores; `input` has the current name of its timezone. */
export async function planSeveral(
  db: Queryable,
  input: ScheduleSeveralInput,
  now: Date,
): Promise<{ readonly store: HeldStore; readonly schedule: ScheduledSyncInput }[]> {
  const { store_ids, minutes_apart: gap, name, ...rest } = input;
  const stores = await holdStores(db, store_ids);
  if (stores.length < store_ids.length) throw new AppError({ code: 'store_not_found' });
  const byId = new Map(stores.map((store) => [store.id, store]));
  const { hour, minute } = rest.schedule_config;
  const times = staggeredTimes(hour * 60 + minute, store_ids.length, {
    gap,
    taken: gap === 0 ? [] : await minutesTaken(db, rest.timezone, now),
  });
  if (times === null) {
    const most = Math.floor(MINUTES_OF_DAY / store_ids.length);
    throw invalidField('minutes_apart', messages.scheduledSyncs.tooFarApart(most));
  }
  return store_ids.flatMap((id, index) => {
    const store = byId.get(id);
    const time = times[index];
    if (!store || time === undefined) return [];
    const [sync_method = 'graphql'] = kindOf(store).syncMethods;
    return {
      store,
      schedule: { ...at(rest, time), name: nameFor(name, store), store_id: id, sync_method },
    };
  });
}

/** A name that is too long is truncated before the store's name. */
function nameFor(name: string, { shop_name }: HeldStore): string {
  const store = [...` · ${shop_name}`].slice(0, NAME_MAX_LENGTH - 1);
  return [...[...name].slice(0, NAME_MAX_LENGTH - store.length), ...store].join('');
}

/** Past midnight it is the next day, which makes no difference to a daily schedule. */
function at<Timing extends Pick<ScheduleSeveralInput, 'schedule_type' | 'schedule_config'>>(
  timing: Timing,
  minutes: number,
): Timing {
  const { schedule_config: config } = timing;
  const later = Math.floor(minutes / MINUTES_OF_DAY);
  const time = { hour: Math.floor(minutes / 60) % 24, minute: minutes % 60 };
  const days = 'days' in config && {
    days: config.days.map((day) => (day + later) % 7).sort((a, b) => a - b),
  };
  return { ...timing, schedule_config: { ...config, ...time, ...days } };
}

/** A more frequent schedule cannot be avoided at any time. */
const RUNS_OF_A_WEEK = 28;

/** Minutes of the day, in a timezone, at which other schedules start a sync within a week. */
async function minutesTaken(db: Queryable, timezone: string, now: Date): Promise<number[]> {
  const until = new Date(now.getTime() + WEEK_MS);
  const { runs } = upcomingRuns(await listPlanned(db), { now, until, max: UPCOMING_RUNS_MAX });
  const bySchedule = Map.groupBy(runs, (run) => run.scheduled_sync_id);
  const seldom = [...bySchedule.values()].filter(({ length }) => length <= RUNS_OF_A_WEEK).flat();
  const minutes = seldom.map(({ due_at }) => {
    const instant = Date.parse(due_at);
    const shown = Math.floor((instant + stretchAt(timezone, instant).offset) / MINUTE_MS);
    return shown % MINUTES_OF_DAY;
  });
  return [...new Set(minutes)];
}

export function presentPlan(
  planned: Awaited<ReturnType<typeof planSeveral>>,
  now: Date,
): ScheduleSeveralPlan {
  return {
    schedules: planned.flatMap(({ store, schedule }) => {
      const next = nextRun(recurrenceOf(schedule), now);
      return next === null
        ? []
        : {
            store_id: store.id,
            store_name: store.shop_name,
            schedule_description: describeSchedule(schedule),
            next_run_at: next.toISOString(),
          };
    }),
  };
}
