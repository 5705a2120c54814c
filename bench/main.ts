/**
 * `npm run bench -- [sync] [rest] [mssql] [search] [edits] [typing] [workers] [start] [lighthouse] [--quick] [--on embedded,postgresql] [--sizes 10000,100000]`: the
 * performance tables of the README, measured on this machine.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { benchEdits } from './edit-throughput.ts';
import { cleanUpNow, cleanUpOnSignals } from './lib/clean-up.ts';
import { type DatabaseName, findDatabases } from './lib/databases.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchPageWeight } from './page-weight.ts';
import { benchRest } from './rest-sync.ts';
import { benchSearch } from './search-latency.ts';
import { benchSqlServer } from './sql-server-sync.ts';
import { benchStart } from './start-up.ts';
import { benchSync } from './sync-floor.ts';
import { benchTyping } from './typing-latency.ts';
import { benchWorkers } from './worker-scaling.ts';

const FULL = {
  sync: { variants: 100_000, rounds: 3, large: 1_000_000 },
  rest: { variants: 20_000 },
  sqlServer: { rows: 100_000, rounds: 3 },
  sizes: [10_000, 100_000, 1_000_000],
  runs: 100,
  edits: 10_000,
  workers: { variants: 10_000 },
  starts: 5,
  lighthouse: 3,
};
const QUICK = {
  sync: { variants: 20_000, rounds: 1, large: null },
  rest: { variants: 8_000 },
  sqlServer: { rows: 20_000, rounds: 1 },
  sizes: [10_000],
  runs: 20,
  edits: 4_000,
  workers: { variants: 1_000 },
  starts: 1,
  lighthouse: 1,
};

const PARTS = [
  'sync',
  'rest',
  'mssql',
  'search',
  'edits',
  'typing',
  'workers',
  'start',
  'lighthouse',
] as const;
const DATABASES: readonly DatabaseName[] = ['embedded', 'postgresql'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    on: { type: 'string', default: DATABASES.join() },
    sizes: { type: 'string' },
  },
});
const extent = values.quick ? QUICK : FULL;
const parts = positionals.length === 0 ? PARTS : PARTS.filter((part) => positionals.includes(part));
const sizes = values.sizes?.split(',').map(Number) ?? extent.sizes;
const wanted = DATABASES.filter((name) => values.on.split(',').includes(name));

cleanUpOnSignals();
try {
  const databases = await findDatabases(wanted);
  describeMachine();
  if (parts.includes('sync')) await benchSync(databases, extent.sync);
  if (parts.includes('rest')) await benchRest(databases, extent.rest);
  if (parts.includes('mssql')) await benchSqlServer(databases, extent.sqlServer);
  if (parts.includes('search')) await benchSearch(databases, { sizes, runs: extent.runs });
  if (parts.includes('edits')) await benchEdits(databases, { edits: extent.edits });
  if (parts.includes('typing')) await benchTyping();
  if (parts.includes('workers')) await benchWorkers(databases, extent.workers);
  if (parts.includes('start')) {
    await benchStart(databases, { rounds: extent.starts });
    await benchPageWeight();
  }
  if (parts.includes('lighthouse')) await benchLighthouse({ rounds: extent.lighthouse });
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
