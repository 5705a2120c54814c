import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { inspect } from 'node:util';
import { makeSelfSignedCertificate } from '@storefleet/sqlserver-simulator/tds/certificate';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Secret } from '../../../platform/crypto/secret.ts';
import { SourceError } from '../../connector.ts';
import { type OpenSqlServer, openSqlServer, PASSWORD } from '../testing/open-sql-server.ts';
import type { SqlServer } from './sql.ts';
import { createSqlServers } from './sql-server.ts';

let open: OpenSqlServer;
const { signal } = new AbortController();

beforeAll(async () => {
  open = await openSqlServer({}, { connectTimeoutMs: 2_000 });
});

beforeEach(async () => {
  open.simulator.faults.clear();
  await open.run(
    'DROP TABLE IF EXISTS stock; CREATE TABLE stock (id int NOT NULL PRIMARY KEY, amount int NOT NULL)',
  );
  await open.run(
    `INSERT INTO stock VALUES ${Array.from({ length: 900 }, (_, at) => `(${at + 1}, 10)`).join(', ')}`,
  );
});

afterEach(() => {
  expect(open.log.join('\n')).not.toContain('Hunter2');
});

afterAll(() => open.close());

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
const amounts = () => open.rows('SELECT SUM(amount) AS amount FROM stock');

