import { testClock } from '@storefleet/test-support/clock';
import { Secret } from '../../../platform/crypto/secret.ts';
import { createLogger } from '../../../platform/logging/logger.ts';
import type { Connector } from '../../connector.ts';
import { enteredToken } from '../client/access-tokens.ts';
import { createGraphqlClient, type GraphqlClientDeps } from '../client/graphql-client.ts';
import { createCostBucket, createCostBuckets } from '../client/throttle.ts';
import { createShopifyConnector, type ShopifyDeps, type ShopifyStore } from '../shopify-connector.ts';
import { TOKEN } from './simulated-shop.ts';

/** A clock that only waiting moves, and how long was waited. */
export function waitingClock(clock = testClock()) {
  const waits: number[] = [];
  const sleep = async (milliseconds: number, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    waits.push(milliseconds);
    clock.advance(milliseconds);
  };
  return { clock, waits, sleep };
}

/** A pause that does not end by itself. */
export async function untilAborted(_milliseconds: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  signal?.throwIfAborted();
}

/** A client of the shop at this host, and the lines that it logged. */
export function clientOf(shop: string, more: Partial<GraphqlClientDeps> = {}, time = waitingClock()) {
  const log: string[] = [];
  const { clock, sleep } = time;
  const client = createGraphqlClient({
    shop,
    apiVersion: '2026-10',
    accessTokens: enteredToken(new Secret(TOKEN)),
    bucket: createCostBucket({ clock, sleep }),
    clock,
    logger: createLogger({ level: 'trace', destination: { write: (line) => log.push(line) } }),
    random: () => 1,
    sleep,
    // Longer than any stall of a busy machine, which would count as a lost request.
    timeoutMs: 30_000,
    ...more,
  });
  return { ...time, client, log };
}

/** A connector to the shop at this host, in its own process. */
export function connectorOf(
  shopUrl: string,
  {
    token = TOKEN,
    apiVersion = '2026-10',
    stockPerLocation,
    collections,
    ...more
  }: { token?: string; apiVersion?: string } & Pick<ShopifyStore, 'stockPerLocation' | 'collections'> &
    Partial<ShopifyDeps> = {},
  { clock, waits, sleep } = waitingClock(),
): { connector: Connector; waits: number[] } {
  const connector = createShopifyConnector(
    { shopUrl, apiVersion, accessTokens: enteredToken(new Secret(token)), stockPerLocation, collections },
    {
      clock,
      logger: createLogger({ level: 'silent' }),
      allowedHosts: [shopUrl],
      random: () => 1,
      sleep,
      costBuckets: createCostBuckets({ clock, sleep }),
      ...more,
    },
  );
  return { connector, waits };
}
