import { randomUUID } from 'node:crypto';
import type { FileWork } from '@storefleet/contract/files';
import type { Database } from '../../platform/db/database.ts';
import type { FileWorkRow } from '../../platform/db/rows.generated.ts';
import { insertRow } from '../../platform/db/rows.ts';
import { asAppError } from '../../platform/http/error-handler.ts';
import { type AppError, conflict } from '../../platform/http/problem.ts';
import { IS_SILENT } from '../../platform/work/lease.ts';
import type { StopSignals } from '../../platform/work/stop-signals.ts';

/** How often progress is published, and a stop from another process is noticed. */
const REPORT_INTERVAL_MS = 1_000;
/** A requested file is fetched at once, or never. */
const IS_WAITING = `status = 'waiting' and started_at > now() - interval '1 minute'`;
/** How long a result that nobody saw is kept. */
const KEPT = `interval '1 hour'`;

const STOPPED_SENTENCE = 'The server stopped before it was done. Please start it again.';

type NewWork = Pick<FileWorkRow, 'owner_id' | 'kind' | 'title' | 'counted' | 'status'> &
  Partial<Pick<FileWorkRow, 'ordered'>>;

/** The work's own progress, updated as often as it likes. */
type Progress = { counted?: FileWorkRow['counted']; done: number; total: number | null };

/** Tracked until its first end; later ones are ignored. */
export type Followed = {
  /** Aborted when its owner stops it, or the process stops. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Finished, and nobody needs to be notified. */
  forget(): Promise<void>;
  /** Finished, and kept to be looked up later. */
  keep(end: { batchId: string } | { error: unknown }): Promise<void>;
};

export type FileWorkList = ReturnType<typeof createFileWorkList>;

/** People's exports and imports as rows with their progress. The work itself is done elsewhere. */
export function createFileWorkList({ db, stops }: { db: Database; stops: StopSignals }) {
  const underWay = new Set<Followed>();
  const closing = new AbortController();

  async function add(work: NewWork): Promise<string> {
    await db.query(`delete from file_work where heartbeat_at < now() - ${KEPT}`);
    // Random, not time-based: knowing the id is enough to fetch the file.
    const id = randomUUID();
    await insertRow(db, 'file_work', { id, ...work });
    return id;
  }

  /** Claims the file requested under this id; null if it was already fetched, or waited too long. */
  async function claim(id: string): Promise<FileWorkRow | null> {
    const { rows } = await db.query<FileWorkRow>(
      `update file_work set status = 'in_progress', started_at = now(), heartbeat_at = now()
       where id = $1 and ${IS_WAITING} returning *`,
      [id],
    );
    return rows[0] ?? null;
  }

  async function list(ownerId: string): Promise<FileWork[]> {
    const { rows } = await db.query<FileWorkRow & { is_silent: boolean }>(
      `select *, status = 'in_progress' and ${IS_SILENT} as is_silent from file_work
       where owner_id = $1 and heartbeat_at > now() - ${KEPT} and (status <> 'waiting' or ${IS_WAITING})
       order by started_at, id`,
      [ownerId],
    );
    return rows.map(present);
  }

  /** Idempotent: succeeds even if it has ended or never existed. */
  async function stop(id: string, ownerId: string): Promise<void> {
    const { rowCount } = await db.query('delete from file_work where id = $1 and owner_id = $2', [
      id,
      ownerId,
    ]);
    if (rowCount > 0) stops.stop(id, stopped());
  }

  /** Stores the progress of work that begins here, until it is over. */
  function track(id: string): Followed {
    const followed = follow(db, stops, {
      id,
      closing: closing.signal,
      onEnd: () => underWay.delete(followed),
    });
    underWay.add(followed);
    return followed;
  }

  /** Stops what this process works on: no other can continue it. */
  async function close(): Promise<void> {
    const error = conflict(STOPPED_SENTENCE);
    closing.abort(error);
    // What cannot be noted is found silent, like the work of a process that died.
    await Promise.allSettled([...underWay].map((followed) => followed.keep({ error })));
  }

  return { add, claim, list, stop, follow: track, close };
}

type Following = { id: string; closing: AbortSignal; onEnd: () => void };

/** Stores the progress once a second until the work is over. */
function follow(db: Database, stops: StopSignals, { id, closing, onEnd }: Following): Followed {
  const controller = stops.open(id);
  const progress: Progress = { done: 0, total: null };
  const report = async () => {
    const { rowCount } = await db.query(
      `update file_work set counted = coalesce($2, counted), done = $3, total = $4, heartbeat_at = now()
       where id = $1 and status = 'in_progress'`,
      [id, progress.counted ?? null, progress.done, progress.total],
    );
    if (rowCount === 0 && !isOver) controller.abort(stopped());
  };
  let isOver = false;
  // A failed report is followed by another; after too many the work shows as interrupted.
  const timer = setInterval(() => void report().catch(() => {}), REPORT_INTERVAL_MS).unref();
  const end = async (statement: string, values: readonly unknown[] = []) => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    stops.close(id);
    onEnd();
    await db.query(statement, [id, ...values]);
  };
  return {
    signal: AbortSignal.any([controller.signal, closing]),
    progress,
    forget: () => end('delete from file_work where id = $1'),
    keep: (how) =>
      end(
        `update file_work set status = $2, batch_id = $3, error = $4, heartbeat_at = now() where id = $1`,
        'batchId' in how
          ? ['completed', how.batchId, null]
          : ['failed', null, asAppError(how.error as Error).message],
      ),
  };
}

function stopped(): AppError {
  return conflict('This was stopped.');
}

function present(row: FileWorkRow & { is_silent: boolean }): FileWork {
  const { id, kind, title, status, counted, done, total, error, batch_id, started_at, is_silent } = row;
  return {
    id,
    kind,
    title,
    status: is_silent ? 'failed' : status === 'waiting' ? 'in_progress' : status,
    counted,
    done,
    total,
    error: is_silent ? STOPPED_SENTENCE : error,
    batch_id,
    started_at: started_at.toISOString(),
  };
}
