import { createTestDatabase, type TestDatabase } from '@storefleet/test-support/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWakeUps } from './wake-ups.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const LONG = 2 ** 31 - 1;
const { signal } = new AbortController();

it('ends the wait of workers concerned, even if the notification came before it or was lost', async () => {
  const wakeUps = createWakeUps(db);
  await wakeUps.open();
  try {
    let hasEnded = false;
    const schedules = wakeUps.wait('schedules', LONG, signal).then(() => {
      hasEnded = true;
    });
    for (const _ of ['once', 'again']) {
      const edits = wakeUps.wait('edits', LONG, signal);
      await db.query(`select pg_notify('storefleet_work', 'edits')`);
      await edits;
    }
    expect(hasEnded).toBe(false);
    await db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query ilike 'listen%'`,
    );
    await schedules;
    await wakeUps.wait('edits', LONG, signal);
  } finally {
    await wakeUps.close();
  }
});
