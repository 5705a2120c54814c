import { constants } from 'node:fs';
import { cp, open, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { PGlite } from '@electric-sql/pglite';
import { controlPath, DATABASE_FOLDER, type EmbeddedDatabaseSettings } from './messages.ts';
import type { WireServer } from './wire-server.ts';

/** A second socket beside the database's, for what SQL cannot ask: one line of JSON in, one line out. */
type ControlRequest = { command: 'dump'; file: string } | { command: 'copy'; folder: string };
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
    await deps.wire.exclusively(async () => {
      await deps.db.exec('checkpoint');
      if (request.command === 'dump') await writeDump(deps.db, request.file);
      else await copyFolder(deps.settings, request.folder);
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

async function writeDump(db: PGlite, target: string): Promise<void> {
  const dump = await db.dumpDataDir('none');
  const file = await open(target, 'w', 0o600);
  try {
    for await (const chunk of dump.stream()) await file.write(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** After a checkpoint, and with nobody writing, the files are the database of this moment. */
async function copyFolder({ dataDir }: EmbeddedDatabaseSettings, target: string): Promise<void> {
  if (dataDir === null) throw new Error('A database in memory has no folder.');
  // File systems that can, share the blocks of both copies: then it takes no time and no room.
  await cp(path.join(dataDir, DATABASE_FOLDER), target, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  });
}

/** Has the database process write a dump of its folder (a tar file) while it goes on serving. */
export function requestDump(socketDir: string, file: string): Promise<void> {
  return request(socketDir, { command: 'dump', file });
}

/** Has the database process copy its folder while everybody else waits. */
export function requestCopy(socketDir: string, folder: string): Promise<void> {
  return request(socketDir, { command: 'copy', folder });
}

async function request(socketDir: string, question: ControlRequest): Promise<void> {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = createConnection(controlPath(socketDir), () =>
      socket.write(`${JSON.stringify(question)}\n`),
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
