/**
 * `npm run bench -- [databases] [costs] [compare] [edits] [typing] [workers] [sqlserver] [weight] [lighthouse] [--quick]
 * [--on native,pglite,postgresql]`:
 * the performance tables of the README, measured on this machine.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { benchCompare } from './compare.ts';
import { benchDatabases } from './database-kinds.ts';
import { benchEdits } from './edit-throughput.ts';
import { cleanUpNow, cleanUpOnSignals } from './lib/clean-up.ts';
import { DATABASE_NAMES, findDatabases } from './lib/databases/databases.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchPageWeight } from './page-weight.ts';
import { benchSqlServer } from './sql-server.ts';
import { benchSyncCosts } from './sync-costs.ts';
import { benchTyping } from './typing-latency.ts';
import { benchWorkers } from './worker-scaling.ts';

const FULL = {
  databases: {
    synced: 100_000,
    rounds: 3,
    variants: 1_000_000,
    runs: 100,
    edits: 1_000,
    starts: 3,
    idle: 60_000,
  },
  costs: { synced: 100_000, rounds: 5 },
  compare: { variants: 1_000_000, runs: 20 },
  edits: 10_000,
  workers: { variants: 10_000 },
  sqlServer: { rows: 100_000, rounds: 3, edits: 10_000 },
  lighthouse: 3,
};
const QUICK: typeof FULL = {
  databases: { synced: 20_000, rounds: 1, variants: 100_000, runs: 20, edits: 200, starts: 1, idle: 10_000 },
  costs: { synced: 20_000, rounds: 1 },
  compare: { variants: 100_000, runs: 10 },
  edits: 4_000,
  workers: { variants: 1_000 },
  sqlServer: { rows: 20_000, rounds: 3, edits: 5_000 },
  lighthouse: 1,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    on: { type: 'string', default: DATABASE_NAMES.join() },
  },
});
const extent = values.quick ? QUICK : FULL;
const wanted = DATABASE_NAMES.filter((name) => values.on.split(',').includes(name));

cleanUpOnSignals();
try {
  const databases = await findDatabases(wanted);
  describeMachine();
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    databases: () => benchDatabases(databases, extent.databases),
    costs: () => benchSyncCosts(databases, extent.costs),
    compare: () => benchCompare(databases, extent.compare),
    edits: () => benchEdits(databases, { edits: extent.edits }),
    typing: benchTyping,
    workers: () => benchWorkers(databases, extent.workers),
    sqlserver: () => benchSqlServer(databases, extent.sqlServer),
    weight: benchPageWeight,
    lighthouse: () => benchLighthouse({ rounds: extent.lighthouse }),
  };
  for (const [name, bench] of Object.entries(parts)) {
    if (positionals.length === 0 || positionals.includes(name)) await bench();
  }
} finally {
  await cleanUpNow();
}

function describeMachine(): void {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1e9);
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${cpus().length} × ${cpu?.model.trim()}, ${memory} GB, ${process.platform}, Node ${process.version}, load ${load}`,
  );
}
