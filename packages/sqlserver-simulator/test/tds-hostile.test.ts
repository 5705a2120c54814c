import type { AddressInfo } from 'node:net';
import { createServer, type Server, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TYPES } from 'tedious';
import { expect, test } from 'vitest';
import { startSqlServerSimulator } from '../src/server.ts';
import { scriptedEngine } from './scripted-engine.ts';
import { Client, simulation } from './tds-client.ts';

const { simulator, engine } = simulation();

/** Bytes that are decided by the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Between a client and the simulator: `forward` says what becomes of the client's bytes. */
async function proxy(
  target: number,
  forward: (chunk: Buffer) => Buffer[],
): Promise<{ port: number; server: Server }> {
  const server = createServer((client) => {
    const upstream = new Socket();
    upstream.setNoDelay(true);
    upstream.connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    const write = async (chunk: Buffer): Promise<void> => {
      for (const part of forward(chunk)) {
        upstream.write(part);
        await nextTurn();
      }
    };
    let written = Promise.resolve();
    client.on('data', (chunk) => {
      written = written.then(() => write(chunk));
    });
    upstream.pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return { port: (server.address() as AddressInfo).port, server };
}

const RPC = 0x03;
const TRANSACTION = 0x0e;

/** Changes three bytes of a request, none of its packet's header. */
function damaged(chunk: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(chunk);
  const type = bytes.at(0);
  if (type !== RPC && type !== TRANSACTION) return bytes;
  for (let flips = 0; flips < 3; flips += 1) {
    bytes[8 + Math.floor(random() * (bytes.length - 8))] = Math.floor(random() * 256);
  }
  return bytes;
}

test.each([false, true])('a client whose bytes come one by one is served (encrypt: %s)', async (encrypt) => {
  engine().on('SELECT slow', function* () {
    yield { kind: 'done', rowCount: 5 };
  });
  const { port, server } = await proxy(simulator().port, (chunk) =>
    Array.from({ length: chunk.length }, (_, at) => chunk.subarray(at, at + 1)),
  );
  const client = await Client.connect(port, { encrypt });
  expect((await client.query('SELECT slow')).rowCount).toBe(5);
  await client.close();
  server.close();
});

test('requests that were damaged on their way are refused or end their own connection, nothing else', async () => {
  engine().on('SELECT @n, @t, @d', function* () {
    yield { kind: 'done', rowCount: 0 };
  });
  let refused = 0;
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = randomOf(seed);
    const { port, server } = await proxy(simulator().port, (chunk) => [damaged(chunk, random)]);
    const client = await Client.connect(port, { requestTimeout: 1000, cancelTimeout: 100 });
    await client
      .query('SELECT @n, @t, @d', (request) => {
        request.addParameter('n', TYPES.Int, 7);
        request.addParameter('t', TYPES.NVarChar, 'x'.repeat(40));
        request.addParameter('d', TYPES.Decimal, 1.5, { precision: 9, scale: 2 });
      })
      .catch(() => {
        refused += 1;
      });
    client.connection.close();
    server.close();
  }
  expect(refused).toBeGreaterThan(50);
  const client = await Client.connect(simulator().port);
  await client.query('SELECT @n, @t, @d', (request) => {
    request.addParameter('n', TYPES.Int, 7);
    request.addParameter('t', TYPES.NVarChar, '');
    request.addParameter('d', TYPES.Decimal, 1.5, { precision: 9, scale: 2 });
  });
  await client.close();
}, 60_000);

const PRELOGIN = Buffer.from(
  '1201001a00000000' + '00000b0006' + '0100110001' + 'ff' + '000000000000' + '02',
  'hex',
);

test.each([
  ['a login before PRELOGIN', [Buffer.from('1001000c0000000000000000', 'hex')]],
  ['a login that is too short', [PRELOGIN, Buffer.from('1001000c00000000ffffffff', 'hex')]],
  ['a packet shorter than its header', [Buffer.from('1201000400000000', 'hex')]],
  ['a PRELOGIN without an end', [Buffer.from('1201000d00000000' + '0000000000', 'hex')]],
  ['a request before the login', [PRELOGIN, Buffer.from('0101000c0000000041004200', 'hex')]],
])('%s ends the connection', async (_name, packets) => {
  const socket = new Socket();
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.connect(simulator().port, '127.0.0.1', () => {
    for (const bytes of packets) socket.write(bytes);
  });
  socket.resume();
  await closed;
});

test('a simulator closes although a client that was told to go does not read and stays', async () => {
  const own = await startSqlServerSimulator({ engine: scriptedEngine(), encrypt: 'required' });
  const socket = new Socket({ allowHalfOpen: true });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.connect(own.port, '127.0.0.1', () => resolve()));
  socket.write(PRELOGIN);
  await new Promise<void>((resolve) => socket.once('readable', () => resolve()));
  await own.close();
  socket.destroy();
});
