import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type DatabaseProcessMessage,
  type EmbeddedDatabaseSettings,
  SOCKET_PORT,
  socketPath,
} from './messages.ts';
import { describeStartFailure } from './start-failure.ts';

/** The server's own PostgreSQL, in a process of its own that ends with the server. */
export type EmbeddedDatabase = {
  /** Where clients connect: the folder of the socket and the port that names it. */
  connection: { host: string; port: number; user: string; database: string };
  socketDir: string;
  /** Finishes what runs, writes everything out and ends the process. */
  close(): Promise<void>;
};

export type EmbeddedDatabaseOptions = {
  /** The folder that holds everything; null keeps the database in memory. */
  dataDir: string | null;
  snapshot?: string;
  /** Called when the process ended by itself and is being started again. */
  onRestart?: (reason: string) => void;
};

/** The database cannot be started; the message is a sentence for a person. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

/** Bytes: a socket's address is limited to 108 on Linux and 104 on macOS. */
const LONGEST_SOCKET_PATH = 100;
/** Milliseconds between two restarts, doubled each time. */
const FIRST_RESTART_DELAY = 250;
const LONGEST_RESTART_DELAY = 10_000;

const PROCESS_FILE = fileURLToPath(new URL('./process.ts', import.meta.url));

export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { onRestart = () => {} } = options;
  const dataDir = options.dataDir === null ? null : path.resolve(options.dataDir);
  const settings: EmbeddedDatabaseSettings = {
    dataDir,
    socketDir: chooseSocketDir(dataDir),
    snapshot: options.snapshot,
  };
  let closing = false;
  let restartTimer: NodeJS.Timeout | undefined;
  let restartDelay = FIRST_RESTART_DELAY;
  let child = await startProcess(settings);

  const watch = (current: ChildProcess): void => {
    current.once('exit', (code, signal) => {
      if (closing) return;
      onRestart(
        `The embedded database ended unexpectedly (${signal ?? `exit code ${code}`}) and is started again.`,
      );
      scheduleRestart();
    });
  };
  const scheduleRestart = (): void => {
    restartTimer = setTimeout(async () => {
      try {
        const restarted = await startProcess(settings);
        child = restarted;
        restartDelay = FIRST_RESTART_DELAY;
        if (closing) stopProcess(restarted);
        else watch(restarted);
      } catch (error) {
        if (closing) return;
        onRestart(error instanceof Error ? error.message : String(error));
        restartDelay = Math.min(restartDelay * 2, LONGEST_RESTART_DELAY);
        scheduleRestart();
      }
    }, restartDelay);
  };
  watch(child);

  return {
    connection: { host: settings.socketDir, port: SOCKET_PORT, user: 'postgres', database: 'postgres' },
    socketDir: settings.socketDir,
    async close() {
      closing = true;
      clearTimeout(restartTimer);
      await stopProcess(child);
    },
  };
}

function chooseSocketDir(dataDir: string | null): string {
  if (dataDir !== null) {
    try {
      mkdirSync(dataDir, { recursive: true });
    } catch (error) {
      throw new EmbeddedDatabaseError(describeStartFailure(error, dataDir), { cause: error });
    }
    const inside = path.join(dataDir, 'sockets');
    if (Buffer.byteLength(socketPath(inside)) <= LONGEST_SOCKET_PATH) return inside;
  }
  return mkdtempSync(path.join(tmpdir(), 'sf-'));
}

/** Resolves once the database answers. */
function startProcess(settings: EmbeddedDatabaseSettings): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = fork(PROCESS_FILE, [JSON.stringify(settings)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    let failure = 'The embedded database ended before it was ready.';
    const ended = () => reject(new EmbeddedDatabaseError(failure));
    child.once('error', reject);
    child.once('exit', ended);
    child.on('message', (message: DatabaseProcessMessage) => {
      if (message.kind === 'failed') failure = message.sentence;
      else {
        child.off('exit', ended);
        resolve(child);
      }
    });
  });
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (child.connected) child.disconnect();
  await exited;
}
