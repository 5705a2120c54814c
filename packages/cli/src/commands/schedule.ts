import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { type CommandContext, confirm, reasonOf, textOf, UsageError } from '../command.ts';

/** When a plan is applied and reverted, and in which time zone. */
export const TIMES = {
  at: { type: 'string' },
  until: { type: 'string' },
  timezone: { type: 'string' },
} as const;

export function isForLater({ values }: CommandContext): boolean {
  if (values.at !== undefined) return true;
  const alone = (['until', 'timezone'] as const).find((name) => values[name] !== undefined);
  if (alone) throw new UsageError(`--${alone} goes with --at, the time at which the plan is applied.`);
  return false;
}

/** Schedules a plan after showing what will happen. */
export async function schedule(context: CommandContext, batch_id: string): Promise<void> {
  const { api, values, terminal, answer } = context;
  const body = {
    starts: clockTime(values.at) ?? '',
    ends: clockTime(values.until) ?? null,
    timezone: textOf(values.timezone) ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    override_reason: reasonOf(context),
  };
  const params = { batch_id };
  const { problem, says, meanwhile, guard_rails } = await api.call('scheduledChanges.preview', {
    params,
    body,
  });
  if (problem) throw new UsageError(`--${OPTION_OF[problem.path]}: ${problem.message}`);
  for (const sentence of [...says, ...meanwhile, ...guard_rails.map(({ message }) => message)])
    terminal.note(sentence);
  await confirm(context, 'Schedule it like this?');
  const batch = await api.call('scheduledChanges.save', { params, body });
  answer(batch, () => (batch.schedule ? whenOf(batch.schedule) : ''));
}

const OPTION_OF = { starts: 'at', ends: 'until', timezone: 'timezone' } as const;

/** "2026-11-27 00:00" as well as "2026-11-27T00:00". */
const clockTime = (value: CommandContext['values'][string]) => textOf(value)?.trim().replace(/ +/, 'T');

export function whenOf({ starts_at, ends_at, timezone }: NonNullable<BulkUpdateBatch['schedule']>): string {
  const format = new Intl.DateTimeFormat('en', {
    dateStyle: 'full',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: timezone,
  });
  const at = (moment: string) => format.format(new Date(moment));
  const end = ends_at === null ? '' : `, until ${at(ends_at)}`;
  return `Scheduled for ${at(starts_at)}${end} (${timezone}).`;
}
