import { type ChildProcess, fork } from 'node:child_process';
import process from 'node:process';
import { cleanUpLater } from './clean-up.ts';

/** Milliseconds until a process that does not stop is killed. */
const STOP_LIMIT = 15_000;

type Child = {
  readonly process: ChildProcess;
  stop(): Promise<void>;
};

/** A script of the project in its own process, which ends when the channel to us closes. */
export function startChild(
  file: string,
  {
    args = [],
    environment = {},
    nodeOptions = [],
  }: {
    args?: readonly string[];
    environment?: Record<string, string>;
    nodeOptions?: readonly string[];
  } = {},
): Child {
  const child = fork(file, [...args], {
    execArgv: [...nodeOptions],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = cleanUpLater(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT);
    await ended;
    clearTimeout(timer);
  });
  return { process: child, stop };
}

/** The process's next message; fails if it ends without one. */
export function nextMessage<Message>({ process: child }: Child): Promise<Message> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`${child.spawnfile} ended with code ${code}.`));
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as Message);
    });
    child.once('exit', ended);
  });
}
