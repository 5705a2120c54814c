import { isMembership } from '@storefleet/contract/attributes/memberships';
import type { EditableAttribute } from '@storefleet/contract/constants';
import {
  type AttributeValue,
  type AttributeValues,
  attributesOf,
} from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import { type EditOutcome, type SourceEdit, SourceError } from '../../connector.ts';
import { type Json, MalformedObjectError } from '../read/normalise.ts';
import {
  keptAsItWas,
  nothingSaid,
  partlyTaken,
  refusalOf,
  saysMissing,
  type UserError,
} from './edit-errors.ts';
import { sameValue, valuesOf } from './edit-values.ts';

/**
 * What Shopify's answer to a mutation says of each edit. Neither a good status nor objects in the answer mean success:
 * after a refusal it holds the old values. So the errors are read first, and then the values themselves.
 */

const nodeSchema = z.record(z.string(), z.unknown());
const fieldSchema = z.array(z.string()).nullish();

/** `product` is only asked for in a file of results, which does not say otherwise which product a line is about. */
export const variantsPayloadSchema = z.object({
  product: z.object({ id: z.string() }).nullish(),
  productVariants: z.array(nodeSchema).nullish(),
  userErrors: z.array(z.object({ field: fieldSchema, message: z.string(), code: z.string().nullish() })),
});
export const productPayloadSchema = z.object({
  product: nodeSchema.nullish(),
  userErrors: z.array(z.object({ field: fieldSchema, message: z.string() })),
});

export type VariantsPayload = z.output<typeof variantsPayloadSchema>;
export type ProductPayload = z.output<typeof productPayloadSchema>;

type Reading = {
  /** False when the token may write costs and not see them: then what was asked for is taken for what is there. */
  costReadable: boolean;
};

/** `edits` in the order in which their variants were sent: errors name them by their index. */
export function variantOutcomes(
  edits: readonly SourceEdit[],
  { productVariants, userErrors }: VariantsPayload,
  reading: Reading,
): EditOutcome[] {
  const nodes = new Map((productVariants ?? []).map((node) => [node.id, node]));
  const general = userErrors.filter((error) => indexOf(error) === null);
  return edits.map((edit, index) => {
    const own = userErrors.filter((error) => indexOf(error) === index);
    if ([...own, ...general].some(saysMissing)) return { key: edit.key, kind: 'missing' };
    return judge(edit, own.length > 0 ? own : general, nodes.get(edit.variantId), reading);
  });
}

export function productOutcome(edit: SourceEdit, { product, userErrors }: ProductPayload): EditOutcome {
  return userErrors.some(saysMissing)
    ? { key: edit.key, kind: 'missing' }
    : judge(edit, userErrors, product ?? undefined, { costReadable: true });
}

/** `["variants", "3", "price"]` is about the fourth variant of the call. */
function indexOf({ field }: UserError): number | null {
  const [list, index] = field ?? [];
  return list === 'variants' && index !== undefined && /^\d+$/.test(index) ? Number(index) : null;
}

function judge(
  edit: SourceEdit,
  errors: readonly UserError[],
  node: Json | undefined,
  { costReadable }: Reading,
): EditOutcome {
  const { key, expected } = edit;
  const attributes = attributesOf(edit.values);
  const values = node === undefined ? null : readable(node, attributes);
  if (values !== null && !costReadable && edit.values.cost !== undefined) {
    values.cost = errors.length === 0 ? edit.values.cost : expected.cost;
  }
  if (values === null) {
    return errors.length > 0 ? { key, kind: 'refused', message: refusalOf(errors) } : lost(key, nothingSaid);
  }
  const kept: EditableAttribute[] = [];
  const moved: EditableAttribute[] = [];
  for (const attribute of attributes) {
    const [wanted, held]: AttributeValue[] = [edit.values[attribute] ?? null, values[attribute] ?? null];
    const before = expected[attribute];
    if (before !== undefined && sameValue(attribute, held ?? null, before)) {
      if (!sameValue(attribute, wanted ?? null, before)) kept.push(attribute);
    } else if (sameValue(attribute, held ?? null, wanted ?? null) || errors.length === 0) {
      moved.push(attribute);
    }
  }
  if (errors.length === 0 && kept.length === 0) return { key, kind: 'applied', values };
  if (moved.length > 0) return lost(key, partlyTaken);
  // Nothing says that an answer shows already what the call has done to collections.
  if (errors.length === 0 && kept.some(isMembership)) return lost(key, nothingSaid);
  return { key, kind: 'refused', message: errors.length > 0 ? refusalOf(errors) : keptAsItWas(kept) };
}

/** Null for values that make no sense. */
function readable(node: Json, attributes: readonly EditableAttribute[]): AttributeValues | null {
  try {
    return valuesOf(node, attributes);
  } catch (error) {
    if (error instanceof MalformedObjectError) return null;
    throw error;
  }
}

/** Only reading it back can tell. */
function lost(key: string, message: string): EditOutcome {
  return { key, kind: 'unknown', error: new SourceError({ kind: 'rejected', message, mayHaveRun: true }) };
}
