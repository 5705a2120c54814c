import type { Services } from './services.ts';

export type Worker = { start(): Promise<void>; stop(): Promise<void> };

/** Everything this process works on in the background, in one list. */
export function buildWorker(_services: Services): Worker {
  return {
    async start() {},
    async stop() {},
  };
}
