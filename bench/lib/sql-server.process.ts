/** A simulated SQL Server in a process of its own: says its port, and whenever asked how long it has computed. */
import process from 'node:process';
import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import { defineTable } from '@storefleet/sqlserver-simulator/seed';
import { startSqlServerSimulator } from '@storefleet/sqlserver-simulator/server';
import { BENCH_DATABASE, BENCH_LOGIN, BENCH_TABLES } from './sql-server-tables.ts';

export type SqlServerReady = { port: number };
/** Milliseconds of all its threads since the start. */
export type ComputingTime = { computed: number };

const rows = Number(process.argv[2]);
const engine = createEngine({ logins: [BENCH_LOGIN], databases: [BENCH_DATABASE] });
const database = engine.database(BENCH_DATABASE);
for (const table of BENCH_TABLES) await defineTable(database, table.seed(rows));
const simulator = await startSqlServerSimulator({ engine });

const end = () => {
  simulator.close().finally(() => process.exit(0));
};
process.on('disconnect', end);
process.on('SIGTERM', end);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ computed: (user + system) / 1000 } satisfies ComputingTime);
});
process.send?.({ port: simulator.port } satisfies SqlServerReady);
