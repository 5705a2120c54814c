import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';

const NOTICE = 'scheduled-changes.notice';
/** `waits`: for a person, or its end has passed; else rows of the update or its revert were not written. */
const Payload = z.object({ batch_id: z.uuid(), about: z.enum(['waits', 'applied', 'reverted']) });
export type Notice = z.infer<typeof Payload>;

/** Covers a mail server that is unavailable for an hour. */
const RETRY = { retryLimit: 60, retryDelaySeconds: 60 } as const;

export const defineNotices = (jobs: JobQueue): void => jobs.define(NOTICE, RETRY);

/** Call in the transaction that changes its state. */
export const sendNotice = (jobs: JobQueue, notice: Notice, tx: Queryable): Promise<unknown> =>
  jobs.send(NOTICE, notice, { tx });

export const workOnNotices = (jobs: JobQueue, notify: (notice: Notice) => Promise<void>): Promise<void> =>
  jobs.work(NOTICE, { concurrency: 1 }, ({ data }) => notify(Payload.parse(data)));
