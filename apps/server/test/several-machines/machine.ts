import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** `all`: the only process, with the embedded database. */
export type Role = 'web' | 'worker' | 'all';

/** One process of the product, which is killed and started again, with all that it ever printed. */
export type Machine = {
  readonly name: string;
  readonly role: Role;
  /** Null for a worker. */
  readonly url: string | null;
  /** True from the line that says that it runs, until it is killed, stopped or paused. */
  isUp(): boolean;
  isPaused(): boolean;
  /** Until it runs, or was killed before. */
  start(): Promise<void>;
  kill(): Promise<unknown>;
  /** Answers how it ended. */
  stop(): Promise<Exit | null>;
  /** As a machine that stands still: it does nothing, its connections stay. */
  pause(): void;
  resume(): void;
  /** Null while none runs. */
  pid(): number | null;
  /** What it reports of its database from now on until it ends is no trouble. */
  expectLostConnections(): void;
  /** JSON lines of its log. */
  log(): readonly LogLine[];
  /** What a process that is well never does: ends by itself, reports an error, prints what is not a log. */
  troubles(): readonly string[];
};

export type Exit = { readonly code: number | null; readonly milliseconds: number };

export type LogLine = {
  readonly level: string;
  readonly time: string;
  readonly msg: string;
  readonly err?: { readonly type: string };
} & Record<string, unknown>;

/** What a process says to the person at the terminal. */
const ANNOUNCEMENT =
  /^(Storefleet (is (running at|working in the background).*|was asked to stop before it had started\.)|)$/;
/** What it reports of a database that was killed, or that ended what a process had begun that stood still. */
const LOST_CONNECTION = 'DatabaseUnavailableError';
const LOST_DATABASE =
  /^(A database connection was lost|The embedded database ended unexpectedly|The database is not answering)/;
/** A gentle stop on a machine that is too busy for it ends as a kill does. */
const CUT_SHORT = 'Stopping took too long and was cut short.';
const RUNNING = /Storefleet is (running|working)/;

export function createMachine({
  name,
  role,
  port,
  environment,
}: {
  name: string;
  role: Role;
  port: number;
  environment: Readonly<Record<string, string>>;
}): Machine {
  const lines: LogLine[] = [];
  const troubles: string[] = [];
  let child: ChildProcess | null = null;
  let isReady = false;
  let paused = false;
  let mayLoseConnections = false;

  const isExpected = ({ msg, err }: LogLine) =>
    msg === CUT_SHORT || (mayLoseConnections && (err?.type === LOST_CONNECTION || LOST_DATABASE.test(msg)));

  function read(line: string): void {
    if (!line.startsWith('{')) {
      if (!ANNOUNCEMENT.test(line)) troubles.push(`${name} printed: ${line}`);
      return;
    }
    const entry = JSON.parse(line) as LogLine;
    lines.push(entry);
    if (isExpected(entry)) return;
    if (entry.level === 'error' || entry.level === 'fatal') troubles.push(`${name} reported: ${line}`);
  }

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, ...environment, PROCESS_ROLE: role, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    mayLoseConnections = false;
    const up = Promise.withResolvers<void>();
    let rest = '';
    started.stdout?.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        read(line);
        if (!RUNNING.test(line) || child !== started) continue;
        isReady = true;
        up.resolve();
      }
    });
    started.stderr?.on('data', (chunk: Buffer) => troubles.push(`${name} complained: ${chunk}`));
    started.once('exit', (code, signal) => {
      if (child === started) {
        child = null;
        isReady = false;
        troubles.push(`${name} ended by itself with ${signal ?? `code ${code}`}.`);
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
      mayLoseConnections ||= paused;
    },
    resume() {
      child?.kill('SIGCONT');
      paused = false;
    },
    pid: () => child?.pid ?? null,
    expectLostConnections() {
      mayLoseConnections = true;
    },
    log: () => lines,
    troubles: () => troubles,
  };
}
