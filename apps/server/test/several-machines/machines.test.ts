import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  comeToRest,
  compareBatches,
  compareRuns,
  compareSchedules,
  compareStore,
  readFailures,
} from './agreement.ts';
import { killAtRandom, standStill } from './deaths.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { createJournal } from './journal.ts';
import {
  changeSources,
  editCells,
  forceStops,
  type Load,
  makeDue,
  startSyncs,
  updateInBulk,
} from './load.ts';
import { randomFrom } from './random.ts';
import { type Sources, startSources } from './sources.ts';
import { type LiveStore, openStores } from './stores.ts';

/** MACHINES_SECONDS for longer than CI has time for; MACHINES_SEED for the same choices again. */
const SECONDS = Number(process.env.MACHINES_SECONDS ?? 60);
const SEED = Number(process.env.MACHINES_SEED ?? Date.now() % 1_000_000);
const EVERY_MINUTE = { schedule_type: 'cron', schedule_config: { cron: '* * * * *' } };
const SOME_DAY = { schedule_type: 'cron', schedule_config: { cron: '0 0 29 2 *' } };
/** Far longer than a schedule that is due waits for a process that starts it. */
const SWITCH_OFF_LIMIT_MS = 120_000;
const random = randomFrom(SEED);

let fleet: Fleet;
let sources: Sources;
let stores: readonly LiveStore[];

beforeAll(async () => {
  process.stdout.write(`MACHINES_SEED=${SEED} MACHINES_SECONDS=${SECONDS}\n`);
  sources = await startSources();
  const ports = await sources.call('ports');
  const choice = random.fork();
  fleet = await startFleet({
    environment: { SHOPIFY_ALLOWED_HOSTS: `*.localhost:${ports.shops}` },
    chooseWeb: (candidates) => choice.oneOf(candidates),
  });
  stores = await openStores(fleet, sources);
});
afterAll(async () => {
  await fleet?.close();
  await sources?.close();
});

async function addSchedule(store: LiveStore, timing: object): Promise<string> {
  const method = store.domain === null ? 'mssql' : store.syncPath.endsWith('graphql') ? 'graphql' : 'rest';
  const { id } = await fleet.post<{ id: string }>('/scheduled-syncs', {
    name: store.name,
    store_id: store.id,
    sync_method: method,
    timezone: 'UTC',
    is_active: true,
    max_failures: 10,
    ...timing,
  });
  return id;
}

/** Switches schedules off, and answers a time at which all of them were on, with no whole minute behind it. */
async function switchOff(scheduleIds: readonly string[]): Promise<Date> {
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
  `processes die and stand still under load, and everything agrees at the end (seed ${SEED})`,
  async () => {
    const journal = createJournal();
    const from = new Date();
    const everyMinute = await Promise.all(stores.map((store) => addSchedule(store, EVERY_MINUTE)));
    const someDay = await Promise.all(stores.map((store) => addSchedule(store, SOME_DAY)));

    const ending = new AbortController();
    const { signal } = ending;
    const load = (): Load => ({ fleet, sources, stores, journal, random: random.fork(), signal });
    const work = [
      updateInBulk(load(), { most: 40 }),
      updateInBulk(load(), { most: 40 }),
      updateInBulk(load(), { most: 5 }),
      editCells(load()),
      editCells(load()),
      editCells(load()),
      editCells(load()),
      startSyncs(load()),
      forceStops(load()),
      changeSources(load()),
      makeDue(load(), someDay),
    ];
    const { machines } = fleet;
    const killing = killAtRandom({ machines, random: random.fork(), signal });
    const standing = standStill({ machines, random: random.fork(), signal });
    // A load that fails ends the test at once, not when the time is up.
    await Promise.race([pause(SECONDS * 1_000), ...work]);
    ending.abort();
    const [killed, stood] = await Promise.all([killing, standing, ...work]);
    const to = await switchOff(everyMinute);
    const ended = { fleet, sources, stores, journal };
    await comeToRest(ended);

    process.stdout.write(
      `${killed} killed, ${stood} stood still; ${journal.applied.size} edits, ${journal.answered.size} of them answered at once; ` +
        `${journal.links.length} changes by others; ${journal.due.length} due times\n`,
    );
    const problems = [
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
  (SECONDS + 300) * 1_000,
);
