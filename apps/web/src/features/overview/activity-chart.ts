import type { Activity } from '@storefleet/contract/overview';
import { formatCount } from '@storefleet/contract/values/quantity';
import type { ChartPanel, ChartRow } from '../../components/charts/chart-data.ts';

type Days = Activity['days'];

/** Separate axes: products count in thousands, edits in tens. */
export const activityPanels: readonly ChartPanel[] = [
  {
    title: 'Synced products',
    series: [{ key: 'synced', label: 'Synced products', tone: 'accent' }],
    format: formatCount,
    formatTick: formatCompact,
  },
  {
    title: 'Edits',
    series: [{ key: 'edits', label: 'Edits', tone: 'teal' }],
    format: formatCount,
    formatTick: formatCompact,
  },
];

// Days are in the user's time zone already; UTC avoids shifting them again.
const full = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

export function activityRows(days: Days): ChartRow[] {
  return days.map(({ date, synced_products: synced, edits }) => {
    const day = new Date(`${date}T00:00:00Z`);
    return { id: date, label: full.format(day), tick: short.format(day), values: { synced, edits } };
  });
}

export function isQuiet(days: Days): boolean {
  return days.every(({ synced_products: synced, edits }) => synced === 0 && edits === 0);
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** 950, 12K, 1.5M: for tight spaces. */
function formatCompact(value: number): string {
  return compact.format(value);
}
