import type { PGlite } from '@electric-sql/pglite';
import type { WireServer } from './wire-server.ts';

/**
 * A single-user PostgreSQL has no background processes for checkpoints, vacuum and statistics. This does
 * their work, one small step between two statements, depending on how much was written since.
 */
type Upkeep = { stop(): void };

/** Milliseconds between steps. */
const INTERVAL = 5_000;
/** The next start has to replay everything since the last checkpoint. */
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024;

const TABLES_IN_NEED = `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 1000 + 0.2 * greatest(c.reltuples, 0)
     or s.n_mod_since_analyze > 1000 + 0.1 * greatest(c.reltuples, 0)
     or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
  order by s.n_dead_tup + s.n_mod_since_analyze desc limit 1`;

export function startUpkeep({
  db,
  wire,
  interval = INTERVAL,
  checkpointAfterBytes = CHECKPOINT_AFTER_BYTES,
}: {
  db: PGlite;
  wire: Pick<WireServer, 'exclusively'>;
  interval?: number;
  checkpointAfterBytes?: number;
}): Upkeep {
  const step = async (): Promise<void> => {
    const { rows: wal } = await db.query<{ bytes: string }>(
      'select (pg_current_wal_insert_lsn() - redo_lsn)::text as bytes from pg_control_checkpoint()',
    );
    if (Number(wal[0]?.bytes ?? 0) > checkpointAfterBytes) await db.exec('checkpoint');
    const { rows: tables } = await db.query<{ name: string }>(TABLES_IN_NEED);
    if (tables[0]) await db.exec(`vacuum (analyze, skip_locked) ${tables[0].name}`);
  };

  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    await wire.exclusively(step).catch((error: unknown) => console.error('upkeep', error));
    busy = false;
  }, interval);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
