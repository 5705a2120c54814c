import { z } from 'zod';
import { protocolError } from '../client/errors.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';

/** Pagination of a GraphQL connection. */

export const pageInfoSchema = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

/** A page of a connection of such nodes. */
export const pageOf = <Node extends z.ZodType>(node: Node) =>
  z.object({ nodes: z.array(node), pageInfo: pageInfoSchema });

/**
 * For one list: returns the next page's cursor, or null after the last page. An empty page may have a next
 * one; a cursor seen before would loop forever, so it throws.
 */
export function followCursors(
  client: GraphqlClient,
): (pageInfo: z.output<typeof pageInfoSchema>) => string | null {
  const seen = new Set<string>();
  return ({ hasNextPage, endCursor }) => {
    if (!hasNextPage) return null;
    if (endCursor === null) {
      throw protocolError('a page that claims to have a next one and does not say where', client.context());
    }
    if (seen.has(endCursor)) {
      throw protocolError('a page that leads back to one that was read before', client.context());
    }
    seen.add(endCursor);
    return endCursor;
  };
}

type Page<Node> = { readonly nodes: readonly Node[]; readonly pageInfo: z.output<typeof pageInfoSchema> };

/** The nodes of all pages. `read`: the page after that cursor; null or undefined if the object is gone. */
export async function* nodesOf<Node>(
  client: GraphqlClient,
  read: (after: string | null) => Promise<Page<Node> | null | undefined>,
): AsyncGenerator<Node, void, void> {
  const nextCursor = followCursors(client);
  let after: string | null = null;
  do {
    const page: Page<Node> | null | undefined = await read(after);
    if (!page) return;
    yield* page.nodes;
    after = nextCursor(page.pageInfo);
  } while (after !== null);
}
