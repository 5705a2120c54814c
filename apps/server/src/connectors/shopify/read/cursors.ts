import { z } from 'zod';
import { protocolError } from '../client/errors.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';

/** From page to page of a GraphQL connection. */

export const pageInfoSchema = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

/**
 * For one walk: answers where the next page begins, or null behind the last one. An empty page may have a successor; one
 * that leads back to where the walk has been, over however many pages, would never end.
 */
export function followCursors(
  client: GraphqlClient,
): (pageInfo: z.output<typeof pageInfoSchema>) => string | null {
  const met = new Set<string>();
  return ({ hasNextPage, endCursor }) => {
    if (!hasNextPage) return null;
    if (endCursor === null) {
      throw protocolError('a page that claims to have a next one and does not say where', client.context());
    }
    if (met.has(endCursor)) {
      throw protocolError('a page that leads back to one that was read before', client.context());
    }
    met.add(endCursor);
    return endCursor;
  };
}
