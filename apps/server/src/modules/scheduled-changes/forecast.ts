import { definitionsIn } from '@storefleet/contract/attributes/metafields';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { ScheduleChange } from '@storefleet/contract/edits/scheduled-changes';
import { clockWords, endWords, timezoneWords } from '@storefleet/contract/values/clock-words';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { Queryable } from '../../platform/db/database.ts';
import { titleOf } from '../bulk-updates/plan/batch-title.ts';
import { listPlanned } from '../scheduled-syncs/scheduled-syncs.repository.ts';
import { isSkipped } from '../scheduled-syncs/timing/clock-time.ts';
import { findTimezone } from '../scheduled-syncs/timing/timezones.ts';
import { nextRun, recurrenceOf } from '../scheduled-syncs/timing/timing.ts';
import { readDefinitions } from '../stores/stores.repository.ts';
import type { Times } from './times.ts';

/** Milliseconds before and after a time within which a sync counts as concurrent. */
const NEAR_MS = 30 * 60_000;

/** Number of rows a plan will change, and of their stores. */
export function rowsOf({ stores }: Pick<BulkUpdateBatch, 'stores'>) {
  const counts = stores.map(
    ({ total, failed, unchanged, left_out }) => total - failed - unchanged - left_out,
  );
  const changed = counts.filter((rows) => rows > 0);
  return { rows: changed.reduce((sum, rows) => sum + rows, 0), stores: changed.length };
}

/** What will happen when, for the person deciding about it. */
export function forecastSchedule(batch: BulkUpdateBatch, asked: ScheduleChange, times: Times): string[] {
  const { starts, ends, timezone } = times;
  const { rows, stores } = rowsOf(batch);
  const skipped = ([clockTime, moment]: readonly [string | null, Date | null]) =>
    clockTime !== null && moment !== null && isSkipped(clockTime, timezone)
      ? [
          `The clocks skip ${clockTime.slice(11)} on that day: right after means ${clockWords(moment, timezone)}.`,
        ]
      : [];
  const where = stores === 1 ? '' : ` in ${formatQuantity(stores, 'store')}`;
  return [
    `On ${clockWords(starts, timezone)} (${timezoneWords(timezone)}) ${formatQuantity(rows, 'row')}${where} ${rows === 1 ? 'is' : 'are'} changed. Rows with another value by then stay unchanged, and are listed.`,
    ...skipped([asked.starts, starts]),
    ...(ends === null
      ? ['The new values stay.']
      : [
          `On ${endWords(ends, timezone)} each written value reverts to its previous one, as far as known; rows not written by then are skipped. Values that somebody changed in between stay, and are listed.`,
        ]),
    ...skipped([asked.ends, ends]),
    `If the server is down at the time, it begins late${ends === null ? '' : '; once its end has passed, it does not begin at all'}. If it then breaks a guard rail that is not listed here, or you may no longer apply it, it waits under “Needs attention”.`,
  ];
}

/** What else runs in its stores around these times, or changes the same products. */
export async function findOverlaps(db: Queryable, batch: BulkUpdateBatch, times: Times): Promise<string[]> {
  return [...(await syncsAround(db, batch, times)), ...(await changesOfTheSame(db, batch, times))];
}

async function syncsAround(db: Queryable, { stores }: BulkUpdateBatch, { starts, ends, timezone }: Times) {
  const ids = new Set(stores.map(({ store_id }) => store_id));
  const schedules = (await listPlanned(db)).filter(({ store_id }) => ids.has(store_id));
  return schedules.flatMap((schedule) => {
    if (findTimezone(schedule.timezone) === null) return [];
    const recurrence = recurrenceOf(schedule);
    const found = [starts, ends].map((at) => {
      const run = at && nextRun(recurrence, new Date(at.getTime() - NEAR_MS));
      return run && at && run.getTime() <= at.getTime() + NEAR_MS ? run : null;
    });
    const run = found.find((each) => each !== null);
    if (!run) return [];
    return [
      `The sync “${schedule.name}” of ${schedule.store_name} begins on ${clockWords(run, timezone)}. Changes go first at the store, and both are right; they take a little longer.`,
    ];
  });
}

type Other = Parameters<typeof titleOf>[0] & {
  starts_at: Date;
  ends_at: Date | null;
  is_beneath: boolean;
  /** Whether the rows get the same values by both; and if so, whether they have them already. */
  is_same: boolean;
  is_held: boolean;
  rows: number;
};

async function changesOfTheSame(
  db: Queryable,
  { batch_id }: BulkUpdateBatch,
  { starts, ends, timezone }: Times,
) {
  const { rows } = await db.query<Other>(
    `select batch.title, batch.origin, batch.attributes, batch.import_report ->> 'file_name' as "fileName",
       change.starts_at, change.ends_at, is_same, ours.status = 'unchanged' as is_held,
       change.status = 'applied' and batch.started_at < own.created_at as is_beneath, count(distinct ours.id)::int as rows
     from scheduled_changes change
     join edit_batches batch on batch.id = change.batch_id
     join edit_batches own on own.id = $1 and own.attributes && batch.attributes
     join edit_items theirs on theirs.batch_id = change.batch_id and theirs.status in ('planned', 'sent', 'succeeded')
     join edit_items ours on ours.batch_id = own.id
       and ours.product_id = theirs.product_id and ours.variant_id is not distinct from theirs.variant_id
     cross join lateral (select exists (
         select from jsonb_each(ours.changes) as own_value join jsonb_each(theirs.changes) as their_value using (key)
         where own_value.value -> 'new' = their_value.value -> 'new') as is_same) as values
     where (ours.status = 'planned' or (ours.status = 'unchanged' and theirs.status = 'succeeded' and is_same))
       and change.batch_id <> $1
       and (change.status = 'scheduled' or (change.status = 'applied' and change.ends_at is not null))
       and change.starts_at < coalesce($3::timestamptz, 'infinity') and coalesce(change.ends_at, 'infinity') > $2
     group by batch.id, change.batch_id, own.id, is_same, is_held order by change.starts_at, is_same, is_held`,
    [batch_id, starts, ends],
  );
  const stores = await readDefinitions(
    db,
    rows.flatMap(({ attributes }) => attributes),
  );
  const definitionOf = definitionsIn(stores);
  return rows.map(({ starts_at, ends_at, is_beneath, is_same, is_held, rows: count, ...other }) => {
    const [title, since] = [`“${titleOf({ ...other, definitionOf })}”`, clockWords(starts_at, timezone)];
    const those = `${formatQuantity(count, 'row')} of these too`;
    if (is_held && ends_at !== null)
      return `${formatQuantity(count, 'more row')} already ${count === 1 ? 'has its' : 'have their'} new value from ${title}, which takes it back on ${endWords(ends_at, timezone)}. To keep it longer, move that end.`;
    if (is_beneath) {
      return `${title}, applied since ${since}, changed ${those}. ${
        ends === null
          ? 'When that one ends, they keep the values of this one.'
          : 'Once both have ended, they hold the values from before both.'
      }`;
    }
    return is_same && (ends_at !== null || ends !== null)
      ? `${title}, scheduled for ${since}, sets ${those}, to the same values. The one that runs second finds them there and leaves them; if the first has an end, it takes them back.`
      : `${title}, scheduled for ${since}, changes ${those}. The one that runs second finds other values and leaves them.`;
  });
}
