import { Skeleton } from '@mantine/core';
import type { ScheduledSyncSummary } from '@storefleet/contract/syncs/scheduled-syncs';
import { formatCount } from '@storefleet/contract/values/quantity';
import type { ReactNode } from 'react';
import { useNow } from '../../../../lib/browser/use-now.ts';
import { NextRun } from './next-run.tsx';
import classes from './summary-cards.module.css';

const NOW_MS = 15_000;

/** Total, active and failed schedules, and the next run. */
export function SummaryCards({ summary }: { summary: ScheduledSyncSummary | undefined }) {
  const now = useNow(NOW_MS);
  return (
    <dl className={classes.cards} aria-busy={summary === undefined}>
      <Card label="Total schedules">{summary && formatCount(summary.total_schedules)}</Card>
      <Card label="Active schedules">{summary && formatCount(summary.active_schedules)}</Card>
      <Card label="Failed schedules" alarming={(summary?.failed_schedules ?? 0) > 0}>
        {summary && formatCount(summary.failed_schedules)}
      </Card>
      <Card label="Next run">{summary && <NextRun at={summary.next_run} now={now} />}</Card>
    </dl>
  );
}

type CardProps = { label: string; alarming?: boolean; children: ReactNode };

function Card({ label, alarming = false, children }: CardProps) {
  return (
    <div className={classes.card} data-alarming={alarming || undefined}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children ?? <Skeleton height={20} width="3rem" my={5} />}</dd>
    </div>
  );
}
