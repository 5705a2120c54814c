import { createSocket } from 'node:dgram';

export type Instance = {
  readonly serverName: string;
  readonly instanceName: string;
  readonly version: string;
  readonly port: () => number;
};

/** MC-SQLR 2.2: what clients ask, and the answer. */
const REQUEST = { broadcast: 0x02, all: 0x03, instance: 0x04 };
const RESPONSE = 0x05;

/** The SQL Server Browser: tells over UDP on which port an instance listens. Clients ask on port 1434. */
export async function startBrowser(
  instance: Instance,
  { host, port }: { host: string; port: number },
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (message, sender) => {
    const kind = message.at(0);
    const wanted = message.subarray(1).toString('latin1').replace(/\0.*$/s, '');
    const isMeant =
      kind === REQUEST.broadcast ||
      kind === REQUEST.all ||
      (kind === REQUEST.instance && wanted.toUpperCase() === instance.instanceName.toUpperCase());
    // An instance that is not here is not answered: the client waits for its time to run out.
    if (isMeant) socket.send(describe(instance), sender.port, sender.address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, () => {
      socket.off('error', reject);
      resolve();
    });
  });
  return {
    port: socket.address().port,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function describe({ serverName, instanceName, version, port }: Instance): Buffer {
  const facts = {
    ServerName: serverName,
    InstanceName: instanceName,
    IsClustered: 'No',
    Version: version,
    tcp: String(port()),
  };
  const text = Buffer.from(`${Object.entries(facts).flat().join(';')};;`, 'latin1');
  const header = Buffer.alloc(3);
  header.writeUInt8(RESPONSE, 0);
  header.writeUInt16LE(text.length, 1);
  return Buffer.concat([header, text]);
}
