import { fileURLToPath } from 'node:url';
import { nextMessage, startChild } from './child-process.ts';

const PROCESS = fileURLToPath(new URL('./simulator.process.ts', import.meta.url));

/** Simulated Shopify shops in a process of their own; shops are added at `control`. */
export async function startSimulator() {
  const simulator = startChild(PROCESS);
  const port = await nextMessage<number>(simulator);
  return { port, control: `http://127.0.0.1:${port}/__sim`, close: simulator.stop };
}
