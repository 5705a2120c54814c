import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import {
  comeToRest,
  compareBatches,
  compareRuns,
  compareSchedules,
  compareStore,
  readFailures,
} from './agreement.ts';
import { killAloneAtRandom, killAtRandom, suspendAtRandom } from './deaths.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { createJournal } from './journal.ts';
import {
  changeSources,
  editCells,
  forceStops,
  type Load,
  makeDue,
  startSyncs,
  updateHeavily,
  updateInBulk,
} from './load.ts';
import { randomFrom } from './random.ts';
import { watchEdits } from './standstill.ts';
import { type LiveStore, openStores } from './stores.ts';

/** MACHINES_SECONDS runs longer than CI does; MACHINES_SEED repeats a run. */
const SECONDS = Number(process.env.MACHINES_SECONDS ?? 15);
const SEED = Number(process.env.MACHINES_SEED ?? Date.now() % 1_000_000);
/** One process on the embedded database, or several on one PostgreSQL. */
const isAlone = !process.env.TEST_DATABASE_URL;
const EVERY_MINUTE = { schedule_type: 'cron', schedule_config: { cron: '* * * * *' } };
const SOME_DAY = { schedule_type: 'cron', schedule_config: { cron: '0 0 29 2 *' } };
/** Much longer than a due schedule waits for a process to start it. */
const SWITCH_OFF_LIMIT_MS = 120_000;
async function addSchedule(fleet: Fleet, store: LiveStore, timing: object): Promise<string> {
  const { id } = await fleet.post<{ id: string }>('/scheduled-syncs', {
    name: store.name,
    store_id: store.id,
    sync_method: store.method,
    timezone: 'UTC',
    is_active: true,
    max_failures: 10,
    ...timing,
  });
  return id;
}

/** Switches schedules off; returns a time at which all were on, with no whole minute since. */
async function switchOff(fleet: Fleet, scheduleIds: readonly string[]): Promise<Date> {
  const until = Date.now() + SWITCH_OFF_LIMIT_MS;
  for (;;) {
    const { rows } = await fleet.db.query<{ at: Date }>(
      `update scheduled_syncs set is_active = false, next_run_at = null
       where id = any ($1) and not exists (
         select from scheduled_syncs where id = any ($1) and next_run_at <= now() + interval '1 second')
       returning now() as at`,
      [scheduleIds],
    );
    if (rows[0]) return rows[0].at;
    if (Date.now() > until) throw new Error('A schedule is due and nobody starts it.');
    await pause(100);
  }
}

it(
  `${isAlone ? 'the only process dies' : 'processes die and are suspended'} under load, and everything agrees at the end (seed ${SEED})`,
  async () => {
    const random = randomFrom(SEED);
    process.stdout.write(`MACHINES_SEED=${SEED} MACHINES_SECONDS=${SECONDS}\n`);
    const choice = random.fork();
    const fleet = await startFleet({ isAlone, chooseWeb: (candidates) => choice.oneOf(candidates) });
    onTestFinished(() => fleet.close());
    const stores = await openStores(fleet);

    const journal = createJournal();
    const from = new Date();
    // Times that are due while the only process is down are not tested here.
    const scheduled = isAlone ? [] : stores;
    const everyMinute = await Promise.all(scheduled.map((store) => addSchedule(fleet, store, EVERY_MINUTE)));
    const someDay = await Promise.all(scheduled.map((store) => addSchedule(fleet, store, SOME_DAY)));

    const ending = new AbortController();
    const { signal } = ending;
    const load = (): Load => ({ fleet, stores, journal, random: random.fork(), signal });
    const work = [
      ...[1, 2, 3].map(() => updateHeavily(load())),
      ...[40, 40, 5].map((most) => updateInBulk(load(), most)),
      ...[1, 2, 3, 4].map(() => editCells(load())),
      startSyncs(load()),
      forceStops(load()),
      changeSources(load()),
      makeDue(load(), someDay),
    ];
    const { machines } = fleet;
    const deaths = { machines, random: random.fork(), signal };
    const killing = isAlone ? killAloneAtRandom(fleet, deaths) : killAtRandom(deaths);
    const suspending = isAlone ? 0 : suspendAtRandom({ machines, random: random.fork(), signal });
    const resting = new AbortController();
    const watching = watchEdits(fleet, resting.signal);
    // A failing load ends the test at once.
    await Promise.race([pause(SECONDS * 1_000), ...work]);
    ending.abort();
    const [killed, suspended] = await Promise.all([killing, suspending, ...work]);
    const to = isAlone ? from : await switchOff(fleet, everyMinute);
    const ended = { fleet, stores, journal };
    await comeToRest(ended);
    resting.abort();
    const standstill = await watching;

    process.stdout.write(
      `${killed} killed, ${suspended} suspended; ${journal.applied.size} edits, ${journal.answered.size} of them answered at once; ` +
        `${journal.links.length} changes by others; ${journal.due.length} due times; ` +
        `${Math.round(standstill.longest / 1_000)} s the longest time without progress of an edit\n`,
    );
    const problems = [
      ...standstill.problems,
      ...journal.unexpected,
      ...(await compareBatches(ended)),
      ...(await compareRuns(ended)),
      ...(await compareSchedules(ended, { everyMinute, from, to })),
    ];
    for (const store of stores) problems.push(...(await compareStore(ended, store)));
    problems.push(...(await readFailures(ended)));
    problems.push(...machines.flatMap((machine) => machine.troubles()));
    expect(problems).toEqual([]);
    expect(journal.answered.size).toBeGreaterThan(0);
  },
  (SECONDS + 540) * 1_000,
);
