/**
 * How long does the first sync of a SQL Server table take, compared with a plain loop over its rows? How many
 * rows are edited per second, with and without latency, compared with plain loops of the driver? The server
 * is simulated, so a real one's time for statements is not included.
 */
import { fileURLToPath } from 'node:url';
import mssql from 'mssql';
import { nextMessage, startChild } from './lib/child-process.ts';
import type { DatabaseKind } from './lib/databases/databases.ts';
import { applyAll, planRaise, variantsOf } from './lib/edit-batches.ts';
import type { FloorResult } from './lib/floor/floor.ts';
import { type Product, startProduct } from './lib/product.ts';
import { type SyncCall, syncOnce } from './lib/product-sync.ts';
import { ARTICLES, addSqlServerStore, startSqlServer } from './lib/sql-server/sql-server.ts';
import { median } from './lib/statistics.ts';
import { count, printTable, say, seconds } from './lib/table.ts';

const FLOOR = fileURLToPath(new URL('./lib/floor/sql-server-floor.process.ts', import.meta.url));
/** Milliseconds of the slow connection. */
const LATENCY = 20;

export async function benchSqlServer(
  databases: readonly DatabaseKind[],
  { rows, rounds, edits }: { rows: number; rounds: number; edits: number },
): Promise<void> {
  const server = await startSqlServer({ rows, latency: LATENCY });
  const found: string[][] = [];
  for (const kind of databases) {
    const floors: number[] = [];
    const syncs: number[] = [];
    const speeds: string[] = [];
    for (let round = 0; round < rounds; round++) {
      say(`first sync of ${count(rows)} SQL Server rows, ${kind.title}, round ${round + 1} of ${rounds}`);
      floors.push(await measureFloor(kind, server.ports.near));
      const database = await kind.create();
      const product = await startProduct(database, {});
      const near = await addSqlServerStore(product, server.ports.near, rows);
      syncs.push(await syncOnce(product, near));
      if (round === rounds - 1) {
        say(`${count(edits)} edits of them, near and ${LATENCY} ms away`);
        speeds.push(`${await measureEdits(product, near, edits)} / ${await plainLoop(server.ports.near)}`);
        // The same table, which has changed since the first sync.
        const far = await addSqlServerStore(product, server.ports.far, rows);
        await syncOnce(product, far);
        speeds.push(`${await measureEdits(product, far, edits)} / ${await plainLoop(server.ports.far)}`);
      }
      await product.stop();
      await database.remove();
    }
    const [floor, sync] = [median(floors), median(syncs)];
    found.push([kind.title, seconds(floor), seconds(sync), (sync / floor).toFixed(2), ...speeds]);
  }
  await server.close();
  printTable(
    `A SQL Server table of ${count(rows)} rows: first sync; ${count(edits)} price edits, rows a second from the request to the end: applied alone, with the plan, and by a plain loop of single statements`,
    ['Database', 'Plain loop', 'First sync', 'Ratio', 'Edits near', `Edits at ${LATENCY} ms`],
    found,
  );
}

async function measureFloor(kind: DatabaseKind, port: number): Promise<number> {
  const database = await kind.create();
  const { dataDir, connectionString, embedded } = database;
  const child = startChild(FLOOR, { args: [JSON.stringify({ dataDir, connectionString, embedded, port })] });
  const { milliseconds } = await nextMessage<FloorResult>(child);
  await child.stop();
  await database.remove();
  return milliseconds;
}

/** Rows per second: by the batch's own times, and including the plan. */
async function measureEdits(product: Product, { storeId }: SyncCall, edits: number): Promise<string> {
  const references = (await variantsOf(product, storeId)).slice(0, edits);
  const start = performance.now();
  const applied = await applyAll(product, await planRaise(product, references), references.length);
  const whole = performance.now() - start;
  return [applied, whole].map((time) => count(Math.round((1_000 * references.length) / time))).join(' / ');
}

const PLAIN_EDITS = 200;

/** A single connection that changes one row after the other. */
async function plainLoop(port: number): Promise<string> {
  const { database, table, user, password } = ARTICLES;
  const options = { trustServerCertificate: true };
  const pool = new mssql.ConnectionPool({ server: '127.0.0.1', port, database, user, password, options });
  await pool.connect();
  const start = performance.now();
  for (let id = 1; id <= PLAIN_EDITS; id++) {
    await pool
      .request()
      .input('id', id)
      .input('price', '9.99')
      .query(`UPDATE dbo.${table} SET Price = CAST(@price AS decimal(10,2)) WHERE ArticleID = @id`);
  }
  const time = performance.now() - start;
  await pool.close();
  return count(Math.round((1_000 * PLAIN_EDITS) / time));
}
