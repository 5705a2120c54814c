import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { connectDatabase } from '../../database.ts';
import { socketPath } from '../database-connection.ts';
import { openDatabase } from './open-database.ts';
import { pgliteConnection } from './pglite-database.ts';
import { startUpkeep } from './upkeep.ts';
import { startWireServer } from './wire-server.ts';

const CHECKPOINT_AFTER = 256 * 1024;

it('vacuums, gathers statistics and checkpoints under constant load', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
  const pglite = await openDatabase(folder);
  const wire = await startWireServer({
    db: pglite,
    socketPath: socketPath(folder),
    onBackendFailure: (error) => {
      throw error;
    },
  });
  const upkeep = startUpkeep({ db: pglite, wire, interval: 20, checkpointAfterBytes: CHECKPOINT_AFTER });
  const db = connectDatabase(pgliteConnection(folder));
  let polling = true;
  const poll = (async () => {
    while (polling) await db.query('select 1');
  })();
  onTestFinished(async () => {
    polling = false;
    await poll;
    upkeep.stop();
    await db.close();
    await wire.close();
    await pglite.close();
    await rm(folder, { recursive: true, force: true });
  });

  await db.query('create table notes (id integer primary key, text text)');
  await db.query("insert into notes select n, repeat('x', 200) from generate_series(1, 2000) as n");
  await db.query("update notes set text = text || 'y'");

  await vi.waitFor(
    async () => {
      const { rows } = await db.query(
        `select last_vacuum is not null and n_dead_tup = 0 as vacuumed, last_analyze is not null as analyzed,
           (select pg_current_wal_insert_lsn() - redo_lsn <= ${CHECKPOINT_AFTER} from pg_control_checkpoint()) as checkpointed
         from pg_stat_user_tables where relname = 'notes'`,
      );
      expect(rows).toEqual([{ vacuumed: true, analyzed: true, checkpointed: true }]);
    },
    { timeout: 60_000 },
  );
});
