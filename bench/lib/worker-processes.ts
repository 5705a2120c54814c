import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@storefleet/test-support/app';
import { cleanUpLater } from './clean-up.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));

/** So many worker processes with these settings, once all of them are at work; answers how to end them. */
export async function startWorkers(
  count: number,
  environment: Readonly<Record<string, string>>,
): Promise<() => Promise<void>> {
  const ends = await Promise.all(Array.from({ length: count }, () => startWorker(environment)));
  return async () => {
    for (const end of ends) await end();
  };
}

async function startWorker(environment: Readonly<Record<string, string>>): Promise<() => Promise<void>> {
  const child = fork(MAIN, {
    env: {
      PATH: process.env.PATH,
      ...environment,
      PROCESS_ROLE: 'worker',
      PORT: String(await findFreePort()),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const end = cleanUpLater(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`A worker ended with code ${code}.`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('working in the background')) resolve();
    });
  });
  return end;
}
