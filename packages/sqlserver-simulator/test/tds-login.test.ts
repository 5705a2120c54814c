import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type EncryptMode, startSqlServerSimulator } from '../src/server.ts';
import { scriptedEngine } from './scripted-engine.ts';
import { Client, simulation } from './tds-client.ts';

const { simulator } = simulation();

async function withSimulator(encrypt: EncryptMode, work: (port: number) => Promise<void>): Promise<void> {
  const own = await startSqlServerSimulator({ engine: scriptedEngine(), encrypt });
  try {
    await work(own.port);
  } finally {
    await own.close();
  }
}

test.each([false, true])(
  'a client logs in with its database, its name and its intent (encrypt: %s)',
  async (encrypt) => {
    const client = await Client.connect(simulator().port, {
      encrypt,
      appName: 'Lager-Prüfer',
      workstationId: 'werk-2',
      readOnlyIntent: true,
    });
    expect(simulator().connections).toEqual([
      {
        id: expect.any(Number),
        user: 'sa',
        database: 'shop',
        appName: 'Lager-Prüfer',
        hostName: 'werk-2',
        isEncrypted: encrypt,
        isReadOnlyIntent: true,
        transactionDepth: 0,
      },
    ]);
    await client.close();
  },
);

test('5701 and 5703 tell of the database and the language, and are no errors of any class', async () => {
  const messages: (readonly number[])[] = [];
  const client = await Client.connect(simulator().port, {}, undefined, (info) =>
    messages.push([info.number, info.class]),
  );
  expect(messages).toEqual([
    [5701, 0],
    [5703, 0],
  ]);
  await client.close();
});

test('the database of the login is master when the client names none', async () => {
  const client = await Client.connect(simulator().port, { database: '' });
  expect(simulator().connections.map(({ database }) => database)).toEqual(['master']);
  await client.close();
});

test('18456: a wrong password, and a user that is not there', async () => {
  await expect(Client.connect(simulator().port, { password: 'guess' })).rejects.toMatchObject({
    code: 'ELOGIN',
    message: "Login failed for user 'sa'.",
  });
  await expect(Client.connect(simulator().port, { user: 'nobody' })).rejects.toMatchObject({
    message: "Login failed for user 'nobody'.",
  });
});

test('4060 and 18456: a database that is not there', async () => {
  const texts: string[] = [];
  const client = Client.connect(simulator().port, { database: 'attic' }, (message) =>
    texts.push(`${message.number}/${message.class}: ${message.message}`),
  );
  await expect(client).rejects.toMatchObject({ code: 'ELOGIN' });
  expect(texts).toEqual([
    '4060/11: Cannot open database "attic" requested by the login. The login failed.',
    "18456/14: Login failed for user 'sa'.",
  ]);
});

test("the certificate is nobody's until the client is given it", async () => {
  const { port, certificate } = simulator();
  const encrypted = { encrypt: true, trustServerCertificate: false };
  await expect(Client.connect(port, encrypted)).rejects.toMatchObject({
    message: expect.stringContaining('self-signed certificate'),
  });
  const client = await Client.connect(port, { ...encrypted, cryptoCredentialsDetails: { ca: certificate } });
  expect(simulator().connections.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
  await client.close();
});

test('a server that requires encryption takes no client without it', async () => {
  await withSimulator('required', async (port) => {
    await expect(Client.connect(port, { encrypt: false })).rejects.toThrow();
    await (await Client.connect(port, { encrypt: true })).close();
  });
});

test('a server without encryption takes no client that insists on it', async () => {
  await withSimulator('off', async (port) => {
    await expect(Client.connect(port, { encrypt: true })).rejects.toMatchObject({ code: 'EENCRYPT' });
    await (await Client.connect(port, { encrypt: false })).close();
  });
});

test("the packet size is the client's", async () => {
  const client = await Client.connect(simulator().port, { packetSize: 512, encrypt: true });
  const text = 'x'.repeat(100_000);
  await expect(client.batch(`SELECT * FROM ${text}`)).rejects.toMatchObject({ number: 208 });
  await client.close();
});

test('bytes that are no TDS end the connection', async () => {
  const socket = new Socket();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  socket.connect(simulator().port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n\r\n'));
  socket.resume();
  await closed;
  await (await Client.connect(simulator().port)).close();
});
