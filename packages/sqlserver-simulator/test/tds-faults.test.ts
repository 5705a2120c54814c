import { afterEach, expect, test } from 'vitest';
import { Client, simulation, transact } from './tds-client.ts';

const { simulator, engine } = simulation();

let applied = 0;

function scripts(): void {
  applied = 0;
  engine().on('UPDATE t', function* () {
    applied += 1;
    yield { kind: 'done', rowCount: 1 };
  });
  engine().on('SELECT t', function* () {
    yield { kind: 'columns', columns: [{ name: 'n', type: { name: 'int' }, nullable: false }] };
    for (const n of [1, 2, 3]) yield { kind: 'row', values: [n] };
    yield { kind: 'done', rowCount: 3 };
  });
}

async function connected(): Promise<Client> {
  scripts();
  return await Client.connect(simulator().port);
}

function outcomes(): string[] {
  return simulator().log.recent.map(({ text, outcome }) => `${text}: ${outcome}`);
}

afterEach(() => {
  simulator().faults.clear();
  simulator().log.clear();
});

test('a deadlock at the second of the statements meant: 1205, and the transaction is gone', async () => {
  const client = await connected();
  await transact((done) => client.connection.beginTransaction(done));
  simulator().faults.add({ action: { kind: 'deadlock' }, match: 'update T', skip: 1 });
  await client.query('SELECT t');
  await client.query('UPDATE t');
  await expect(client.query('UPDATE t')).rejects.toMatchObject({
    number: 1205,
    class: 13,
    state: 51,
    message: expect.stringContaining('deadlock victim'),
  });
  expect(engine().sessions.at(-1)?.transactionDepth).toBe(0);
  expect(applied).toBe(1);
  await client.query('UPDATE t');
  await client.close();
});

test('any error, before the statement or after it was applied', async () => {
  const client = await connected();
  const { faults } = simulator();
  faults.add({ action: { kind: 'error', number: 547, message: 'The CHECK constraint says no.' } });
  await expect(client.query('UPDATE t')).rejects.toMatchObject({ number: 547, class: 16 });
  expect(applied).toBe(0);
  faults.add({ action: { kind: 'error', number: 1222, when: 'after' } });
  await expect(client.query('UPDATE t')).rejects.toMatchObject({ number: 1222 });
  expect(applied).toBe(1);
  faults.add({ action: { kind: 'error', number: 10_928 } });
  const ended = new Promise<void>((resolve) => client.connection.once('end', () => resolve()));
  await expect(client.query('UPDATE t')).rejects.toMatchObject({ number: 10_928 });
  await ended;
  expect(outcomes().slice(-3)).toEqual([
    'UPDATE t: error 547',
    'UPDATE t: error 1222',
    'UPDATE t: error 10928',
  ]);
});

test('a login that is refused, so many times, and one that stands still', async () => {
  const { faults, port } = simulator();
  faults.add({ action: { kind: 'login_refused' }, times: 2 });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(Client.connect(port)).rejects.toMatchObject({ message: "Login failed for user 'sa'." });
  }
  await (await Client.connect(port)).close();
  faults.add({ action: { kind: 'error', number: 40_613 }, target: 'login' });
  const numbers: number[] = [];
  const options = { maxRetriesOnTransientErrors: 0 };
  await expect(Client.connect(port, options, ({ number }) => numbers.push(number))).rejects.toThrow();
  expect(numbers).toEqual([40_613]);
  const hold = simulator().hold({ when: 'before', target: 'login' });
  const waiting = Client.connect(port);
  expect((await hold.reached).text).toBe('LOGIN sa');
  hold.release();
  await (await waiting).close();
});

test('a connection that is cut before and after a statement is applied', async () => {
  const { faults } = simulator();
  for (const when of ['before', 'after'] as const) {
    const client = await connected();
    faults.add({ action: { kind: 'cut', when }, match: 'UPDATE' });
    await expect(client.query('UPDATE t')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(applied).toBe(when === 'before' ? 0 : 1);
  }
  expect(outcomes().filter((line) => line.startsWith('UPDATE'))).toEqual([
    'UPDATE t: cut',
    'UPDATE t: answer_lost',
  ]);
});

test('a COMMIT that is applied, and whose answer is lost', async () => {
  const client = await connected();
  await transact((done) => client.connection.beginTransaction(done));
  simulator().faults.add({ action: { kind: 'cut', when: 'after' }, match: 'COMMIT' });
  await expect(transact((done) => client.connection.commitTransaction(done))).rejects.toMatchObject({
    code: 'ECONNRESET',
  });
  expect(engine().sessions.at(-1)?.calls).toContain('commit');
});

test('a connection that is cut in the middle of its rows', async () => {
  const client = await connected();
  simulator().faults.add({ action: { kind: 'cut', afterRows: 2 } });
  await expect(client.query('SELECT t')).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(simulator().log.recent.at(-1)).toMatchObject({ outcome: 'cut', rows: 2 });
});

test('rows and answers that come late come all the same', async () => {
  const client = await connected();
  simulator().faults.add({ action: { kind: 'slow', milliseconds: 1 } });
  simulator().faults.add({ action: { kind: 'slow_rows', milliseconds: 1 } });
  expect((await client.query('SELECT t')).rows).toEqual([[1], [2], [3]]);
  await client.close();
});

test('a statement of another database, or with other values, goes its way', async () => {
  const client = await connected();
  simulator().faults.add({ action: { kind: 'error', number: 1 }, database: 'master', times: 9 });
  simulator().faults.add({ action: { kind: 'error', number: 2 }, match: '@id = 7', times: 9 });
  await client.query('UPDATE t');
  await client.close();
});

test('a held statement: executed or not, released or dropped', async () => {
  const client = await connected();
  const before = simulator().hold({ when: 'before', match: 'UPDATE' });
  const first = client.query('UPDATE t');
  expect(await before.reached).toMatchObject({ text: 'UPDATE t', database: 'shop', when: 'before' });
  expect(applied).toBe(0);
  before.release();
  expect((await first).rowCount).toBe(1);
  const after = simulator().hold({ when: 'after', match: 'UPDATE' });
  const second = client.query('UPDATE t');
  await after.reached;
  expect(applied).toBe(2);
  after.drop();
  await expect(second).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('a held statement that the client cancels', async () => {
  const client = await connected();
  const hold = simulator().hold({ when: 'before', match: 'UPDATE' });
  const held = client.query('UPDATE t');
  await hold.reached;
  client.connection.cancel();
  await expect(held).rejects.toMatchObject({ code: 'ECANCEL' });
  expect(applied).toBe(0);
  expect((await client.query('SELECT t')).rowCount).toBe(3);
  await client.close();
});

test('a server that goes down and comes up again on its port, with its data', async () => {
  const client = await connected();
  const { port } = simulator();
  const ended = new Promise<void>((resolve) => client.connection.once('end', () => resolve()));
  await simulator().stop();
  await ended;
  await expect(Client.connect(port)).rejects.toMatchObject({ code: 'ESOCKET' });
  await simulator().start();
  expect(simulator().port).toBe(port);
  const again = await Client.connect(port);
  expect((await again.query('SELECT t')).rowCount).toBe(3);
  await again.close();
});
