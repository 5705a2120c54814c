import { PgBoss } from 'pg-boss';
import { NIL } from 'uuid';
import type { Database, Queryable } from '../db/database.ts';
import { sqlState } from '../db/errors.ts';
import type { Logger } from '../logging/logger.ts';
import { createLimit } from '../resilience/limit.ts';
import { retry } from '../resilience/retry.ts';

type QueueOptions = {
  /** Seconds without a heartbeat after which another process takes over the job; at least 10. */
  heartbeatSeconds?: number;
  /** How often a job is retried if it fails or its process dies. */
  retryLimit?: number;
  /** Seconds before a failed job is retried. */
  retryDelaySeconds?: number;
};

type SendOptions = {
  startAfterSeconds?: number;
  /** The transaction to send the job in: it exists only if that commits. */
  tx?: Queryable;
};

type Job = {
  readonly data: object;
  /** Aborted when the process stops or loses the job; a handler that then throws hands the job back. */
  readonly signal: AbortSignal;
};

export type OldestWaiting = { queue: string; seconds: number };

export type QueueCounts = { name: string; queued: number; active: number; failed: number };

export type JobQueue = ReturnType<typeof createJobQueue>;

/** The process is stopping: the reason a running job's signal is aborted with. */
export class ShutdownError extends Error {
  override name = 'ShutdownError';

  constructor() {
    super('The process is stopping; the job is handed back.');
  }
}

const SCHEMA = 'jobs';
/** Milliseconds. */
const COMPLAINT_INTERVAL = 30_000;
/** Seconds between polls where no notifications arrive; jobs sent by this process are seen at once. */
const POLL_SECONDS = 1;
/** Seconds between polls of a worker with notifications: for jobs whose retry is due. */
const NOTIFIED_POLL_SECONDS = 30;
/** Maximum seconds a job may run; a longer one has to save its progress and return. */
const EXPIRE_SECONDS = 15 * 60;
/** Seconds for which a finished job is kept. */
const KEEP_SECONDS = 24 * 60 * 60;
/** Seconds between polls for jobs whose process died. */
const MONITOR_SECONDS = 30;
/** Seconds between polls for jobs that wait for other jobs; none of ours do. */
const FLOW_SECONDS = 24 * 60 * 60;
/**
 * Concurrent statements of the queue: otherwise every worker would poll at the same moment, each on its own
 * connection.
 */
const STATEMENTS_AT_ONCE = 2;

const START_TRIES = 10;
/** Unique violation, duplicate schema, table or object, and a catalogue row that another process changes. */
const MADE_MEANWHILE = ['23505', '42P06', '42P07', '42710', 'XX000'];

/** pg-boss on the server's own connections. */
function createBoss(db: Database, logger: Logger): PgBoss {
  const limited = createLimit(STATEMENTS_AT_ONCE);
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => limited(() => db.query(text, values)),
      listen: db.listen,
    },
    useListenNotify: true,
    schema: SCHEMA,
    monitorIntervalSeconds: MONITOR_SECONDS,
    superviseIntervalSeconds: MONITOR_SECONDS,
    flowIntervalSeconds: FLOW_SECONDS,
    schedule: false,
    registerInstance: false,
  });
  let lastComplaint = 0;
  boss.on('error', (error) => {
    // Every worker of every queue polls once a second: log an outage only now and then.
    if (Date.now() - lastComplaint < COMPLAINT_INTERVAL) return;
    lastComplaint = Date.now();
    logger.warn({ reason: error.message }, 'jobs: the queue cannot be asked for work');
  });
  boss.on('warning', (warning) => logger.debug({ warning }, 'jobs: warning'));
  return boss;
}

