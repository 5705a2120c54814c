import { createTestDatabase, type TestDatabase } from '@storefleet/test-support/database';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJobQueue } from '../../../platform/jobs/job-queue.ts';
import { createLogger } from '../../../platform/logging/logger.ts';
import { defineSyncJob, sendSyncJob, workOnSyncJobs } from './sync.jobs.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('a run that was cut off is taken up before those that waited longer', async () => {
  const jobs = createJobQueue({ db, logger: createLogger({ level: 'silent' }), pollSeconds: 0.5 });
  defineSyncJob(jobs);
  await jobs.start();
  const [running, waiting, cutOff] = [uuidv7(), uuidv7(), uuidv7()];
  const taken: string[] = [];
  const isAtWork = Promise.withResolvers<void>();
  const hasAll = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  await workOnSyncJobs(jobs, 1, async (runId) => {
    taken.push(runId);
    isAtWork.resolve();
    if (taken.length === 3) hasAll.resolve();
    await mayEnd.promise;
  });
  await sendSyncJob(jobs, { run_id: running, cut_off: false });
  await isAtWork.promise;
  await sendSyncJob(jobs, { run_id: waiting, cut_off: false });
  await sendSyncJob(jobs, { run_id: cutOff, cut_off: true });
  mayEnd.resolve();
  await hasAll.promise;
  await jobs.stop({ graceMs: 5_000 });
  expect(taken).toEqual([running, cutOff, waiting]);
});
