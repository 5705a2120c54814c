import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Request, TYPES } from 'tedious';
import { expect, test } from 'vitest';
import { connect, openShop, query, shopForTests } from './shop.ts';

const shop = shopForTests();

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
async function proxy(forward: (chunk: Buffer) => Buffer[]): Promise<{ port: number; server: Server }> {
  const server = createServer((client) => {
    const upstream = new Socket();
    upstream.setNoDelay(true);
    upstream.connect(shop().simulator.port, '127.0.0.1');
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}

const RPC = 0x03;

/** Changes three bytes of a call, none of its packet's header. */
function damaged(chunk: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(chunk);
  if (bytes.at(0) !== RPC) return bytes;
  for (let flips = 0; flips < 3; flips += 1)
    bytes[8 + Math.floor(random() * (bytes.length - 8))] = Math.floor(random() * 256);
  return bytes;
}

const STATEMENT = 'SELECT @n, @t, @d, @m';
const bind = (request: Request): void => {
  request.addParameter('n', TYPES.Int, 7);
  request.addParameter('t', TYPES.NVarChar, 'x'.repeat(40));
  request.addParameter('d', TYPES.Decimal, 1.5, { precision: 9, scale: 2 });
  request.addParameter('m', TYPES.DateTime, new Date('2026-11-21'));
};

test.each([false, true])('a client whose bytes come one by one is served (encrypt: %s)', async (encrypt) => {
  const { port, server } = await proxy((chunk) =>
    Array.from({ length: chunk.length }, (_, at) => chunk.subarray(at, at + 1)),
  );
  const connection = await connect(port, { encrypt });
  expect((await query(connection, 'SELECT 5')).rows).toEqual([[5]]);
  connection.close();
  server.close();
});

test('requests that were damaged on their way are refused or end their own connection, nothing else', async () => {
  let refused = 0;
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = randomOf(seed);
    const { port, server } = await proxy((chunk) => [damaged(chunk, random)]);
    const connection = await connect(port, { requestTimeout: 1000, cancelTimeout: 100 });
    await query(connection, STATEMENT, bind).catch(() => {
      refused += 1;
    });
    connection.close();
    server.close();
  }
  expect(refused).toBeGreaterThan(50);
  const connection = await connect(shop().simulator.port);
  expect((await query(connection, STATEMENT, bind)).rows).toHaveLength(1);
  connection.close();
});

const PRELOGIN = Buffer.from(
  '1201001a00000000' + '00000b0006' + '0100110001' + 'ff' + '000000000000' + '02',
  'hex',
);

test.each([
  ['HTTP', [Buffer.from('GET / HTTP/1.1\r\n\r\n')]],
  ['a login before PRELOGIN', [Buffer.from('1001000c0000000000000000', 'hex')]],
  ['a login that is too short', [PRELOGIN, Buffer.from('1001000c00000000ffffffff', 'hex')]],
  ['a packet shorter than its header', [Buffer.from('1201000400000000', 'hex')]],
  ['a PRELOGIN without an end', [Buffer.from('1201000d00000000' + '0000000000', 'hex')]],
  ['a request before the login', [PRELOGIN, Buffer.from('0101000c0000000041004200', 'hex')]],
])('%s ends the connection', async (_name, packets) => {
  const socket = new Socket();
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.connect(shop().simulator.port, '127.0.0.1', () => {
    for (const bytes of packets) socket.write(bytes);
  });
  socket.resume();
  await closed;
});

test('a simulator closes although a client that was told to go does not read and stays', async () => {
  const { simulator } = await openShop({ encrypt: 'required' });
  const socket = new Socket({ allowHalfOpen: true });
  socket.on('error', () => {});
  socket.connect(simulator.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(PRELOGIN);
  await once(socket, 'readable');
  await simulator.close();
  socket.destroy();
});