describe('a connection', () => {
  it.each([
    [{ password: new Secret('Hunter2-wrong') }, 'auth', /does not accept the user sa/],
    [{ username: 'nobody' }, 'auth', /does not accept the user nobody/],
    [{ database: 'Nowhere' }, 'unavailable', /database Nowhere cannot be opened/],
    [{ trustServerCertificate: false }, 'unavailable', /self-signed.*Trust the server certificate/],
    [{ server: 'nosuch.invalid' }, 'transient', /nosuch\.invalid cannot be resolved/],
    [{ port: 1 }, 'transient', /:1 refuses connections/],
  ])('does not come about with %o', async (fields, kind, sentence) => {
    const error = await failureOf(ask(open.servers.open({ ...open.settings, ...fields })));
    expect(error.kind).toBe(kind);
    expect(error.message).toMatch(sentence);
  });

  it('does not come about by a connection string either, which is told nowhere', async () => {
    const { host, port } = open.simulator;
    const connectionString = new Secret(
      `Server=${host},${port};Database=Shop;User ID=sa;Password=Hunter2-other;TrustServerCertificate=true`,
    );
    const error = await failureOf(ask(open.servers.open({ ...open.settings, connectionString })));
    expect(error.kind).toBe('auth');
  });

  it('is verified by an authority that is known here', async () => {
    const known = getCACertificates('default');
    setDefaultCACertificates([...known, open.simulator.certificate]);
    try {
      const verified = open.servers.open({
        ...open.settings,
        trustServerCertificate: false,
        username: 'reader',
      });
      expect(await ask(verified)).toEqual([{ one: 1 }]);
    } finally {
      setDefaultCACertificates(known);
    }
  });

  it('goes without encryption only where both want it', async () => {
    const plain = await openSqlServer({ encrypt: 'off' });
    const strict = await openSqlServer({ encrypt: 'required' });
    const unencrypted = ({ simulator: { host, port } }: OpenSqlServer) => ({
      ...open.settings,
      connectionString: new Secret(
        `Server=${host},${port};Database=Shop;User ID=sa;Password='${PASSWORD}';Encrypt=false`,
      ),
    });
    try {
      expect((await failureOf(ask(plain.server))).message).toMatch(/offers no encrypted connection/);
      const without = open.servers.open(unencrypted(plain));
      expect(without.inForce.encrypted).toBe(false);
      expect(await ask(without)).toEqual([{ one: 1 }]);
      expect((await failureOf(ask(open.servers.open(unencrypted(strict))))).message).toMatch(
        /accepts encrypted connections only/,
      );
      expect(await ask(strict.server)).toEqual([{ one: 1 }]);
    } finally {
      await plain.close();
      await strict.close();
    }
  });

  it('by Encrypt=Strict begins with TLS, and takes no certificate that nobody vouches for', async () => {
    const first: Buffer[] = [];
    const tls = await listening((socket) =>
      socket.once('data', (bytes) => first.push(bytes) && socket.destroy()),
    );
    const strictly = (port: number) => ({
      ...open.settings,
      connectionString: new Secret(
        `Server=127.0.0.1,${port};Database=Shop;User ID=sa;Password=Hunter2;Encrypt=Strict;TrustServerCertificate=true`,
      ),
    });
    await failureOf(ask(open.servers.open(strictly(tls.port))));
    // 22 begins a TLS record, 18 a PRELOGIN packet (MS-TDS 2.2.3.1.1, TDS 8.0).
    expect(first[0]?.[0]).toBe(22);
    tls.server.close();

    const { certificate, key } = makeSelfSignedCertificate();
    const server = createTlsServer({ cert: certificate, key, ALPNProtocols: ['tds/8.0'] });
    const error = await failureOf(ask(open.servers.open(strictly(await listen(server)))));
    expect(error).toMatchObject({ kind: 'unavailable', message: expect.stringMatching(/self-signed/) });
    server.close();
  });

  it('tells the server that it is only going to read', async () => {
    const reading = open.servers.open({
      ...open.settings,
      connectionString: new Secret(
        `Server=127.0.0.1,${open.simulator.port};Database=Shop;User ID=reader;Password='${PASSWORD}';ApplicationIntent=ReadOnly;TrustServerCertificate=true`,
      ),
    });
    expect(await ask(reading)).toEqual([{ one: 1 }]);
    const intents = open.simulator.connections.filter(({ user }) => user === 'reader');
    expect(intents.map(({ isReadOnlyIntent }) => isReadOnlyIntent)).toContain(true);
  });

  it('is made by the name of an instance, if there is one', async () => {
    // Drivers ask for an instance at this very port.
    const named = await openSqlServer({ instanceName: 'LAGER', browserPort: 1434 });
    const asked = (instance: string) =>
      named.servers.open({ ...named.settings, server: `${named.simulator.host}\\${instance}`, port: 1433 });
    try {
      expect(asked('lager').inForce.port).toBeNull();
      expect(await ask(asked('lager'))).toEqual([{ one: 1 }]);
      expect((await failureOf(ask(asked('ATTIC')))).message).toMatch(
        /instance 127\.0\.0\.1\\ATTIC was not found/,
      );
    } finally {
      await named.close();
    }
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

  it('follows a redirect to another server, and to none that is not allowed', async () => {
    const redirectedTo = (host: string) =>
      openSqlServer({ redirectTo: { host, port: open.simulator.port } }, { allowedHosts: ['127.0.0.1'] });
    const [followed, refused] = await Promise.all([redirectedTo('127.0.0.1'), redirectedTo('127.0.0.2')]);
    expect(await ask(followed.server)).toEqual([{ one: 1 }]);
    expect(followed.simulator.connections).toHaveLength(0);
    expect(await failureOf(ask(refused.server))).toMatchObject({ kind: 'rejected' });
    await Promise.all([followed.close(), refused.close()]);
  });

  it('to what never answers is given up', async () => {
    const silent = await listening(() => undefined);
    const error = await failureOf(ask(open.servers.open({ ...open.settings, port: silent.port })));
    expect(error).toMatchObject({ kind: 'transient', message: expect.stringContaining('cannot be reached') });
    silent.server.close();
  });

  it('to something else has its sentence', async () => {
    const web = await listening((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const error = await failureOf(ask(open.servers.open({ ...open.settings, port: web.port })));
    expect(error).toMatchObject({ kind: 'transient', message: expect.stringContaining('check the port') });
    web.server.close();
  });

  it('is tried again where the trouble passes', async () => {
    const server = open.servers.open({ ...open.settings, username: 'reader' });
    open.simulator.faults.add({ target: 'login', action: { kind: 'error', number: 40613 } });
    expect(await ask(server)).toEqual([{ one: 1 }]);
  });
});

describe('trouble with a statement that reads', () => {
  const sum = (more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    open.server.query('SELECT SUM(amount) AS amount FROM stock', {}, { signal, ...more });

  it.each([
    { action: { kind: 'deadlock' as const }, times: 3 },
    { action: { kind: 'error' as const, number: 40501 }, times: 2 },
    { action: { kind: 'error' as const, number: 49918 }, times: 1 },
    { action: { kind: 'cut' as const, when: 'before' as const }, times: 2 },
    { action: { kind: 'cut' as const, when: 'after' as const }, times: 1 },
  ])('that passes is not noticed: %j', async (fault) => {
    open.simulator.faults.add({ ...fault, match: 'SUM(amount)' });
    expect(await sum()).toEqual([{ amount: 9_000 }]);
    expect(open.log.join('\n')).toContain('SQL Server is asked again');
  });

  it('that does not pass is told in the end', async () => {
    open.simulator.faults.add({ action: { kind: 'deadlock' }, match: 'SUM(amount)', times: 99 });
    expect(await failureOf(sum())).toMatchObject({
      kind: 'transient',
      retryable: true,
      message: expect.stringContaining('deadlock'),
    });
    expect(open.simulator.faults.list()[0]?.fired).toBe(4);
  });

  it.each([
    ['SELECT nothing FROM stock', 'rejected', /column is not in the table/],
    ['SELECT id FROM nowhere', 'rejected', /not in the database Shop/],
    ['SELECT id FROM stock WHERE', 'rejected', /does not understand/],
    ["SELECT id FROM stock WHERE id = 'x'", 'rejected', /not of the type/],
    ['SELECT id FROM stock WHERE id = @missing', 'rejected', /parameter has no value/],
    ['SELECT 1 / 0 AS x', 'rejected', /divided by zero/],
  ])('that a person can mend is told at once: %s', async (sql, kind, sentence) => {
    const error = await failureOf(open.server.query(sql, {}, { signal }));
    expect(error).toMatchObject({ kind, retryable: false });
    expect(error.message).toMatch(sentence);
  });

  it('stops at once when it is told to, and its connection goes on', async () => {
    const hold = open.simulator.hold({ match: 'SUM(amount)', when: 'before' });
    const stop = new AbortController();
    const asked = sum({ signal: stop.signal });
    const ended = expect(asked).rejects.toThrow('stopped');
    const { connection } = await hold.reached;
    stop.abort(new Error('stopped'));
    await ended;
    hold.release();
    await vi.waitFor(async () => expect(await sum()).toEqual([{ amount: 9_000 }]));
    expect(open.simulator.connections.map(({ id }) => id)).toContain(connection);
  });

  it('has its time', async () => {
    open.simulator.faults.add({ action: { kind: 'slow', milliseconds: 5_000 }, match: 'SUM(amount)' });
    expect(await failureOf(sum({ timeoutMs: 50 }))).toMatchObject({
      kind: 'transient',
      message: expect.stringContaining('did not answer within'),
    });
    expect(await sum()).toEqual([{ amount: 9_000 }]);
  });

  it('asks nothing when it is stopped already', async () => {
    await expect(sum({ signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  });

  it('finds the server again after it was restarted', async () => {
    await sum();
    await open.simulator.stop();
    expect((await failureOf(sum())).message).toMatch(/refuses connections|broke off/);
    await open.simulator.start();
    expect(await sum()).toEqual([{ amount: 9_000 }]);
  });

  it('may not do what its user may not', async () => {
    const reader = open.servers.open({ ...open.settings, username: 'reader' });
    const write = reader.transaction((tx) => tx.execute('UPDATE stock SET amount = 0', {}), { signal });
    expect(await failureOf(write)).toMatchObject({ kind: 'scope_missing' });
  });
});

describe('trouble with a stream', () => {
  it('that breaks off is told, and brought no row twice', async () => {
    open.simulator.faults.add({ action: { kind: 'cut', afterRows: 700 }, match: 'ORDER BY id' });
    const seen: unknown[] = [];
    const reading = async () => {
      for await (const rows of open.server.stream('SELECT id FROM stock ORDER BY id', {}, { signal })) {
        seen.push(...rows.map((row) => row.id));
      }
    };
    expect(await failureOf(reading())).toMatchObject({ kind: 'transient', retryable: true });
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, at) => at + 1));
    expect(seen.length).toBeLessThanOrEqual(700);
  });

  it('that falls silent is given up', async () => {
    open.simulator.faults.add({ action: { kind: 'slow_rows', milliseconds: 5_000 }, match: 'ORDER BY id' });
    const stream = open.server.stream('SELECT id FROM stock ORDER BY id', {}, { signal, timeoutMs: 50 });
    expect(await failureOf(stream.next())).toMatchObject({
      message: expect.stringContaining('did not answer within'),
    });
  });
});

describe('trouble with a transaction', () => {
  const takeOne = (onTry: () => void = () => undefined) =>
    open.server.transaction(
      async (tx) => {
        onTry();
        await tx.execute('UPDATE stock SET amount = amount - 1 WHERE id = 1', {});
        await tx.execute('UPDATE stock SET amount = amount - 1 WHERE id = 2', {});
      },
      { signal },
    );

  it.each([
    { action: { kind: 'deadlock' as const } },
    { action: { kind: 'error' as const, number: 40197, class: 20 } },
    { action: { kind: 'cut' as const, when: 'before' as const } },
    { action: { kind: 'cut' as const, when: 'after' as const } },
  ])('before its COMMIT is undone, and tried again: %j', async (fault) => {
    open.simulator.faults.add({ ...fault, match: 'WHERE id = 2' });
    const tries = vi.fn();
    await takeOne(tries);
    expect(tries).toHaveBeenCalledTimes(2);
    expect(await amounts()).toEqual([{ amount: 8_998 }]);
  });

  it.each([
    ['after', 8_998],
    ['before', 9_000],
  ] as const)('%s the COMMIT is carried out leaves it open, and is not tried again', async (when, amount) => {
    open.simulator.faults.add({ action: { kind: 'cut', when }, match: 'COMMIT TRANSACTION' });
    const tries = vi.fn();
    expect(await failureOf(takeOne(tries))).toMatchObject({
      mayHaveRun: true,
      message: expect.stringContaining('may have been made'),
    });
    expect(tries).toHaveBeenCalledTimes(1);
    expect(await amounts()).toEqual([{ amount }]);
  });

  it('that refuses the COMMIT itself has changed nothing', async () => {
    open.simulator.faults.add({
      action: { kind: 'error', number: 547, rollsBack: true },
      match: 'COMMIT TRANSACTION',
    });
    expect(await failureOf(takeOne())).toMatchObject({ kind: 'rejected', mayHaveRun: false });
    expect(await amounts()).toEqual([{ amount: 9_000 }]);
  });

  it('is undone when it is stopped', async () => {
    const hold = open.simulator.hold({ match: 'WHERE id = 2', when: 'before' });
    const stop = new AbortController();
    const work = open.server.transaction(
      async (tx) => {
        await tx.execute('UPDATE stock SET amount = 0 WHERE id = 1', {});
        await tx.execute('UPDATE stock SET amount = 0 WHERE id = 2', {});
      },
      { signal: stop.signal },
    );
    const ended = expect(work).rejects.toThrow('stopped');
    await hold.reached;
    stop.abort(new Error('stopped'));
    await ended;
    hold.release();
    await vi.waitFor(async () => {
      expect(open.simulator.connections.every(({ transactionDepth }) => transactionDepth === 0)).toBe(true);
    });
    expect(await amounts()).toEqual([{ amount: 9_000 }]);
  });
});

async function listening(onConnection: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer(onConnection);
  return { server, port: await listen(server) };
}

/** On a free port. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
