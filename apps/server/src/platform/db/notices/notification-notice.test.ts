import { openTestDatabase } from '@storefleet/test-support/database';
import pino from 'pino';
import { expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { createNotificationNotice } from './notification-notice.ts';

it.each([
  { what: 'given, and logged once, where notifications do not arrive', hears: false, patienceMs: 1 },
  { what: 'not given where they do, though the database was away first', hears: true, patienceMs: 60_000 },
])('is $what', async ({ hears, patienceMs }) => {
  const db = await openTestDatabase();
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line).msg) });
  const tried: Promise<void>[] = [];
  // A pooler in transaction mode accepts LISTEN, then gives the listening connection to somebody else.
  const listen: Database['listen'] = async (channel, ...heard) => {
    if (tried.length === 0) {
      tried.push(Promise.resolve());
      throw new Error('away');
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    tried.push(promise);
    const listening = await db.listen(hears ? channel : 'another', ...heard);
    return { close: () => listening.close().finally(resolve) };
  };
  const notice = createNotificationNotice({ db: { query: db.query, listen }, logger, patienceMs });
  await expect.poll(() => notice().then(() => tried.length)).toBe(2);
  await tried[1];
  const expected = hears ? null : expect.stringMatching(/^Notifications of the database do not arrive, /);
  await expect.poll(notice).toEqual(expected);
  expect(lines).toEqual(hears ? [] : [expected]);
});
