import {
  FOUND_STOCK_DAYS,
  RETENTION,
  RETENTION_KINDS,
  RETENTION_MOST_DAYS,
  type RetentionKind,
} from '@storefleet/contract/constants';
import type { Retention } from '@storefleet/contract/retention';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';

export const retentionWords: Readonly<
  Record<RetentionKind, { name: string; what: string; rows: string; plural?: string }>
> = {
  history: {
    name: 'Change history',
    what: `Who changed which value. Stock that changed in the stores is kept for ${FOUND_STOCK_DAYS} days at most. Removed changes cannot be undone.`,
    rows: 'change',
  },
  batch_items: {
    name: 'Rows of bulk updates',
    what: 'Plan and outcome of each row. The totals of an update stay.',
    rows: 'row',
  },
  runs: {
    name: 'Sync logs',
    what: 'What each sync read and found. Each store’s last one stays.',
    rows: 'sync',
  },
  deliveries: {
    name: 'Webhook deliveries',
    what: 'What shops reported, to recognise repeated deliveries.',
    rows: 'delivery',
    plural: 'deliveries',
  },
  audit: {
    name: 'Audit log',
    what: 'Who changed which setting, and who signed in.',
    rows: 'entry',
    plural: 'entries',
  },
};

export type DaysDraft = Record<RetentionKind, string>;

export const rowsOf = (kind: RetentionKind, rows: number): string =>
  formatQuantity(rows, retentionWords[kind].rows, retentionWords[kind].plural);

export const draftOf = ({ kinds }: Retention): DaysDraft =>
  Object.fromEntries(kinds.map(({ kind, days }) => [kind, String(days)])) as DaysDraft;

export const daysOf = (draft: DaysDraft): Record<RetentionKind, number> =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, Number(draft[kind])])) as Record<
    RetentionKind,
    number
  >;

/** For fields without a valid number of days. */
export function daysProblems(draft: DaysDraft): Partial<DaysDraft> {
  return Object.fromEntries(
    RETENTION_KINDS.flatMap((kind) => {
      const { least } = RETENTION[kind];
      const days = Number(draft[kind]);
      const isFine =
        draft[kind].trim() !== '' && Number.isInteger(days) && days >= least && days <= RETENTION_MOST_DAYS;
      return isFine ? [] : [[kind, `Enter whole days from ${least} to ${formatCount(RETENTION_MOST_DAYS)}.`]];
    }),
  );
}

/** "about 2 years" next to 730; null if it adds nothing. */
export function inWords(days: number): string | null {
  if (!Number.isFinite(days) || days < 60) return null;
  const [count, unit] = days >= 700 ? [days / 365, 'year'] : [days / 30.4, 'month'];
  return `about ${formatQuantity(Math.round(count), unit as string)}`;
}

/** How long a disk lasts: in days, weeks or years. */
export function describeTimeLeft(days: number): string {
  if (days < 1) return 'within a day';
  if (days < 14) return `in about ${formatQuantity(days, 'day')}`;
  const weeks = Math.round(days / 7);
  return weeks <= 104 ? `in about ${formatQuantity(weeks, 'week')}` : 'in more than 2 years';
}
