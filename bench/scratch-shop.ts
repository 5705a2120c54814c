import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(
  new URL('../packages/shopify-simulator/bin/shopify-simulator.ts', import.meta.url),
);

export type SimulatedShop = { host: string; token: string; close(): void };

/** One shop in a process of its own, so that its work is not measured as ours. */
export async function startSimulatedShop(products: number): Promise<SimulatedShop> {
  const child = spawn(process.execPath, [PROGRAM, '--port', '0', '--shop', `bench:${products}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const match = /^(\S+)\s.* token (\S+)$/.exec(line);
    if (match?.[1] && match[2]) return { host: match[1], token: match[2], close: () => void child.kill() };
  }
  throw new Error('The simulated shop did not start.');
}

/** The Host header tells the shops of a simulator apart; `*.localhost` is not resolved everywhere. */
export function shopAddress(shop: SimulatedShop, path: string): { url: string; headers: { host: string } } {
  return {
    url: `http://127.0.0.1:${shop.host.split(':')[1]}${path}`,
    headers: { host: shop.host },
  };
}
