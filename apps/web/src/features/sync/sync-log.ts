import { SYNC_METHOD_LABELS, SYNC_STATUS_LABELS, type SyncTrigger } from '@storefleet/contract/constants';
import type { SyncLog } from '@storefleet/contract/syncs/sync';
import { formatCount } from '@storefleet/contract/values/quantity';
import type { ChartPanel, ChartRow } from '../../components/charts/chart-data.ts';
import type { Tone } from '../../components/text/status-badge.tsx';
import { formatDuration, formatMoment } from '../../lib/format/format-time.ts';
import { isPlainSuccess } from './sync-words.ts';

/** Runs shown in a chart, one bar each. */
const CHARTED_RUNS = 30;

export const triggerLabels: Record<SyncTrigger, string> = {
  manual: 'Manual',
  sync_all: 'Sync all',
  schedule: 'Schedule',
};

/** Milliseconds; null for a run that has not ended. */
export function durationOf({ started_at: started, completed_at: completed }: SyncLog): number | null {
  return completed === null ? null : Math.max(0, Date.parse(completed) - Date.parse(started));
}

export function runTone(run: SyncLog): Tone {
  if (run.status === 'in_progress') return 'info';
  if (run.status === 'failed') return 'danger';
  if (run.status === 'idle') return 'neutral';
  return endedPlainly(run) ? 'success' : 'warning';
}

export function runLabel(run: SyncLog): string {
  return run.status === 'completed' && !endedPlainly(run) && run.message !== null
    ? run.message
    : SYNC_STATUS_LABELS[run.status];
}

function endedPlainly({ gaps, message }: SyncLog): boolean {
  return gaps.length === 0 && isPlainSuccess({ message, held_back: 0 });
}

/** The most recent ended runs, oldest first. */
export function chartRows(runs: readonly SyncLog[]): ChartRow[] {
  const ended = runs.filter((run) => durationOf(run) !== null).slice(0, CHARTED_RUNS);
  return ended.toReversed().map((run) => ({
    id: run.id,
    label: `${formatMoment(run.started_at)}, ${SYNC_METHOD_LABELS[run.method]}, ${runLabel(run)}`,
    tick: tick.format(new Date(run.started_at)),
    values: {
      // Tenths of a second are precise enough.
      duration: Math.round((durationOf(run) ?? 0) / 100) / 10,
      created: run.counts.created,
      updated: run.counts.updated,
      removed: run.counts.removed,
      unchanged: run.counts.unchanged,
    },
  }));
}

const tick = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

export const chartPanels: readonly ChartPanel[] = [
  {
    title: 'Duration',
    series: [{ key: 'duration', label: 'Duration', tone: 'accent' }],
    format: (seconds) => (seconds < 10 ? `${seconds} s` : formatDuration(seconds * 1_000)),
  },
  {
    title: 'Products',
    series: [
      { key: 'unchanged', label: 'Unchanged', tone: 'neutral' },
      { key: 'created', label: 'Created', tone: 'success' },
      { key: 'updated', label: 'Updated', tone: 'accent' },
      { key: 'removed', label: 'Removed', tone: 'danger' },
    ],
    format: formatCount,
  },
];
