import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunningDatabase } from '../supervise.ts';
import { type DatabaseProcessMessage, type PgliteSettings, socketPath } from './messages.ts';

/** Bytes: a socket's address is limited to 108 on Linux and 104 on macOS. */
const LONGEST_SOCKET_PATH = 100;
const PROCESS_FILE = fileURLToPath(new URL('./process.ts', import.meta.url));

/** The sentence is the process's own. */
export class DatabaseProcessError extends Error {
  override name = 'DatabaseProcessError';
}

export function pgliteSocketDir(dataDir: string): string {
  const inside = path.join(dataDir, 'sockets');
  if (Buffer.byteLength(socketPath(inside)) <= LONGEST_SOCKET_PATH) return inside;
  return mkdtempSync(path.join(tmpdir(), 'sf-'));
}

/** Resolves once the database answers; rejects with a sentence. */
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
