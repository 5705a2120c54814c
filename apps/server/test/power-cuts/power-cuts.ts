/**
 * Cuts the power of the embedded database's disk during edits, and checks acknowledged edits afterwards.
 * Needs root, loop devices and ext4: `node apps/server/test/power-cuts/power-cuts.ts [native|pglite] [CUTS]`.
 */
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { readOwner } from '@storefleet/server/platform/db/embedded/data-lock';
import { comeToRest, compareBatches, compareRuns, compareStore } from '../several-machines/agreement.ts';
import { startFleet } from '../several-machines/fleet.ts';
import { createJournal, type Journal } from '../several-machines/journal.ts';
import { editCells } from '../several-machines/load.ts';
import { randomFrom } from '../several-machines/random.ts';
import { firstSync, openShop } from '../several-machines/stores.ts';
import { makeDisk } from './disk.ts';

const [kind = 'native', cuts = '20'] = process.argv.slice(2);
const SEED = Number(process.env.MACHINES_SEED ?? Date.now() % 1_000_000);
const EDITORS = 12;
/** Maximum acknowledged edits between two cuts. */
const MOST_EDITS = 40;
const LAST_INSTANT_MS = 200;

const problems: string[] = [];
const random = randomFrom(SEED);
const disk = makeDisk();
const dataDir = path.join(disk.folder, 'new', 'data');
// The key file has to survive, too.
const environment = { EMBEDDED_DATABASE: kind, ENCRYPTION_KEY: '' };
const fleet = await startFleet({ environment, isAlone: true, dataDir });
say(`${kind}, seed ${SEED}`);
try {
  await cutWhileEditing();
} finally {
  await fleet.close();
  await disk.remove();
}
say(problems.length === 0 ? 'Nothing is missing.' : problems.join('\n'));
process.exit(problems.length === 0 ? 0 : 1);

async function cutWhileEditing(): Promise<void> {
  // The first cut happens right when a new folder is ready.
  await cutPower(0, createJournal());
  const shop = await openShop(fleet, { name: 'quartz', products: 60, variantsPerProduct: 3 });
  const store = await firstSync(fleet, shop);
  const journal = createJournal();
  const ending = new AbortController();
  const { signal } = ending;
  const load = () => ({ fleet, stores: [store], journal, random: random.fork(), signal });
  const editing = Array.from({ length: EDITORS }, () => editCells(load()));
  for (let cut = 1; cut <= Number(cuts); cut++) {
    const enough = journal.applied.size + 1 + random.below(MOST_EDITS);
    while (journal.applied.size < enough) await Promise.race([pause(10), ...editing]);
    await pause(random.between(0, LAST_INSTANT_MS));
    await cutPower(cut, journal);
  }
  ending.abort();
  await Promise.all(editing);
  const ended = { fleet, stores: [store], journal };
  await comeToRest(ended);
  problems.push(...journal.unexpected, ...(await compareBatches(ended)), ...(await compareRuns(ended)));
  problems.push(...(await compareStore(ended, store)));
  say(`${journal.applied.size} edits acknowledged, ${journal.answered.size} of them with their result`);
}

/** Cuts the power, restarts on the remaining data, and looks for acknowledged edits. */
async function cutPower(number: number, journal: Journal): Promise<void> {
  const [machine] = fleet.web;
  const owner = readOwner(dataDir);
  const unwritten = disk.cut();
  const applied = [...journal.applied];
  const answered = [...journal.answered];
  if (owner !== null) process.kill(owner.databasePid, 'SIGKILL');
  await machine.kill();
  await disk.restore();
  const from = performance.now();
  await machine.start();
  if (!machine.isUp())
    throw new Error(`It does not start after cut ${number}: ${machine.troubles().slice(-3).join('\n')}`);
  const seconds = ((performance.now() - from) / 1_000).toFixed(1);
  const { rows } = await fleet.db.query<{ id: string; succeeded: number }>(
    `select batch.id, (select count(*) from change_history where batch_id = batch.id)::integer as succeeded
     from edit_batches batch`,
  );
  const recorded = new Map(rows.map(({ id, succeeded }) => [id, succeeded]));
  const lost = applied.filter((id) => !recorded.has(id));
  const unrecorded = answered.filter(([id, result]) => result.succeeded !== recorded.get(id));
  say(
    `cut ${number} (${unwritten} not written yet): starts in ${seconds} s; of ${applied.length} edits ${lost.length} are lost, ${unrecorded.length} without history`,
  );
  for (const id of [...lost, ...unrecorded.map(([id]) => id)])
    problems.push(`cut ${number}: ${id} was acknowledged and is not there`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
