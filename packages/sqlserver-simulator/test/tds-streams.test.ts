import { Request, TYPES } from 'tedious';
import { expect, test } from 'vitest';
import type { ResultEvent } from '../src/engine/engine.ts';
import { Client, simulation } from './tds-client.ts';

const { simulator, engine } = simulation();

const NUMBERS: ResultEvent = {
  kind: 'columns',
  columns: [
    { name: 'n', type: { name: 'int' }, nullable: false },
    { name: 'text', type: { name: 'nvarchar', length: 500 }, nullable: true },
  ],
};

/** Rows of about a kilobyte; `produced` counts them, `ended` is called when nobody wants more. */
function rows(name: string, count: number): { produced: number; ended: Promise<void> } {
  let end = (): void => {};
  const state = {
    produced: 0,
    ended: new Promise<void>((resolve) => {
      end = resolve;
    }),
  };
  engine().on(`SELECT ${name}`, async function* () {
    try {
      yield NUMBERS;
      for (; state.produced < count; state.produced += 1) {
        yield { kind: 'row', values: [state.produced, state.produced % 2 === 0 ? 'x'.repeat(500) : null] };
      }
      yield { kind: 'done', rowCount: count };
    } finally {
      end();
    }
  });
  return state;
}

test.each([false, true])(
  '100,000 rows to a client that pauses and goes on (encrypt: %s)',
  async (encrypt) => {
    rows('many', 100_000);
    const client = await Client.connect(simulator().port, { encrypt, packetSize: 16_384 });
    let sum = 0;
    let count = 0;
    await new Promise<void>((resolve, reject) => {
      const request = new Request('SELECT many', (error) => (error ? reject(error) : resolve()));
      request.on('row', (row: { value: number }[]) => {
        count += 1;
        sum += row[0]?.value ?? 0;
        if (count % 10_000 !== 0) return;
        request.pause();
        setImmediate(() => request.resume());
      });
      client.connection.execSql(request);
    });
    expect([count, sum]).toEqual([100_000, (100_000 * 99_999) / 2]);
    await client.close();
  },
  30_000,
);

test('a client that reads nothing holds the rows back at their source, and nobody else', async () => {
  const MOST = 400_000;
  const state = rows('flood', MOST);
  engine().on('SELECT nothing', function* () {
    yield { kind: 'done', rowCount: 0 };
  });
  const slow = await Client.connect(simulator().port);
  const other = await Client.connect(simulator().port);
  const { request, ended } = started(slow, 'SELECT flood');
  await new Promise<void>((resolve) => {
    request.once('row', () => {
      request.pause();
      resolve();
    });
  });
  // Either the source stands still, or it runs to its end: both end this loop.
  for (
    let calm = 0, before = -1;
    calm < 50 && state.produced < MOST;
    calm = state.produced === before ? calm + 1 : 0
  ) {
    before = state.produced;
    await other.query('SELECT nothing');
  }
  expect(state.produced).toBeLessThan(MOST / 4);
  request.cancel();
  await expect(ended).rejects.toMatchObject({ code: 'ECANCEL' });
  await state.ended;
  await slow.query('SELECT nothing');
  await Promise.all([slow.close(), other.close()]);
}, 30_000);

test.each([false, true])('an attention ends an answer in the middle (encrypt: %s)', async (encrypt) => {
  const state = rows('endless', Number.POSITIVE_INFINITY);
  rows('three', 3);
  const client = await Client.connect(simulator().port, { encrypt });
  const { request, ended } = started(client, 'SELECT endless');
  let seen = 0;
  request.on('row', () => {
    seen += 1;
    if (seen === 10) request.cancel();
  });
  await expect(ended).rejects.toMatchObject({ code: 'ECANCEL' });
  await state.ended;
  expect(simulator().log.recent.at(-1)).toMatchObject({ text: 'SELECT endless', outcome: 'cancelled' });
  expect((await client.query('SELECT three')).rowCount).toBe(3);
  await client.close();
});

test('an attention ends a statement that has not answered yet, and so does a request that takes too long', async () => {
  engine().on('WAITFOR ever', async function* ({ signal }) {
    yield { kind: 'info', number: 0, message: 'waiting' };
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  rows('one', 1);
  const client = await Client.connect(simulator().port, { requestTimeout: 50 });
  await expect(client.query('WAITFOR ever')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  expect((await client.query('SELECT one')).rowCount).toBe(1);
  await client.close();
});

test('a request that is given up while it is being sent is answered, but not executed', async () => {
  rows('one', 1);
  engine().on('INSERT big', function* () {
    yield { kind: 'done', rowCount: 1 };
  });
  const client = await Client.connect(simulator().port);
  const { request, ended } = started(client, 'INSERT big', (bound) => {
    bound.addParameter('text', TYPES.NVarChar, 'x'.repeat(4_000_000));
  });
  request.cancel();
  await expect(ended).rejects.toMatchObject({ code: 'ECANCEL' });
  expect((await client.query('SELECT one')).rowCount).toBe(1);
  expect(simulator().log.recent.filter(({ text }) => text === 'INSERT big')).toEqual([]);
  await client.close();
});

test('a client that leaves in the middle of an answer ends the statement', async () => {
  const state = rows('endless', Number.POSITIVE_INFINITY);
  const client = await Client.connect(simulator().port);
  const { request, ended } = started(client, 'SELECT endless');
  request.once('row', () => client.connection.close());
  await expect(ended).rejects.toThrow();
  await state.ended;
});

function started(client: Client, sql: string, bind: (request: Request) => void = () => {}) {
  let settle: (error: Error | null | undefined) => void = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve());
  });
  const request = new Request(sql, (error) => settle(error));
  bind(request);
  client.connection.execSql(request);
  return { request, ended };
}
