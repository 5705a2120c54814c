import { open, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { PGlite } from '@electric-sql/pglite';
import { controlPath, type EmbeddedDatabaseSettings } from './messages.ts';
import type { WireServer } from './wire-server.ts';

/** A second socket beside the database's, for what SQL cannot ask: one line of JSON in, one line out. */
type ControlRequest = { command: 'dump'; file: string };
type ControlAnswer = { done: true } | { error: string };

export type ControlServer = { close(): Promise<void> };

export async function startControlServer(deps: {
  db: PGlite;
  wire: WireServer;
  settings: EmbeddedDatabaseSettings;
}): Promise<ControlServer> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    createInterface({ input: socket }).once('line', async (line) => {
      const answer = await obey(line).catch((error: Error): ControlAnswer => ({ error: error.message }));
      socket.end(`${JSON.stringify(answer)}\n`);
    });
  });

  const obey = async (line: string): Promise<ControlAnswer> => {
    const request = JSON.parse(line) as ControlRequest;
    if (request.command !== 'dump') throw new Error('This command is not known.');
    await deps.wire.exclusively(async () => {
      await deps.db.exec('checkpoint');
      const dump = await deps.db.dumpDataDir('none');
      const file = await open(request.file, 'w', 0o600);
      try {
        for await (const chunk of dump.stream()) await file.write(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
    });
    return { done: true };
  };

  const socketPath = controlPath(deps.settings.socketDir);
  await rm(socketPath, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  });
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Has the database process write a consistent dump of its folder (a tar file) while it goes on serving. */
export async function requestDump(socketDir: string, file: string): Promise<void> {
  const request: ControlRequest = { command: 'dump', file };
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = createConnection(controlPath(socketDir), () =>
      socket.write(`${JSON.stringify(request)}\n`),
    );
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  const parsed = JSON.parse(answer) as ControlAnswer;
  if ('error' in parsed) throw new Error(parsed.error);
}
