import { PgBoss } from 'pg-boss';
import { NIL } from 'uuid';
import type { Database, Queryable } from '../db/database.ts';
import { sqlState } from '../db/errors.ts';
import type { Logger } from '../logging/logger.ts';
import { createLimit } from '../resilience/limit.ts';
import { retry } from '../resilience/retry.ts';

export type QueueOptions = {
  /**
   * Seconds a job may run in all; a job that may run longer than this has to save its progress and return.
   */
  expireInSeconds?: number;
  /** Seconds without a heartbeat after which another process takes the job over; 10 at least. */
  heartbeatSeconds?: number;
  /** How often a job that fails, or whose process dies, is tried again. */
  retryLimit?: number;
  /** Seconds before a failed job is tried again. */
  retryDelaySeconds?: number;
  /** Seconds for which a finished job is remembered. */
  keepSeconds?: number;
};

export type SendOptions = {
  startAfterSeconds?: number;
  /** The transaction the job is sent in: it exists only if that commits. */
  tx?: Queryable;
};

export type Job<Payload extends object> = {
  id: string;
  data: Payload;
  /**
   * Aborted when the process stops or the job was taken away; a handler that then throws hands the job back.
   */
  signal: AbortSignal;
};

export type OldestWaiting = { queue: string; seconds: number };

export type QueueCounts = { name: string; queued: number; active: number; failed: number };

/** Durable work in the database: what a process leaves unfinished is taken up by another. */
export type JobQueue = {
  /** Declares a queue; before `start`. */
  define(name: string, options?: QueueOptions): void;
  /** Answers the job's id. */
  send(name: string, payload: object, options?: SendOptions): Promise<string>;
  /** Runs a queue's jobs in this process, so many at once; after `start`. */
  work<Payload extends object>(
    name: string,
    options: { concurrency: number },
    handler: (job: Job<Payload>) => Promise<void>,
  ): Promise<void>;
  start(): Promise<void>;
  /** Takes no more jobs, aborts the running ones, and waits so long for them. */
  stop(options: { graceMs: number }): Promise<void>;
  isHealthy(): Promise<boolean>;
  counts(): Promise<QueueCounts[]>;
  /** For each queue in which a job could have been started already: since when the oldest could have. */
  oldestWaiting(): Promise<OldestWaiting[]>;
};

/** The process is stopping: the reason a running job's signal is aborted with. */
export class ShutdownError extends Error {
  override name = 'ShutdownError';

  constructor() {
    super('The process is stopping; the job is handed back.');
  }
}

export type JobQueueOptions = {
  db: Database;
  logger: Logger;
  /** Seconds between two polls where no notifications arrive; jobs sent by this process are seen at once. */
  pollSeconds?: number;
};

const SCHEMA = 'jobs';
/** Milliseconds. */
const COMPLAINT_INTERVAL = 30_000;
/** Seconds between two polls of a worker who is notified: for jobs whose retry is due. */
const NOTIFIED_POLL_SECONDS = 30;
/** Seconds between two polls for jobs whose process died. */
const MONITOR_SECONDS = 30;
/** Seconds between two polls for jobs that wait for other jobs, which no job of ours does. */
const FLOW_SECONDS = 24 * 60 * 60;
/**
 * Statements of the queue at once: every worker polls at the same moment, each on a connection of its own
 * otherwise.
 */
const STATEMENTS_AT_ONCE = 2;

const START_TRIES = 10;
/** Unique violation, duplicate schema, table or object, and a catalogue row that another changes. */
const MADE_MEANWHILE = ['23505', '42P06', '42P07', '42710', 'XX000'];

function isMadeMeanwhile(error: unknown): boolean {
  return MADE_MEANWHILE.includes(sqlState(error) ?? '');
}

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
  });
  let lastComplaint = 0;
  boss.on('error', (error) => {
    // Every worker of every queue asks once a second: an outage is worth one line now and then.
    if (Date.now() - lastComplaint < COMPLAINT_INTERVAL) return;
    lastComplaint = Date.now();
    logger.warn({ reason: error.message }, 'jobs: the queue cannot be asked for work');
  });
  boss.on('warning', (warning) => logger.debug({ warning }, 'jobs: warning'));
  return boss;
}

