import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { CHILD_ENVIRONMENT } from '@storefleet/test-support/child-environment';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** `all`: the only process, with the embedded database. */
export type Role = 'web' | 'worker' | 'all';

/** One process of the product, which is killed and restarted, with all its output. */
export type Machine = {
  readonly name: string;
  readonly role: Role;
  /** Null for a worker. */
  readonly url: string | null;
  /** True from the line that says that it runs, until it is killed, stopped or suspended. */
  isUp(): boolean;
  isPaused(): boolean;
  /** Resolves when it runs, or was killed before. */
  start(): Promise<void>;
  kill(): Promise<unknown>;
  /** Returns how it ended. */
  stop(): Promise<Exit | null>;
  /** Suspends it: it does nothing, its connections stay. */
  pause(): void;
  resume(): void;
  /** Null while none is running. */
  pid(): number | null;
  /** From now until it ends, reports about its database are expected. */
  expectLostConnections(): void;
  /** What a healthy process never does: ends by itself, reports an error, prints anything but log lines. */
  troubles(): readonly string[];
};

export type Exit = { readonly code: number | null; readonly milliseconds: number };

type LogLine = { readonly level: string; readonly msg: string; readonly err?: { readonly type: string } };

/** What a process prints for the person at the terminal. */
const ANNOUNCEMENT =
  /^(Storefleet (is (running at|working in the background).*|was asked to stop before it had started\.)|)$/;
/** Reported about a killed database, or one that ended the transaction of a suspended process. */
const LOST_CONNECTION = 'DatabaseUnavailableError';
const LOST_DATABASE =
  /^(A database connection was lost|The embedded database ended unexpectedly|The database is not answering)/;
/** A graceful stop on a machine that is too busy ends like a kill. */
const CUT_SHORT = 'Stopping took too long and was cut short.';
const RUNNING = /Storefleet is (running|working)/;

type MachineOptions = Pick<Machine, 'name' | 'role'> & {
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
};

export function createMachine({ name, role, port, environment }: MachineOptions): Machine {
  const output = createOutput(name);
  let child: ChildProcess | null = null;
  let isReady = false;
  let paused = false;

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [MAIN], {
      env: { ...CHILD_ENVIRONMENT, ...environment, PROCESS_ROLE: role, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    output.mayLoseConnections = false;
    const up = Promise.withResolvers<void>();
    // Drops a killed process's last incomplete line.
    let rest = '';
    started.stdout?.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) output.read(line);
      if (!lines.some((line) => RUNNING.test(line)) || child !== started) return;
      isReady = true;
      up.resolve();
    });
    started.stderr?.on('data', (chunk: Buffer) => output.troubles.push(`${name} complained: ${chunk}`));
    started.once('exit', (code, signal) => {
      if (child === started) {
        child = null;
        isReady = false;
        output.troubles.push(`${name} ended by itself with ${signal ?? `code ${code}`}.`);
      }
      up.resolve();
    });
    await up.promise;
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<Exit | null> {
    const ending = child;
    child = null;
    isReady = false;
    paused = false;
    if (ending === null) return null;
    const exited = once(ending, 'exit');
    const from = performance.now();
    ending.kill(signal);
    const [code] = await exited;
    return { code, milliseconds: performance.now() - from };
  }

  return {
    name,
    role,
    url: role === 'worker' ? null : `http://127.0.0.1:${port}`,
    isUp: () => isReady && !paused,
    isPaused: () => paused,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    pause() {
      paused = child?.kill('SIGSTOP') ?? false;
      output.mayLoseConnections ||= paused;
    },
    resume() {
      child?.kill('SIGCONT');
      paused = false;
    },
    pid: () => child?.pid ?? null,
    expectLostConnections() {
      output.mayLoseConnections = true;
    },
    troubles: () => output.troubles,
  };
}

/** Reads what a process prints: JSON log lines, and text for the person at the terminal. */
function createOutput(name: string) {
  const output = {
    troubles: [] as string[],
    mayLoseConnections: false,
    read(line: string): void {
      if (!line.startsWith('{')) {
        if (!ANNOUNCEMENT.test(line)) output.troubles.push(`${name} printed: ${line}`);
        return;
      }
      const { level, msg, err } = JSON.parse(line) as LogLine;
      const isLoss = err?.type === LOST_CONNECTION || LOST_DATABASE.test(msg);
      if (msg === CUT_SHORT || (output.mayLoseConnections && isLoss)) return;
      if (level === 'error' || level === 'fatal') output.troubles.push(`${name} reported: ${line}`);
    },
  };
  return output;
}
