import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { isMembership } from '@storefleet/contract/attributes/memberships';
import {
  type AttributeValue,
  type AttributeValues,
  attributesOf,
} from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import type { EditOutcome, SourceEdit } from '../../editing.ts';
import { SourceError } from '../../source-error.ts';
import { type Json, MalformedObjectError } from '../read/normalise.ts';
import {
  notApplied,
  notConfirmed,
  partlyAccepted,
  refusalOf,
  saysMissing,
  type UserError,
} from './edit-errors.ts';
import { sameValue, valuesOf } from './edit-values.ts';

/**
 * The outcome of each edit, from the answer to its mutation. Neither the status nor objects in the answer
 * mean success: after a refusal they hold the old values. So this checks the errors first, then the values.
 */

const nodeSchema = z.record(z.string(), z.unknown());
const fieldSchema = z.array(z.string()).nullish();

/** `product` is selected only for a result file, where it identifies the line. */
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
type ProductPayload = z.output<typeof productPayloadSchema>;

type Reading = {
  /**
   * False if the token may write costs but not read them: the requested cost is then assumed to be stored.
   */
  costReadable: boolean;
};

/** `edits` in the order of the variants sent: errors refer to them by index. */
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

/** `["variants", "3", "price"]` refers to the fourth variant of the call. */
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
    return errors.length > 0 ? { key, kind: 'refused', message: refusalOf(errors) } : lost(key, notConfirmed);
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
  if (moved.length > 0) return lost(key, partlyAccepted);
  // Whether the answer already includes the change of collections is not documented.
  if (errors.length === 0 && kept.some(isMembership)) return lost(key, notConfirmed);
  return { key, kind: 'refused', message: errors.length > 0 ? refusalOf(errors) : notApplied(kept) };
}

/** Null if a value is malformed. */
function readable(node: Json, attributes: readonly EditableAttribute[]): AttributeValues | null {
  try {
    return valuesOf(node, attributes);
  } catch (error) {
    if (error instanceof MalformedObjectError) return null;
    throw error;
  }
}

/** Has to be reconciled. */
export function lost(key: string, message: string): EditOutcome {
  return { key, kind: 'unknown', error: new SourceError({ kind: 'rejected', message, mayHaveRun: true }) };
}
