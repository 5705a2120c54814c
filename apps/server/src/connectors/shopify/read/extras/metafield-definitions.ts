import { METAFIELD_OWNERS, type MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import { z } from 'zod';
import type { ShopDefinition } from '../../../connector.ts';
import { ask } from '../../client/ask.ts';
import type { GraphqlClient } from '../../client/graphql-client.ts';
import { nodesOf, pageOf } from '../cursors.ts';
import { METAFIELD_DEFINITIONS, metafieldPoints } from '../documents.ts';

const definitionsSchema = z.object({
  metafieldDefinitions: pageOf(
    z.object({
      namespace: z.string(),
      key: z.string(),
      name: z.string(),
      type: z.object({ name: z.string() }),
      validations: z.array(z.object({ name: z.string(), value: z.string().nullish() })),
      pinnedPosition: z.int().nullish(),
    }),
  ),
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
    const page = async (after: string | null) => {
      const variables = { ownerType: OWNER_TYPES[owner], after };
      const asked = await ask({ client, signal }, METAFIELD_DEFINITIONS, definitionsSchema, variables);
      return asked.metafieldDefinitions;
    };
    for await (const node of nodesOf(client, page)) {
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
  }
  const deleted = read.filter(
    (one) => !found.some(({ owner, key }) => owner === one.owner && key === one.key),
  );
  return [
    ...found,
    ...deleted.map((one) => ({ ...one, is_deleted: true, points: metafieldPoints(one.owner) })),
  ];
}
