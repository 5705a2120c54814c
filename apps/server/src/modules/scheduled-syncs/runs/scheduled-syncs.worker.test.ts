import pino from 'pino';
import { expect, it } from 'vitest';
import { createScheduleHarness } from '../../../../test/scheduled-syncs/schedule-harness.ts';
import { buildProducts } from '../../../../test/sync/fake-source.ts';
import { createWakeUps } from '../../../platform/work/wake-ups.ts';
import { createScheduledSyncsWorker } from './scheduled-syncs.worker.ts';

const harness = await createScheduleHarness();

const SILENT_SOURCES = 25;

it('unresponsive sources block no other schedule, and are handed back when the process stops', async () => {
  harness.clock.set('2026-11-20T12:00:00Z');
  for (let index = 0; index < SILENT_SOURCES; index += 1) {
    const { storeId, source } = await harness.addStore();
    source.connector.count = (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    await harness.addSchedule(storeId);
  }
  const { storeId } = await harness.addStore(buildProducts(3));
  await harness.addSchedule(storeId, { schedule_config: { hour: 2, minute: 1 } });
  harness.clock.set('2026-11-21T02:01:01Z');

  const wakeUps = createWakeUps(harness.db);
  await wakeUps.open();
  const worker = createScheduledSyncsWorker({
    jobs: harness.jobs,
    logger: pino({ level: 'silent' }),
    runs: harness.runs,
    wakeUps,
    notify: async () => {},
    changes: {
      prepare: async () => {},
      findNext: async () => null,
      nextIn: async () => null,
      run: async () => {},
    },
    soleProcess: false,
  });
  await worker.start();
  await expect.poll(() => harness.syncsOf(storeId), { timeout: 20_000 }).toHaveLength(1);
  await worker.stop();
  await wakeUps.close();
  const { rows } = await harness.db.query(
    `select from scheduled_sync_runs where lease_id is null and status = 'in_progress' and sync_run_id is null`,
  );
  expect(rows).toHaveLength(SILENT_SOURCES);
});
