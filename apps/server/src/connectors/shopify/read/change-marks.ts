import { z } from 'zod';
import type { JsonValue } from '../../json-value.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';

/** A time by Shopify's clock after which changes are read. */

type Client = Pick<GraphqlClient, 'context'>;

const markSchema = z.object({ kind: z.literal('shopify'), shop: z.string(), at: z.iso.datetime() });

export function markOf(client: Client, at: Date): JsonValue {
  return { kind: 'shopify', shop: client.context().shop, at: at.toISOString() };
}

export function refusalOfMark(client: Client, mark: JsonValue): string | null {
  return markSchema.safeParse(mark).data?.shop === client.context().shop
    ? null
    : 'The address of the shop was changed since the last sync of everything. Sync everything once.';
}

/** Milliseconds since 1970. */
export const timeOfMark = (mark: JsonValue): number => Date.parse(markSchema.parse(mark).at);