export function createJobQueue({ db, logger, pollSeconds = 1 }: JobQueueOptions): JobQueue {
  const boss = createBoss(db, logger);
  const definitions = new Map<string, QueueOptions>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let started = false;
  const wake = (name: string): void => {
    for (const worker of boss.getWipData()) if (worker.name === name) boss.notifyWorker(worker.id);
  };

  return {
    define(name, options = {}) {
      definitions.set(name, options);
    },

    async start() {
      // It does not keep processes apart that start on a new database at the same moment.
      await retry(() => boss.start(), { attempts: START_TRIES, shouldRetry: isMadeMeanwhile });
      for (const [name, options] of definitions) {
        const settings = { ...toBossQueue(options), notify: true };
        await boss.createQueue(name, settings);
        await boss.updateQueue(name, settings);
        // Any query of a queue has pg-boss remember it, so that sending within a transaction needs no other
        // connection.
        await boss.findJobs(name, { id: NIL });
      }
      started = true;
    },

    async send(name, payload, { startAfterSeconds, tx } = {}) {
      const id = await boss.send(name, payload, {
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        ...(tx ? { db: { executeSql: (text, values) => tx.query(text, values) } } : {}),
      });
      if (id === null) throw new Error(`The queue ${name} took no job.`);
      wake(name);
      return id;
    },

    async work(name, { concurrency }, handler) {
      await boss.work<object>(
        name,
        {
          batchSize: 1,
          pollingIntervalSeconds: pollSeconds,
          notifyPollingIntervalSeconds: Math.max(pollSeconds, NOTIFIED_POLL_SECONDS),
          localConcurrency: concurrency,
        },
        async ([job]) => {
          if (!job) return;
          stopping.signal.throwIfAborted();
          const signal = AbortSignal.any([job.signal, stopping.signal]);
          const run = handler({ id: job.id, data: job.data as never, signal });
          running.add(run);
          try {
            await run;
          } catch (error) {
            if (!stopping.signal.aborted)
              logger.warn({ err: error, queue: name, job: job.id }, 'jobs: a job failed');
            throw error;
          } finally {
            running.delete(run);
            // The notification of a job that waited behind this one is long past.
            wake(name);
          }
        },
      );
    },

    async stop({ graceMs }) {
      if (!started) return;
      started = false;
      stopping.abort(new ShutdownError());
      await boss.stop({ graceful: true, timeout: graceMs });
      await Promise.allSettled(running);
    },

    async isHealthy() {
      if (!started) return false;
      try {
        await db.query(`select version from ${SCHEMA}.version`);
        return true;
      } catch {
        return false;
      }
    },

    oldestWaiting: () => findOldestWaiting(db, [...definitions.keys()]),
    counts: () => countJobs(db, [...definitions.keys()]),
  };
}

function toBossQueue(options: QueueOptions) {
  return {
    expireInSeconds: options.expireInSeconds ?? 15 * 60,
    retryLimit: options.retryLimit ?? 3,
    retryDelay: options.retryDelaySeconds ?? 0,
    deleteAfterSeconds: options.keepSeconds ?? 24 * 60 * 60,
    ...(options.heartbeatSeconds === undefined ? {} : { heartbeatSeconds: options.heartbeatSeconds }),
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
  const { rows } = await db.query<{ name: string; queued: string; active: string; failed: string }>(
    `select name, count(*) filter (where state in ('created', 'retry')) as queued,
       count(*) filter (where state = 'active') as active, count(*) filter (where state = 'failed') as failed
     from ${SCHEMA}.job where name = any($1) group by name`,
    [queues],
  );
  return rows.map((row) => ({
    name: row.name,
    queued: Number(row.queued),
    active: Number(row.active),
    failed: Number(row.failed),
  }));
}
