/** How much slower is a full sync than the least it could be, and how much memory does it take? */
import { setTimeout } from 'node:timers/promises';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { createTestDatabase } from '@storefleet/test-support/database';
import { v7 as uuidv7 } from 'uuid';
import { exportCatalogue, loadPlainly } from './scratch-floor.ts';
import { type SimulatedShop, startSimulatedShop } from './scratch-shop.ts';

/** The simulator gives a product five variants on average. */
const VARIANTS_PER_PRODUCT = 5;
const POLL_INTERVAL_MS = 250;

import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

function cpu() {
  const kids = execSync(`pgrep -P ${process.pid} -f embedded || true`)
    .toString()
    .trim()
    .split('\n')
    .filter(Boolean);
  let db = 0;
  for (const k of kids) {
    try {
      const f = readFileSync(`/proc/${k}/stat`, 'utf8').split(' ');
      db += (Number(f[13]) + Number(f[14])) / 100;
    } catch {}
  }
  const c = process.cpuUsage();
  return { db, own: (c.user + c.system) / 1e6 };
}
function diff(label: string, a: ReturnType<typeof cpu>) {
  const b = cpu();
  console.log(label, 'db cpu', (b.db - a.db).toFixed(1), 'own cpu', (b.own - a.own).toFixed(1));
}
export type SyncBench = {
  variants: number;
  /** Seconds from the exported file's first byte to its last row. */
  floorSeconds: number;
  syncSeconds: number;
  ratio: number;
  /** Seconds from the start call to the proven end, the shop's own export included. */
  totalSeconds: number;
  /** Of the whole server process, while it syncs. */
  peakMegabytes: number;
};

export async function benchSync({ variants = 100_000 } = {}): Promise<SyncBench> {
  const products = Math.round(variants / VARIANTS_PER_PRODUCT);
  const shop = await startSimulatedShop(products);
  try {
    const sync = await measureSync(shop, products);
    const floor = await measureFloor(shop);
    return {
      ...sync,
      variants: floor.variants,
      floorSeconds: floor.seconds,
      ratio: sync.syncSeconds / floor.seconds,
    };
  } finally {
    shop.close();
  }
}

async function measureFloor(shop: SimulatedShop) {
  const db = await createTestDatabase();
  const storeId = uuidv7();
  await db.query(
    `insert into stores (id, shop_name, shop_url, store_type, api_version, created_at, updated_at)
     values ($1, 'Floor', 'floor.myshopify.com', 'shopify', '2026-10', now(), now())`,
    [storeId],
  );
  const url = await exportCatalogue(shop);
  const c0 = cpu();
  const start = performance.now();
  const variants = await loadPlainly(db, storeId, url);
  const seconds = secondsSince(start);
  diff('floor', c0);
  await db.close();
  return { seconds, variants };
}

async function measureSync(shop: SimulatedShop, products: number) {
  const app = await createTestApp({
    environment: { SHOPIFY_ALLOWED_HOSTS: `*.localhost:${shop.host.split(':')[1]}` },
  });
  const memory = watchMemory();
  try {
    const storeId = await connect(app, shop);
    const start = performance.now();
    await app.services.sync.start(storeId, { method: 'graphql', trigger: 'manual', requestedBy: null });
    const c0 = cpu();
    let reading: { since: number; alreadyStored: number } | null = null;
    for (;;) {
      const status = await app.services.sync.status(storeId);
      if (status.processed_products > 0) {
        reading ??= { since: performance.now(), alreadyStored: status.processed_products };
      }
      if (status.status === 'completed' && reading) {
        diff('sync', c0);
        // The first page was stored before the watch saw it: its share of the time is added.
        const share = products / (products - reading.alreadyStored);
        return {
          syncSeconds: secondsSince(reading.since) * share,
          totalSeconds: secondsSince(start),
          peakMegabytes: memory.stop(),
        };
      }
      if (status.status !== 'in_progress') throw new Error(`The sync failed: ${status.error_message}`);
      await setTimeout(POLL_INTERVAL_MS);
    }
  } finally {
    memory.stop();
    await app.close();
  }
}

async function connect(app: TestApp, shop: SimulatedShop): Promise<string> {
  const response = await app.fetchApi('/stores', {
    method: 'POST',
    json: {
      shop_name: 'Bench',
      shop_url: shop.host,
      access_token: shop.token,
      api_version: '2026-10',
      store_type: 'shopify',
    },
  });
  const { id } = (await response.json()) as { id: string };
  return id;
}

function watchMemory() {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return Math.round(peak / 1024 / 1024);
    },
  };
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000;
}

if (import.meta.main) console.table(await benchSync({ variants: Number(process.argv[2] ?? 100_000) }));
