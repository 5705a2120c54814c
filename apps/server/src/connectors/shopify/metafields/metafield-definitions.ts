import { METAFIELD_OWNERS, type MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import { z } from 'zod';
import type { ShopDefinition } from '../../connector.ts';
import { fromGraphqlErrors } from '../client/errors.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { followCursors, pageInfoSchema } from '../read/cursors.ts';
import { METAFIELD_DEFINITIONS, metafieldPoints } from '../read/documents.ts';

const definitionsSchema = z.object({
  metafieldDefinitions: z.object({
    nodes: z.array(
      z.object({
        namespace: z.string(),
        key: z.string(),
        name: z.string(),
        type: z.object({ name: z.string() }),
        validations: z.array(z.object({ name: z.string(), value: z.string().nullish() })),
        pinnedPosition: z.int().nullish(),
      }),
    ),
    pageInfo: pageInfoSchema,
  }),
});
const OWNER_TYPES = { product: 'PRODUCT', variant: 'PRODUCTVARIANT' } as const;

/** `read`: metafields that are read stay in the result, marked, even if their definition was deleted. */
export async function readDefinitions(
  client: GraphqlClient,
  read: readonly MetafieldDefinition[],
  signal: AbortSignal,
): Promise<ShopDefinition[]> {
  const found: ShopDefinition[] = [];
  for (const owner of METAFIELD_OWNERS) {
    const nextCursor = followCursors(client);
    for (let after: string | null = null, isLast = false; !isLast; ) {
      const variables = { ownerType: OWNER_TYPES[owner], after };
      const { data, errors, requestId } = await client.request(METAFIELD_DEFINITIONS, { variables, signal });
      if (errors.length > 0) throw fromGraphqlErrors(errors, { ...client.context(), requestId });
      const { nodes, pageInfo } = parse(definitionsSchema, data, client).metafieldDefinitions;
      for (const node of nodes) {
        found.push({
          owner,
          key: `${node.namespace}.${node.key}`,
          name: node.name,
          type: node.type.name,
          validations: Object.fromEntries(
            node.validations.flatMap(({ name, value }) => (value == null ? [] : [[name, value]])),
          ),
          pinned_position: node.pinnedPosition ?? null,
          points: metafieldPoints(owner),
        });
      }
      after = nextCursor(pageInfo);
      isLast = after === null;
    }
  }
  const deleted = read.filter(
    (one) => !found.some(({ owner, key }) => owner === one.owner && key === one.key),
  );
  return [
    ...found,
    ...deleted.map((one) => ({ ...one, is_deleted: true, points: metafieldPoints(one.owner) })),
  ];
}
