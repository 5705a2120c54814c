import { Button, Checkbox, Text, TextInput } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { ScheduleChangePreview } from '@storefleet/contract/edits/scheduled-changes';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogActions } from '../../../components/dialogs/dialog-actions.tsx';
import { Banner } from '../../../components/feedback/banner.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeRefusal } from '../../../lib/api/describe-error.ts';
import { openCount } from '../../batches/batch-words.ts';
import { timezonesQuery } from '../../scheduled-syncs/api/queries.ts';
import { TimezoneSelect } from '../../scheduled-syncs/components/form/timezone-select.tsx';
import { ownTimezone } from '../../scheduled-syncs/schedule-times.ts';
import { type ClockTimes, clockTimeOf, thisWeekend, tonight } from '../clock-times.ts';
import { forecastQuery, useMoveEnd, useSchedule } from '../scheduled-changes-api.ts';
import classes from './schedule-dialog.module.css';

type Props = { batch: BulkUpdateBatch; onClose: () => void };

/** When a plan is applied and optionally reverted; for an applied one, when it is reverted. */
export function ScheduleDialog({ batch, onClose }: Props) {
  const { batch_id, submission, status } = batch;
  const isPlan = status === 'planned';
  const [now] = useState(() => Date.now());
  const [times, setTimes] = useState<ClockTimes>(() => timesOf(batch, now));
  /** Stays while its time is being typed, which is empty until it is complete. */
  const [hasEnd, setHasEnd] = useState(!isPlan || times.ends !== '');
  const timezones = useQuery(timezonesQuery(useApi()));
  const save = useSchedule(batch_id);
  const move = useMoveEnd(batch_id);
  const change = isPlan ? save : move;
  const asked = { ...times, ends: hasEnd ? times.ends : null };
  const isComplete = (!isPlan || times.starts !== '') && (!hasEnd || times.ends !== '');
  const forecast = useQuery({ ...forecastQuery(useApi(), batch_id, asked), enabled: isPlan && isComplete });
  /** Until it is that of the times shown, nothing can be saved. */
  const isChecking = isPlan && isComplete && (forecast.isPending || forecast.isPlaceholderData);
  const problem = (isPlan && isComplete && !isChecking && forecast.data?.problem) || null;
  const failure = change.error ?? forecast.error;
  const errorOf = (path: string) => (problem?.path === path ? problem.message : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = { onSuccess: onClose };
    if (!isPlan) return move.mutate({ ends: asked.ends, timezone: asked.timezone }, done);
    save.mutate({ ...asked, expected_items: openCount(batch), submitted_at: submission?.submitted_at }, done);
  };
  return (
    <Dialog opened size="34rem" title={titleOf(batch)} onClose={change.isPending ? undefined : onClose}>
      <form className={classes.form} noValidate onSubmit={submit}>
        {isPlan && (
          <>
            <Presets
              now={now}
              timezone={times.timezone}
              onChoose={(chosen) => {
                setTimes(chosen);
                setHasEnd(chosen.ends !== '');
              }}
            />
            <TextInput
              type="datetime-local"
              label="Starts"
              required
              data-autofocus
              value={times.starts}
              error={errorOf('starts')}
              onChange={(event) => setTimes({ ...times, starts: event.currentTarget.value })}
            />
            <Checkbox
              label="Revert automatically"
              checked={hasEnd}
              onChange={({ currentTarget: { checked } }) => {
                setHasEnd(checked);
                if (checked && times.ends === '') setTimes({ ...times, ends: dayAfter(times.starts) });
              }}
            />
          </>
        )}
        {hasEnd && (
          <TextInput
            type="datetime-local"
            label="Ends"
            required
            value={times.ends}
            error={errorOf('ends')}
            onChange={(event) => setTimes({ ...times, ends: event.currentTarget.value })}
          />
        )}
        <TimezoneSelect
          value={times.timezone}
          timezones={timezones.data ?? [times.timezone]}
          error={errorOf('timezone') ?? undefined}
          onChange={(timezone) => setTimes({ ...times, timezone })}
        />
        {isChecking && (
          <Text size="sm" c="var(--sf-muted)" role="status">
            Checking what will happen …
          </Text>
        )}
        {isPlan && isComplete && problem === null && forecast.data && (
          <WhatWillHappen forecast={forecast.data} isStale={isChecking} />
        )}
        <DialogActions
          confirmLabel={isPlan ? 'Schedule' : 'Move the end'}
          pending={change.isPending}
          blocked={problem !== null || !isComplete || isChecking}
          cancelLabel="Close"
          onCancel={onClose}
          error={failure && describeRefusal(failure)}
          mt={0}
          className={classes.foot}
        />
      </form>
    </Dialog>
  );
}

function titleOf({ status, schedule }: BulkUpdateBatch): string {
  if (status !== 'planned') return 'Change its end';
  return schedule?.state === 'scheduled' ? 'Change the times' : 'Schedule this update';
}

type PresetsProps = { now: number; timezone: string; onChoose: (times: ClockTimes) => void };

function Presets({ now, timezone, onChoose }: PresetsProps) {
  const preset = { variant: 'default', size: 'compact-sm' } as const;
  return (
    <div className={classes.presets}>
      <Button {...preset} onClick={() => onChoose(thisWeekend(now, timezone))}>
        This weekend
      </Button>
      <Button {...preset} onClick={() => onChoose(tonight(now, timezone))}>
        Tonight at midnight
      </Button>
    </div>
  );
}

function WhatWillHappen({ forecast, isStale }: { forecast: ScheduleChangePreview; isStale: boolean }) {
  return (
    <section aria-label="What will happen" className={classes.forecast} aria-busy={isStale}>
      <ul>
        {[...forecast.says, ...forecast.meanwhile].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {forecast.guard_rails.length > 0 && (
        <Banner tone="warning" title="This breaks guard rails">
          {forecast.guard_rails
            .map(({ title, message }) => (message.includes(title) ? message : `${title}: ${message}`))
            .join(' ')}
        </Banner>
      )}
    </section>
  );
}

function timesOf({ schedule }: BulkUpdateBatch, now: number): ClockTimes {
  if (schedule === null || schedule.state === 'missed') return thisWeekend(now, ownTimezone());
  const { starts_at, ends_at, timezone } = schedule;
  return {
    starts: clockTimeOf(starts_at, timezone),
    ends: ends_at === null ? '' : clockTimeOf(ends_at, timezone),
    timezone,
  };
}

const DAY_MS = 86_400_000;

/** The same time one day later, in form format. */
function dayAfter(starts: string): string {
  const at = Date.parse(`${starts}Z`);
  return new Date((Number.isNaN(at) ? Date.now() : at) + DAY_MS).toISOString().slice(0, 16);
}
