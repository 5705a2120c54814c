import { messages } from '@storefleet/contract/messages';
import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { useState } from 'react';
import { announce } from '../../components/feedback/announce.ts';
import { describeError } from '../../lib/api/describe-error.ts';
import { useRunScheduleNow, useToggleScheduledSync } from './api/changes.ts';

/** A failure stays visible until dismissed or retried. */
export type ActionFailure = { key: string; name: string; sentence: string };

/** Run Now and enabling, for any number of schedules in parallel. */
export function useScheduleActions() {
  const starting = useUnderWay();
  const toggling = useUnderWay();
  const [failures, setFailures] = useState<readonly ActionFailure[]>([]);
  const run = useRunScheduleNow();
  const toggle = useToggleScheduledSync();
  const { executed, executeFailed, toggleFailed } = messages.scheduledSyncs;

  const dismiss = (key: string) => setFailures((all) => all.filter((failure) => failure.key !== key));

  /** Resolves once the result is known; every failure ends up in `failures`. */
  async function perform(
    schedule: ScheduledSync,
    underWay: ReturnType<typeof useUnderWay>,
    work: () => Promise<string>,
    describe: (reason: string) => string,
  ): Promise<void> {
    const key = `${describe('')} ${schedule.id}`;
    dismiss(key);
    underWay.add(schedule.id);
    try {
      announce(await work());
    } catch (error) {
      const failure = { key, name: schedule.name, sentence: describe(describeError(error)) };
      setFailures((all) => [...all.filter((other) => other.key !== key), failure]);
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
      perform(schedule, starting, () => run.mutateAsync(schedule).then(() => executed), executeFailed),
    toggle: (schedule: ScheduledSync) => {
      const work = async () => {
        const { name, is_active: isActive } = await toggle.mutateAsync(schedule);
        return `${name} is now ${isActive ? 'enabled' : 'disabled'}.`;
      };
      return perform(schedule, toggling, work, toggleFailed);
    },
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
