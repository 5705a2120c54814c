import { z } from 'zod';
import type { Logger } from '../../platform/logging/logger.ts';
import { sleep as realSleep } from '../../platform/resilience/sleep.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { SourceError } from '../connector.ts';
import {
  BULK_OPERATION,
  BULK_OPERATION_AS_NODE,
  CANCEL_BULK_OPERATION,
  START_BULK_QUERY,
} from './documents.ts';
import type { GraphqlClient } from './graphql-client.ts';
import { parse } from './parse.ts';
import { FIRST_WITH_BULK_OPERATION_BY_ID, isOlder } from './versions.ts';

/** Starting, following and cancelling an export at Shopify. */

const countText = z.string().regex(/^\d+$/).transform(Number);

const operationSchema = z.object({
  id: z.string(),
  /** CREATED, RUNNING, COMPLETED, CANCELING, CANCELED, FAILED, EXPIRED, or what may be added. */
  status: z.string(),
  errorCode: z.string().nullable(),
  objectCount: countText,
  rootObjectCount: countText,
  url: z.string().nullable(),
});

export type BulkOperation = z.output<typeof operationSchema>;

const startSchema = z.object({
  bulkOperationRunQuery: z.object({
    bulkOperation: operationSchema.nullable(),
    userErrors: z.array(z.object({ message: z.string(), code: z.string().nullish() })),
  }),
});
const findSchema = z.object({ bulkOperation: operationSchema.nullable() });

export type Waiting = { signal: AbortSignal; onWaiting?: ((until: Date) => void) | undefined };

export type BulkOperations = {
  start(query: string, waiting: Waiting): Promise<BulkOperation>;
  find(id: string, waiting: Waiting): Promise<BulkOperation | null>;
  /** Follows it to its end; null when Shopify does not know it (any more). */
  finished(id: string, waiting: Waiting): Promise<BulkOperation | null>;
  /** Best effort, within a second and a half: for a run that is being stopped. */
  cancel(id: string): Promise<void>;
};

const UNDER_WAY = new Set(['CREATED', 'RUNNING', 'CANCELING']);

const POLL_FIRST_MS = 250;
const POLL_GROWTH = 1.5;
const POLL_MAX_MS = 2_000;
/** Shopify runs five at once per app and shop. Those of others end by themselves: they are never cancelled here. */
const SLOT_WAIT_FIRST_MS = 2_000;
const SLOT_WAIT_MAX_MS = 30_000;
const SLOT_DEADLINE_MS = 30 * 60_000;
const CANCEL_TIMEOUT_MS = 1_500;

export function createBulkOperations(
  client: GraphqlClient,
  deps: {
    clock: Clock;
    logger: Logger;
    sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  },
): BulkOperations {
  const { clock, logger, sleep = realSleep } = deps;

  async function pause(milliseconds: number, { signal, onWaiting }: Waiting): Promise<void> {
    onWaiting?.(new Date(clock.now().getTime() + milliseconds));
    await sleep(milliseconds, signal);
  }

  async function find(id: string, waiting: Waiting): Promise<BulkOperation | null> {
    const asNode = isOlder(client.servedVersion(), FIRST_WITH_BULK_OPERATION_BY_ID);
    const operation = asNode ? BULK_OPERATION_AS_NODE : BULK_OPERATION;
    const data = await client.requestComplete(operation, { variables: { id }, ...waiting });
    return parse(findSchema, data, client).bulkOperation;
  }

  return {
    find,

    async start(query, waiting) {
      const giveUpAt = clock.now().getTime() + SLOT_DEADLINE_MS;
      for (let wait = SLOT_WAIT_FIRST_MS; ; wait = Math.min(wait * 2, SLOT_WAIT_MAX_MS)) {
        // Repeating a start whose answer was lost costs one of the five places for a while, and harms nothing.
        const data = await client.requestComplete(START_BULK_QUERY, { variables: { query }, ...waiting });
        const { bulkOperation, userErrors } = parse(startSchema, data, client).bulkOperationRunQuery;
        if (bulkOperation !== null && userErrors.length === 0) {
          return bulkOperation;
        }
        const busy = userErrors.some(
          ({ code }) => code === 'OPERATION_IN_PROGRESS' || code === 'LIMIT_REACHED',
        );
        if (!busy) {
          throw refusedStart(userErrors);
        }
        if (clock.now().getTime() + wait > giveUpAt) {
          throw new SourceError({
            kind: 'throttled',
            message:
              'All five exports that Shopify allows an app at a time are in use for this shop. Try again when they are done.',
          });
        }
        await pause(wait, waiting);
      }
    },

    async finished(id, waiting) {
      for (let wait = POLL_FIRST_MS; ; wait = Math.min(wait * POLL_GROWTH, POLL_MAX_MS)) {
        const operation = await find(id, waiting);
        if (operation === null || !UNDER_WAY.has(operation.status)) {
          return operation;
        }
        await pause(wait, waiting);
      }
    },

    async cancel(id) {
      try {
        await client.request(CANCEL_BULK_OPERATION, {
          variables: { id },
          signal: AbortSignal.timeout(CANCEL_TIMEOUT_MS),
          priority: 'person',
        });
      } catch (error) {
        logger.warn(
          { err: error, operation: id },
          'The export could not be cancelled at Shopify; it will end by itself.',
        );
      }
    },
  };
}

function refusedStart(
  userErrors: readonly { message: string; code?: string | null | undefined }[],
): SourceError {
  const said = userErrors.map(({ message }) => message).join(' ');
  return userErrors.some(({ code }) => code === 'ACCESS_DENIED') || /access denied/i.test(said)
    ? new SourceError({
        kind: 'scope_missing',
        message: `The token may not export products. Shopify says: "${said}"`,
      })
    : new SourceError({
        kind: 'protocol',
        message: `Shopify refused the export. This is a fault of Storefleet: please report it. Shopify says: "${said}"`,
      });
}
