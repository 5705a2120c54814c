import type { Api } from '../e2e/support/api.ts';

/** A schedule of the store with that name; the rest is for POST /scheduled-syncs. */
type DemoSchedule = { store: string; name: string } & Record<string, unknown>;

/** One of each kind; two of one store overlap on Mondays, which the calendar shows. */
const demoSchedules: readonly DemoSchedule[] = [
  {
    store: 'Atlas Outdoor',
    name: 'Every night',
    schedule_type: 'daily',
    schedule_config: { hour: 2, minute: 0 },
    timezone: 'America/Denver',
  },
  {
    store: 'Nordlys Home',
    name: 'Before the shop opens',
    schedule_type: 'daily',
    schedule_config: { hour: 6, minute: 30 },
    timezone: 'Europe/Berlin',
  },
  {
    store: 'Nordlys Home',
    name: 'New week',
    sync_method: 'rest',
    schedule_type: 'weekly',
    schedule_config: { days: [0], hour: 6, minute: 40 },
    timezone: 'Europe/Berlin',
  },
  {
    store: 'Kumo Stationery',
    name: 'Stock in office hours',
    schedule_type: 'cron',
    schedule_config: { cron: '0 8-18/2 * * MON-FRI' },
    timezone: 'Asia/Tokyo',
    max_failures: 5,
  },
  {
    store: 'Meridian Parts',
    name: 'End of the month',
    schedule_type: 'monthly',
    schedule_config: { day_of_month: 31, hour: 23, minute: 0 },
    timezone: 'Europe/London',
    is_active: false,
  },
  {
    store: 'Tundra & Tau',
    name: 'After the warehouse counts',
    sync_method: 'mssql',
    schedule_type: 'weekly',
    schedule_config: { days: [0, 2, 4], hour: 20, minute: 15 },
    timezone: 'Europe/Oslo',
  },
];

/** Creates schedules for the demo's stores, unless there were any before. */
export async function addDemoSchedules(api: Api): Promise<void> {
  const { total } = await api<{ total: number }>('GET', '/scheduled-syncs');
  if (total > 0) return;
  const { stores } = await api<{ stores: { id: string; shop_name: string }[] }>('GET', '/stores');
  for (const { store, ...schedule } of demoSchedules) {
    const found = stores.find(({ shop_name: name }) => name === store);
    if (found) await api('POST', '/scheduled-syncs', { ...schedule, store_id: found.id });
  }
}
