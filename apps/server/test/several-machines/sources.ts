import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SourceCalls } from './sources.process.fixture.ts';

const PROCESS = fileURLToPath(new URL('./sources.process.fixture.ts', import.meta.url));

export type Sources = {
  call<Name extends keyof SourceCalls>(
    name: Name,
    ...args: Parameters<SourceCalls[Name]>
  ): Promise<Awaited<ReturnType<SourceCalls[Name]>>>;
  close(): Promise<void>;
};

type Waiting = { resolve(answer: never): void; reject(error: Error): void };

export async function startSources(): Promise<Sources> {
  const child = fork(PROCESS, { execArgv: [] });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process of the sources has ended.');
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  child.on('message', ({ id, answer, error }: { id: number; answer: never; error?: string }) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(`The sources: ${error}`));
  });
  return {
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        child.send({ id: lastId, name, args });
      }),
    async close() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
