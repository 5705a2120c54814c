import { z } from 'zod';
import { SourceError } from '../../source-error.ts';
import { ask } from '../client/ask.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import { IDS_PER_QUERY, inParts } from '../client/in-parts.ts';
import { parse } from '../client/parse.ts';
import { COST_NOT_READABLE, isCostDenied } from '../read/catalogue-probe.ts';
import { VARIANT_ITEMS } from '../read/documents.ts';
import { type Json, objectOrEmpty } from '../read/normalise.ts';
import type { RestClient, RestOptions } from './rest-client.ts';
import { type RestVariant, variantId } from './rest-normalise.ts';

/**
 * A variant's cost and customs data. REST has them only on the inventory item, and only for tokens with
 * read_inventory; GraphQL has them on the variant. So for a token without that scope, GraphQL is used.
 */

export const costOrigins = z.enum(['rest', 'graphql', 'nowhere']);
type CostOrigin = z.output<typeof costOrigins>;

/** The longest list of ids for REST. */
const ITEMS_PER_CALL = 100;

const COSTS_BY_GRAPHQL =
  'The token lacks the permission read_inventory, without which REST shows no cost per item: the costs were read ' +
  'through GraphQL.';

const itemsSchema = z.object({
  inventory_items: z.array(
    z.object({
      id: z.string(),
      cost: z.string().nullish(),
      harmonized_system_code: z.string().nullish(),
      country_code_of_origin: z.string().nullish(),
    }),
  ),
});
const nodesSchema = z.object({
  nodes: z.array(z.looseObject({ id: z.string(), inventoryItem: z.unknown() }).nullable()),
});

/** The inventory items in GraphQL's format, by variant id. A missing variant is gone. */
export type Costs = ReadonlyMap<string, Json>;

export function createCostReader(
  rest: RestClient,
  graphql: GraphqlClient,
  { start, signal, onWaiting }: RestOptions & { start: CostOrigin },
) {
  let origin = start;

  async function read(variants: readonly RestVariant[]): Promise<Costs> {
    if (origin === 'rest') {
      try {
        return await fromRest(variants);
      } catch (error) {
        if (!(error instanceof SourceError) || error.kind !== 'scope_missing') throw error;
        origin = 'graphql';
      }
    }
    return await fromGraphql(variants);
  }

  async function fromRest(variants: readonly RestVariant[]): Promise<Costs> {
    const costs = new Map<string, Json>();
    await inParts(variants, ITEMS_PER_CALL, signal, async (part, stop) => {
      const variantOfItem = new Map(part.map((variant) => [variant.inventory_item_id, variant.id]));
      const ids = [...variantOfItem.keys()].join(',');
      const { body } = await rest.get(
        'inventory_items',
        { ids, limit: ITEMS_PER_CALL },
        { signal: stop, onWaiting },
      );
      for (const item of parse(itemsSchema, body, rest).inventory_items) {
        const variant = variantOfItem.get(item.id);
        if (variant === undefined) continue;
        costs.set(variant, {
          unitCost: { amount: item.cost ?? null },
          harmonizedSystemCode: item.harmonized_system_code,
          countryCodeOfOrigin: item.country_code_of_origin,
        });
      }
    });
    return costs;
  }

  async function fromGraphql(variants: readonly RestVariant[]): Promise<Costs> {
    const costs = new Map<string, Json>();
    await inParts(variants, IDS_PER_QUERY, signal, async (part, stop) => {
      const restIds = new Map(part.map(({ id }) => [variantId(id), id]));
      const variables = { ids: [...restIds.keys()] };
      const options = { variables, signal: stop, onWaiting, tolerates: isCostDenied };
      const answer = await graphql.requestComplete(VARIANT_ITEMS, options);
      if (answer.errors.length > 0) origin = 'nowhere';
      for (const node of parse(nodesSchema, answer.data, graphql).nodes) {
        const id = restIds.get(node?.id ?? '');
        if (id === undefined) continue;
        const item = objectOrEmpty(node?.inventoryItem);
        // Refused, it is null in the answer.
        costs.set(id, origin === 'nowhere' ? { ...item, unitCost: undefined } : item);
      }
    });
    return costs;
  }

  return {
    read,
    origin: () => origin,
    notices: (): string[] => {
      if (origin === 'rest') return [];
      return [origin === 'graphql' ? COSTS_BY_GRAPHQL : COST_NOT_READABLE];
    },
  };
}

const nodesById = z.object({ nodes: z.array(z.looseObject({ id: z.string() }).nullable()) });

/** What REST omits about these objects, in GraphQL's format, by id. */
export async function readBeyondRest(
  graphql: GraphqlClient,
  operation: Operation,
  ids: readonly string[],
  { signal, onWaiting }: RestOptions,
): Promise<ReadonlyMap<string, Json>> {
  const found = new Map<string, Json>();
  await inParts(ids, IDS_PER_QUERY, signal, async (part, stop) => {
    const asking = { client: graphql, signal: stop, onWaiting };
    const { nodes } = await ask(asking, operation, nodesById, { ids: part });
    for (const node of nodes) if (node) found.set(node.id, node);
  });
  return found;
}
