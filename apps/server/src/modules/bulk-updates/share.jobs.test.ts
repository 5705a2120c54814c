import { createTestDatabase, type TestDatabase } from '@storefleet/test-support/database';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJobQueue } from '../../platform/jobs/job-queue.ts';
import { createLogger } from '../../platform/logging/logger.ts';
import { defineShareJob, sendShareJob, workOnShareJobs } from './share.jobs.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('what a dead worker left unfinished goes on, though every place is taken', async () => {
  const jobs = createJobQueue({ db, logger: createLogger({ level: 'silent' }), pollSeconds: 0.5 });
  defineShareJob(jobs);
  await jobs.start();
  const large = { batchId: uuidv7(), storeId: uuidv7(), cutOff: false };
  const cutOff = { batchId: uuidv7(), storeId: uuidv7(), cutOff: true };
  const isAtWork = Promise.withResolvers<void>();
  const isTakenUp = Promise.withResolvers<string>();
  await workOnShareJobs(jobs, { inAll: 1, perStore: 1 }, async ({ batchId }) => {
    if (batchId !== large.batchId) return isTakenUp.resolve(batchId);
    isAtWork.resolve();
    await isTakenUp.promise;
  });
  await sendShareJob(jobs, large);
  await isAtWork.promise;
  await sendShareJob(jobs, cutOff);
  expect(await isTakenUp.promise).toBe(cutOff.batchId);
  await jobs.stop({ graceMs: 5_000 });
});
