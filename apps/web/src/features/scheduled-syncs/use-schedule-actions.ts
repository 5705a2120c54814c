import { messages } from '@storefleet/contract/messages';
import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { useState } from 'react';
import { announce } from '../../components/feedback/announce.ts';
import { describeError } from '../../lib/api/describe-error.ts';
import { useRunScheduleNow, useToggleScheduledSync } from './api/changes.ts';

/** A failure stays in sight until it is dismissed or the same is done again. */
export type ActionFailure = { key: string; name: string; sentence: string };

/** Run Now and the switch, for any number of schedules side by side. */
export function useScheduleActions() {
  const starting = useUnderWay();
  const toggling = useUnderWay();
  const [failures, setFailures] = useState<readonly ActionFailure[]>([]);
  const run = useRunScheduleNow();
  const toggle = useToggleScheduledSync();

  const dismiss = (key: string) => setFailures((all) => all.filter((failure) => failure.key !== key));
  const fail = (failure: ActionFailure) =>
    setFailures((all) => [...all.filter(({ key }) => key !== failure.key), failure]);

  /** Resolves when it is known how it went; every failure ends up in `failures`. */
  async function perform(
    schedule: ScheduledSync,
    action: 'run' | 'toggle',
    work: () => Promise<string>,
    describe: (message: string) => string,
  ): Promise<void> {
    const key = `${action} ${schedule.id}`;
    const underWay = action === 'run' ? starting : toggling;
    dismiss(key);
    underWay.add(schedule.id);
    try {
      announce(await work());
    } catch (error) {
      fail({ key, name: schedule.name, sentence: describe(describeError(error)) });
    } finally {
      underWay.remove(schedule.id);
    }
  }

  return {
    starting: starting.ids,
    toggling: toggling.ids,
    failures,
    dismiss,
    runNow: (schedule: ScheduledSync) =>
      perform(
        schedule,
        'run',
        async () => {
          await run.mutateAsync(schedule);
          return messages.scheduledSyncs.executed;
        },
        messages.scheduledSyncs.executeFailed,
      ),
    toggle: (schedule: ScheduledSync) =>
      perform(
        schedule,
        'toggle',
        async () => {
          const { name, is_active: isActive } = await toggle.mutateAsync(schedule);
          return `${name} is now ${isActive ? 'enabled' : 'disabled'}.`;
        },
        messages.scheduledSyncs.toggleFailed,
      ),
  };
}

function useUnderWay() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ids,
    add: (id: string) => setIds((all) => new Set(all).add(id)),
    remove: (id: string) => setIds((all) => new Set([...all].filter((other) => other !== id))),
  };
}
