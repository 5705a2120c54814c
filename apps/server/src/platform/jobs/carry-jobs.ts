import type { Queryable } from '../db/database.ts';
import type { JobQueue } from './job-queue.ts';

type Waiting = {
  name: string;
  data: object | null;
  starts_in: number;
};

/**
 * Sends what waits in another database's queue, or was cut off there, to this one, as part of a transaction;
 * answers how many jobs. Finished ones stay behind, and so do those of queues that this version does not
 * have.
 */
export async function carryJobs(deps: {
  from: Queryable;
  jobs: Pick<JobQueue, 'send'>;
  tx: Queryable;
}): Promise<number> {
  const { from, jobs, tx } = deps;
  const { rows: present } = await from.query<{ present: boolean }>(
    "select to_regclass('jobs.job') is not null as present",
  );
  if (!present[0]?.present) return 0;
  const { rows: queues } = await tx.query<{ name: string }>('select name from jobs.queue');
  const { rows } = await from.query<Waiting>(
    `select name, data,
       greatest(0, ceil(extract(epoch from start_after - now())))::int as starts_in
     from jobs.job where state in ('created', 'retry', 'active') and name = any($1)
     order by created_on, id`,
    [queues.map((queue) => queue.name)],
  );
  for (const job of rows) {
    await jobs.send(job.name, job.data ?? {}, { startAfterSeconds: job.starts_in, tx });
  }
  return rows.length;
}
