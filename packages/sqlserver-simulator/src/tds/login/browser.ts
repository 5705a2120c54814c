import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { PRODUCT_VERSION, SERVER_NAME } from '../../run/version.ts';

type Instance = {
  readonly instanceName: string;
  readonly port: () => number;
};

/** MC-SQLR 2.2: requests, and the response. */
const REQUEST = { broadcast: 0x02, all: 0x03, instance: 0x04 };
const RESPONSE = 0x05;

/** The SQL Server Browser: returns an instance's port over UDP. Clients ask on port 1434. */
export async function startBrowser(
  instance: Instance,
  { host, port }: { host: string; port: number },
): Promise<{ close(): Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (message, sender) => {
    const kind = message.at(0);
    const wanted = message.subarray(1).toString('latin1').replace(/\0.*$/s, '');
    const isMeant =
      kind === REQUEST.broadcast ||
      kind === REQUEST.all ||
      (kind === REQUEST.instance && wanted.toUpperCase() === instance.instanceName.toUpperCase());
    // An unknown instance gets no response: the client waits until its timeout.
    if (isMeant) socket.send(describe(instance), sender.port, sender.address);
  });
  socket.bind(port, host);
  await once(socket, 'listening');
  return { close: () => new Promise((resolve) => socket.close(() => resolve())) };
}

function describe({ instanceName, port }: Instance): Buffer {
  const facts = {
    ServerName: SERVER_NAME,
    InstanceName: instanceName,
    IsClustered: 'No',
    Version: PRODUCT_VERSION.join('.'),
    tcp: String(port()),
  };
  const text = Buffer.from(`${Object.entries(facts).flat().join(';')};;`, 'latin1');
  const header = Buffer.alloc(3);
  header.writeUInt8(RESPONSE, 0);
  header.writeUInt16LE(text.length, 1);
  return Buffer.concat([header, text]);
}
