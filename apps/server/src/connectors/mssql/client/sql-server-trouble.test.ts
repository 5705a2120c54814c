import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { inspect } from 'node:util';
import { makeSelfSignedCertificate } from '@storefleet/sqlserver-simulator/tds/certificate';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Secret } from '../../../platform/crypto/secret.ts';
import { SourceError } from '../../source-error.ts';
import { PASSWORD, type SimulatedSqlServer, simulateSqlServer } from '../testing/sql-server.ts';
import type { SqlServer } from './sql.ts';
import { createSqlServers } from './sql-server.ts';

const open = await simulateSqlServer({}, { connectTimeoutMs: 2_000 });
const { signal } = new AbortController();

await open.owner.run('CREATE TABLE stock (id int NOT NULL PRIMARY KEY, amount int NOT NULL)');
await open.owner.run('INSERT INTO stock VALUES (1, 10), (2, 20)');
beforeEach(() => open.simulator.faults.clear());
afterEach(() => {
  expect(open.log.join('\n')).not.toContain('Hunter2');
});

async function failureOf(work: Promise<unknown>): Promise<SourceError> {
  const error = await work.then(
    () => new Error('It went well.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof SourceError)) throw error;
  const everything = `${inspect(error, { depth: null, showHidden: true })} ${JSON.stringify(error)} ${error.stack}`;
  expect(everything).not.toContain('Hunter2');
  return error;
}

const ask = (server: SqlServer) => server.query('SELECT 1 AS one', {}, { signal });
/** By a connection string alone, whatever the fields say. */
const byString = (text: string, { host, port }: { host: string; port: number } = open.simulator) =>
  open.servers.open({
    ...open.settings,
    connectionString: new Secret(`Server=${host},${port};Database=Shop;${text}`),
  });

describe('a connection', () => {
  it('is also refused with a connection string, which is never revealed', async () => {
    const wrong = byString('User ID=sa;Password=Hunter2-other;TrustServerCertificate=true');
    expect((await failureOf(ask(wrong))).kind).toBe('auth');
  });

  it('is verified against a known authority', async () => {
    const known = getCACertificates('default');
    setDefaultCACertificates([...known, open.simulator.certificate]);
    try {
      const fields = { ...open.settings, trustServerCertificate: false, username: 'reader' };
      expect(await ask(open.servers.open(fields))).toEqual([{ one: 1 }]);
    } finally {
      setDefaultCACertificates(known);
    }
  });

  it('is unencrypted only if both sides want that', async () => {
    const plain = await simulateSqlServer({ encrypt: 'off' });
    const strict = await simulateSqlServer({ encrypt: 'required' });
    const unencrypted = ({ simulator }: SimulatedSqlServer) =>
      byString(`User ID=sa;Password='${PASSWORD}';Encrypt=false`, simulator);
    expect((await failureOf(ask(plain.server))).message).toMatch(/offers no encrypted connection/);
    const without = unencrypted(plain);
    expect(without.inForce.encrypted).toBe(false);
    expect(await ask(without)).toEqual([{ one: 1 }]);
    const refused = await failureOf(ask(unencrypted(strict)));
    expect(refused.message).toMatch(/accepts encrypted connections only/);
    expect(await ask(strict.server)).toEqual([{ one: 1 }]);
  });

  it('with Encrypt=Strict begins with TLS, and accepts no untrusted certificate', async () => {
    const strictly = (port: number) =>
      byString('User ID=sa;Password=Hunter2;Encrypt=Strict;TrustServerCertificate=true', {
        host: '127.0.0.1',
        port,
      });
    const first: Buffer[] = [];
    const plain = createServer((socket) =>
      socket.once('data', (bytes) => first.push(bytes) && socket.destroy()),
    );
    await failureOf(ask(strictly(await listen(plain))));
    // 22 begins a TLS record, 18 a PRELOGIN packet (MS-TDS 2.2.3.1.1, TDS 8.0).
    expect(first[0]?.[0]).toBe(22);
    plain.close();

    const { certificate, key } = makeSelfSignedCertificate();
    const tls = createTlsServer({ cert: certificate, key, ALPNProtocols: ['tds/8.0'] });
    const error = await failureOf(ask(strictly(await listen(tls))));
    expect(error).toMatchObject({ kind: 'unavailable', message: expect.stringMatching(/self-signed/) });
    tls.close();
  });

  it('announces read-only intent to the server', async () => {
    const intent = 'ApplicationIntent=ReadOnly;TrustServerCertificate=true';
    expect(await ask(byString(`User ID=reader;Password='${PASSWORD}';${intent}`))).toEqual([{ one: 1 }]);
    const intents = open.simulator.connections.filter(({ user }) => user === 'reader');
    expect(intents.map(({ isReadOnlyIntent }) => isReadOnlyIntent)).toContain(true);
  });

  it('uses the instance name, if there is one', async () => {
    // Drivers ask for an instance at this very port.
    const named = await simulateSqlServer({ instanceName: 'LAGER', browserPort: 1434 });
    const asked = (instance: string) =>
      named.servers.open({ ...named.settings, server: `${named.simulator.host}\\${instance}`, port: 1433 });
    expect(asked('lager').inForce.port).toBeNull();
    expect(await ask(asked('lager'))).toEqual([{ one: 1 }]);
    const { message } = await failureOf(ask(asked('ATTIC')));
    expect(message).toMatch(/instance 127\.0\.0\.1\\ATTIC was not found/);
  });

  it.each([
    ['a server', () => open.settings],
    ['nobody', () => ({ ...open.settings, port: 1 })],
    ['an instance', () => ({ ...open.settings, server: '127.0.0.1\\LAGER', port: 1433 })],
    ['a name for it', () => ({ ...open.settings, server: 'localhost' })],
    [
      'a connection string',
      () => ({
        ...open.settings,
        connectionString: new Secret(
          `Server=127.0.0.1,${open.simulator.port};Database=Shop;User ID=sa;Password=x`,
        ),
      }),
    ],
  ])(
    'to an address that is not allowed has one sentence, whatever listens there: %s',
    async (_what, settings) => {
      const servers = createSqlServers({
        logger: pino({ level: 'silent' }),
        allowedHosts: ['db.example.com'],
      });
      const before = open.simulator.connections.length;
      const error = await failureOf(ask(servers.open(settings())));
      expect(error.kind).toBe('rejected');
      expect(error.message).toMatch(
        /^(127\.0\.0\.1(\\LAGER)?|localhost) cannot be used: its address, or one that it refers to, is not among those that MSSQL_ALLOWED_HOSTS allows\.$/,
      );
      expect(open.simulator.connections.length).toBe(before);
      await servers.close();
    },
  );

  it('follows a redirect to another server, but never to one that is not allowed', async () => {
    const redirectedTo = (host: string) =>
      simulateSqlServer({ redirectTo: { host, port: open.simulator.port } }, { allowedHosts: ['127.0.0.1'] });
    const [followed, refused] = await Promise.all([redirectedTo('127.0.0.1'), redirectedTo('127.0.0.2')]);
    expect(await ask(followed.server)).toEqual([{ one: 1 }]);
    expect(followed.simulator.connections).toHaveLength(0);
    expect(await failureOf(ask(refused.server))).toMatchObject({ kind: 'rejected' });
  });

  it.each<[string, (socket: Socket) => void, string]>([
    ['is something else', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'check the port'],
    ['answers nothing', () => {}, 'nothing answered'],
  ])('to a program that %s gets its own sentence', async (_what, answer, sentence) => {
    const port = await listen(createServer((socket) => answer(socket.unref())).unref());
    const servers = createSqlServers({ logger: pino({ level: 'silent' }), connectTimeoutMs: 500 });
    const message = expect.stringContaining(sentence);
    const asked = ask(servers.open({ ...open.settings, port }));
    expect(await failureOf(asked)).toMatchObject({ kind: 'transient', message });
    await servers.close();
  });

  it('is retried after transient errors', async () => {
    const server = open.servers.open({ ...open.settings, username: 'reader' });
    open.simulator.faults.add({ target: 'login', action: { kind: 'error', number: 40613 } });
    expect(await ask(server)).toEqual([{ one: 1 }]);
  });
});

describe('a statement that reads', () => {
  const sum = (more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    open.server.query('SELECT SUM(amount) AS amount FROM stock', {}, { signal, ...more });

  it.each([
    { action: { kind: 'deadlock' as const }, times: 3 },
    { action: { kind: 'error' as const, number: 40501 }, times: 2 },
    { action: { kind: 'error' as const, number: 596, class: 21 }, times: 1 },
    { action: { kind: 'cut' as const, when: 'before' as const }, times: 2 },
    { action: { kind: 'cut' as const, when: 'after' as const }, times: 1 },
  ])('is retried unnoticed after a transient error: %j', async (fault) => {
    open.simulator.faults.add({ ...fault, match: 'SUM(amount)' });
    expect(await sum()).toEqual([{ amount: 30 }]);
    expect(open.log.join('\n')).toContain('SQL Server is asked again');
  });

  it('reports an error that persists in the end', async () => {
    open.simulator.faults.add({ action: { kind: 'deadlock' }, match: 'SUM(amount)', times: 99 });
    const message = expect.stringContaining('deadlock');
    expect(await failureOf(sum())).toMatchObject({ kind: 'transient', retryable: true, message });
    expect(open.simulator.faults.list()[0]?.fired).toBe(4);
  });

  it('reports an error that a person can fix at once', async () => {
    const error = await failureOf(open.server.query('SELECT nothing FROM stock', {}, { signal }));
    const message = expect.stringMatching(/column is not in the table/);
    expect(error).toMatchObject({ kind: 'rejected', retryable: false, message });
  });

  it('stops at once when aborted, and its connection stays usable', async () => {
    const hold = open.simulator.hold({ match: 'SUM(amount)', when: 'before' });
    const stop = new AbortController();
    const ended = expect(sum({ signal: stop.signal })).rejects.toThrow('stopped');
    const { connection } = await hold.reached;
    stop.abort(new Error('stopped'));
    await ended;
    hold.release();
    await vi.waitFor(async () => expect(await sum()).toEqual([{ amount: 30 }]));
    expect(open.simulator.connections.map(({ id }) => id)).toContain(connection);
    await expect(sum({ signal: stop.signal })).rejects.toThrow('stopped');
  });

  it('has a timeout, and so has the silence of a stream', async () => {
    const late = { kind: 'transient', message: expect.stringContaining('did not answer within') };
    open.simulator.faults.add({ action: { kind: 'slow', milliseconds: 5_000 }, match: 'SUM(amount)' });
    expect(await failureOf(sum({ timeoutMs: 50 }))).toMatchObject(late);
    open.simulator.faults.add({ action: { kind: 'slow_rows', milliseconds: 5_000 }, match: 'ORDER BY id' });
    const stream = open.server.stream('SELECT id FROM stock ORDER BY id', {}, { signal, timeoutMs: 50 });
    expect(await failureOf(stream.next())).toMatchObject(late);
  });
});

it('a transaction whose COMMIT is refused has changed nothing', async () => {
  const refusal = { kind: 'error' as const, number: 547, rollsBack: true };
  open.simulator.faults.add({ action: refusal, match: 'COMMIT TRANSACTION' });
  const write = open.server.transaction((tx) => tx.execute('UPDATE stock SET amount = 0', {}), { signal });
  expect(await failureOf(write)).toMatchObject({ kind: 'rejected', mayHaveRun: false });
  expect(await open.owner.query('SELECT amount FROM stock ORDER BY id')).toEqual([
    { amount: 10 },
    { amount: 20 },
  ]);
});

/** On a free port. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