/** Durable work in the database: what one process leaves unfinished, another takes over. */
export function createJobQueue({ db, logger }: { readonly db: Database; readonly logger: Logger }) {
  const boss = createBoss(db, logger);
  const definitions = new Map<string, QueueOptions>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let started = false;
  const wake = (name: string): void => {
    for (const worker of boss.getWipData()) if (worker.name === name) boss.notifyWorker(worker.id);
  };

  return {
    /** Declares a queue; call before `start`. */
    define(name: string, options: QueueOptions = {}): void {
      definitions.set(name, options);
    },

    async start(): Promise<void> {
      // It does not coordinate processes that start on a new database at the same moment.
      const shouldRetry = (error: unknown) => MADE_MEANWHILE.includes(sqlState(error) ?? '');
      await retry(() => boss.start(), { attempts: START_TRIES, shouldRetry });
      for (const [name, { retryLimit = 3, retryDelaySeconds: retryDelay = 0, ...heartbeat }] of definitions) {
        const times = { expireInSeconds: EXPIRE_SECONDS, deleteAfterSeconds: KEEP_SECONDS };
        const settings = { ...times, retryLimit, retryDelay, ...heartbeat, notify: true };
        await boss.createQueue(name, settings);
        await boss.updateQueue(name, settings);
        // Any query makes pg-boss cache the queue, so that sending within a transaction needs no second
        // connection.
        await boss.findJobs(name, { id: NIL });
      }
      started = true;
    },

    /** Returns the job's id. */
    async send(name: string, payload: object, { startAfterSeconds, tx }: SendOptions = {}): Promise<string> {
      const id = await boss.send(name, payload, {
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        ...(tx ? { db: { executeSql: (text, values) => tx.query(text, values) } } : {}),
      });
      if (id === null) throw new Error(`The queue ${name} took no job.`);
      wake(name);
      return id;
    },

    /** Runs a queue's jobs in this process, up to `concurrency` at once; call after `start`. */
    async work(
      name: string,
      { concurrency }: { readonly concurrency: number },
      handler: (job: Job) => Promise<void>,
    ): Promise<void> {
      const options = {
        batchSize: 1,
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: NOTIFIED_POLL_SECONDS,
        localConcurrency: concurrency,
      };
      await boss.work<object>(name, options, async ([job]) => {
        if (!job) return;
        stopping.signal.throwIfAborted();
        const run = handler({ data: job.data, signal: AbortSignal.any([job.signal, stopping.signal]) });
        running.add(run);
        try {
          await run;
        } catch (error) {
          if (!stopping.signal.aborted)
            logger.warn({ err: error, queue: name, job: job.id }, 'jobs: a job failed');
          throw error;
        } finally {
          running.delete(run);
          // The notification of a job that waited behind this one has long passed.
          wake(name);
        }
      });
    },

    /** Takes no more jobs, aborts the running ones, and waits up to `graceMs` for them. */
    async stop({ graceMs }: { readonly graceMs: number }): Promise<void> {
      if (!started) return;
      started = false;
      stopping.abort(new ShutdownError());
      await boss.stop({ graceful: true, timeout: graceMs });
      await Promise.allSettled(running);
    },

    async isHealthy(): Promise<boolean> {
      if (!started) return false;
      return db.query(`select version from ${SCHEMA}.version`).then(
        () => true,
        () => false,
      );
    },

    /** For each queue with jobs that could have started: since when the oldest could have. */
    oldestWaiting: () => findOldestWaiting(db, [...definitions.keys()]),
    counts: () => countJobs(db, [...definitions.keys()]),
  };
}

async function findOldestWaiting(db: Queryable, queues: string[]): Promise<OldestWaiting[]> {
  const { rows } = await db.query<OldestWaiting>(
    `select name as queue, extract(epoch from max(now() - start_after))::float8 as seconds
     from ${SCHEMA}.job where state in ('created', 'retry') and start_after <= now() and name = any($1)
     group by name`,
    [queues],
  );
  return rows;
}

async function countJobs(db: Queryable, queues: string[]): Promise<QueueCounts[]> {
  const { rows } = await db.query<QueueCounts>(
    `select name, count(*) filter (where state in ('created', 'retry'))::float8 as queued,
       count(*) filter (where state = 'active')::float8 as active,
       count(*) filter (where state = 'failed')::float8 as failed
     from ${SCHEMA}.job where name = any($1) group by name`,
    [queues],
  );
  return rows;
}
