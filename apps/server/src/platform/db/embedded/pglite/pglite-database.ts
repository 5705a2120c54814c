import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LONGEST_SOCKET_PATH, socketConnection, socketPath } from '../database-connection.ts';
import type { RunningDatabase } from '../supervise.ts';

/** What the server passes to its database process at start: the data folder, and that of the socket. */
export type PgliteSettings = { dataDir: string; socketDir: string };
/** What the process reports. */
export type DatabaseProcessMessage = { kind: 'ready' } | { kind: 'failed'; sentence: string };

export const pgliteConnection = (socketDir: string) => socketConnection(socketDir, 'postgres');
const PROCESS_FILE = fileURLToPath(new URL('./process.ts', import.meta.url));

/** The message is the process's own. */
export class DatabaseProcessError extends Error {
  override name = 'DatabaseProcessError';
}

export function pgliteSocketDir(dataDir: string): string {
  const inside = path.join(dataDir, 'sockets');
  if (Buffer.byteLength(socketPath(inside)) <= LONGEST_SOCKET_PATH) return inside;
  return mkdtempSync(path.join(tmpdir(), 'sf-'));
}

/** Resolves once the database responds; rejects with a sentence. */
export async function startPglite(settings: PgliteSettings): Promise<RunningDatabase> {
  const child = fork(PROCESS_FILE, [JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const exited = new Promise<string>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`)),
  );
  await untilReady(child);
  return {
    pid: child.pid ?? 0,
    exited,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure = 'The embedded database ended before it was ready.';
    child.once('error', reject);
    child.once('exit', () => reject(new DatabaseProcessError(failure)));
    child.on('message', (message: DatabaseProcessMessage) => {
      if (message.kind === 'failed') failure = message.sentence;
      else resolve();
    });
  });
}
