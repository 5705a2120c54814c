import { openTestDatabase } from '@storefleet/test-support/database';
import { expect, it, vi } from 'vitest';
import { createWakeUps, WORK_CHANNEL } from './wake-ups.ts';

const db = await openTestDatabase();

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

it('calls back at the event that was named, until it is no longer asked for', async () => {
  const wakeUps = createWakeUps(db);
  await wakeUps.open();
  const told: string[] = [];
  try {
    const stop = wakeUps.listen('end of 1', () => told.push('first'));
    const ended = new Promise<void>((resolve) => {
      wakeUps.listen('end of 2', () => {
        told.push('second');
        resolve();
      });
    });
    const notify = (event: string) => db.query('select pg_notify($1, $2)', [WORK_CHANNEL, event]);
    await notify('end of 1');
    await vi.waitFor(() => expect(told).toEqual(['first']));
    stop();
    await notify('end of 1');
    await notify('end of 2');
    await ended;
    expect(told).toEqual(['first', 'second']);
  } finally {
    await wakeUps.close();
  }
});
