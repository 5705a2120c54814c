import type { EditableAttribute } from '@storefleet/contract/constants';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import type { EditCallOptions, Editing, EditTarget, SourceEdit } from '../../connector.ts';
import { fromGraphqlErrors, protocolError } from '../client/errors.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { isCostDenied } from '../read/catalogue-probe.ts';
import { type Json, MalformedObjectError, objectOrEmpty } from '../read/normalise.ts';
import { editedValues } from './edit-documents.ts';
import { valuesOf, weightUnitOf } from './edit-values.ts';

/** Fetching variants and products right before, and in doubt after, they are written. */

type ReadTarget = EditTarget & { attributes: readonly EditableAttribute[] };

/** The longest list of ids that Shopify takes. The price of a read does not grow with them. */
const IDS_PER_READ = 250;
/** Reads side by side, so that the network's delay is not paid for each. */
const READS_AT_ONCE = 4;
const UNITS_REMEMBERED = 10_000;

const answerSchema = z.object({ nodes: z.array(z.record(z.string(), z.unknown()).nullable()) });

export type EditReader = {
  readValues: Editing['readValues'];
  /** Shopify's words for the units in which the edits' variants are weighed; a variant that is gone has none. */
  weightUnits(edits: readonly SourceEdit[], options: EditCallOptions): Promise<Map<string, WeightUnit>>;
};

/** `gone`: the variant is not there any more. Null: it has no weight that a unit could belong to. */
export type WeightUnit = string | null | 'gone';

export function createEditReader(client: GraphqlClient): EditReader {
  const units = rememberedUnits();

  function toValues(node: Json, attributes: readonly EditableAttribute[]): AttributeValues {
    if (attributes.includes('weight')) units.remember(String(node.id), weightUnitOf(node));
    try {
      return valuesOf(node, attributes);
    } catch (error) {
      throw error instanceof MalformedObjectError ? protocolError(error.message, client.context()) : error;
    }
  }

  return {
    async readValues(targets, options) {
      const nodes = await fetchNodes(client, targets, options);
      return targets.map((target) => {
        const node = nodes.get(idOf(target));
        return node === undefined || !belongs(node, target) ? null : toValues(node, target.attributes);
      });
    },

    async weightUnits(edits, options) {
      const found = new Map<string, WeightUnit>();
      const unread: ReadTarget[] = [];
      for (const { productId, variantId, values } of edits) {
        if (variantId === null || values.weight === undefined) continue;
        const unit = units.take(variantId);
        if (unit === undefined) {
          unread.push({ productId, variantId, attributes: ['weight'] });
        } else {
          found.set(variantId, unit);
        }
      }
      const nodes = unread.length > 0 ? await fetchNodes(client, unread, options) : new Map<string, Json>();
      for (const target of unread) {
        const node = nodes.get(idOf(target));
        const there = node !== undefined && belongs(node, target);
        found.set(idOf(target), there ? weightUnitOf(node) : 'gone');
      }
      return found;
    },
  };
}

/** Units from a fetch to the write that follows it, each for one write; the oldest are forgotten. */
function rememberedUnits() {
  const units = new Map<string, string | null>();
  return {
    remember(variantId: string, unit: string | null): void {
      units.delete(variantId);
      units.set(variantId, unit);
      const [oldest] = units.keys();
      if (oldest !== undefined && units.size > UNITS_REMEMBERED) units.delete(oldest);
    },
    take(variantId: string): string | null | undefined {
      const unit = units.get(variantId);
      units.delete(variantId);
      return unit;
    },
  };
}

/** By id. A product or variant that is gone is not in it. */
async function fetchNodes(
  client: GraphqlClient,
  targets: readonly ReadTarget[],
  { signal, onWaiting }: EditCallOptions,
): Promise<Map<string, Json>> {
  const ids = [...new Set(targets.map(idOf))];
  const operation = editedValues([...new Set(targets.flatMap(({ attributes }) => attributes))].sort());
  const nodes = new Map<string, Json>();

  async function fetchParts(): Promise<void> {
    for (let part = ids.splice(0, IDS_PER_READ); part.length > 0; part = ids.splice(0, IDS_PER_READ)) {
      const options = { variables: { ids: part }, signal, onWaiting, priority: 'person' } as const;
      const answer = await client.request(operation, options);
      const others = answer.errors.filter((error) => !isCostDenied(error));
      if (others.length > 0) {
        throw fromGraphqlErrors(others, { ...client.context(), requestId: answer.requestId });
      }
      for (const node of parse(answerSchema, answer.data, client).nodes) {
        if (typeof node?.id === 'string') nodes.set(node.id, node);
      }
    }
  }

  await Promise.all(Array.from({ length: READS_AT_ONCE }, fetchParts));
  return nodes;
}

function idOf({ productId, variantId }: EditTarget): string {
  return variantId ?? productId;
}

/** A variant that has come to another product is not the one that was meant. */
function belongs(node: Json, { productId, variantId }: EditTarget): boolean {
  return variantId === null || objectOrEmpty(node.product).id === productId;
}
