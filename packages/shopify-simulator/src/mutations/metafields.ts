import {
  digestOf,
  type Metafield,
  type MetafieldOwnerType,
  type MetafieldPlace,
  metafieldOwners,
} from '../catalogue/metafields.ts';
import type { Arguments, Context } from '../fields/context.ts';
import { NotModelled } from '../graphql/errors.ts';
import { type Input, inputsOf } from '../graphql/input.ts';
import { parseGlobalId } from '../text-forms.ts';
import { logWrite } from './apply.ts';
import { takeValue } from './metafield-values.ts';
import type { UserError } from './user-error.ts';

/**
 * Both take any number of owners. Recorded: metafields-set-* (errors, their paths and codes; all or nothing; a value
 * that is there already is taken whatever the digest), metafields-delete-parity.
 */

const MAX_AT_ONCE = 25;

type Owner = { readonly ownerType: MetafieldOwnerType; readonly id: number; readonly productId: number };
type SetPayload = { metafields: Metafield[]; userErrors: (UserError & { elementIndex: number | null })[] };

export function metafieldsSet(args: Arguments, context: Context): SetPayload {
  const inputs = inputsOf(args.metafields);
  const refused = (field: (string | number)[], message: string, code: string | null): SetPayload => ({
    metafields: [],
    userErrors: [{ field: ['metafields', ...field.map(String)], message, code, elementIndex: null }],
  });
  if (inputs.length > MAX_AT_ONCE) {
    return refused(
      [],
      `Exceeded the maximum metafields input limit of ${MAX_AT_ONCE}.`,
      'LESS_THAN_OR_EQUAL_TO',
    );
  }
  const planned: { owner: Owner; place: MetafieldPlace; type: string; value: string }[] = [];
  const errors: SetPayload['userErrors'] = [];
  for (const [index, input] of inputs.entries()) {
    const owner = ownerOf(input, context);
    if (owner === null) {
      errors.push(...refused([index, 'ownerId'], 'Owner does not exist.', 'INVALID_VALUE').userErrors);
      continue;
    }
    const place = placeOf(owner, input);
    const held = context.shop.metafields.get(place);
    const definition = context.shop.metafields.definition(place);
    const type = definition?.type ?? held?.type ?? input.type;
    if (typeof type !== 'string') throw new NotModelled('a metafield without a type');
    const taken = takeValue(type, String(input.value), definition);
    if ('refusal' in taken) {
      errors.push(...refused([index, 'value'], taken.refusal, 'INVALID_VALUE').userErrors);
      continue;
    }
    const stale = staleness(input, held, taken.value);
    if (stale !== null) {
      errors.push(...refused([index], ...stale).userErrors);
      continue;
    }
    const fault = faultOf(owner, 'metafieldsSet', context);
    if (fault !== null)
      errors.push(...refused([index, 'value'], fault.message, fault.code ?? null).userErrors);
    planned.push({ owner, place, type, value: taken.value });
  }
  if (errors.length > 0) return { metafields: [], userErrors: errors };
  return {
    metafields: planned.flatMap(({ owner, place, type, value }) => {
      write(context, 'metafieldsSet', owner, place, { type, value });
      return context.shop.metafields.get(place) ?? [];
    }),
    userErrors: [],
  };
}

function staleness(
  { compareDigest }: Input,
  held: Metafield | null,
  value: string,
): [message: string, code: string] | null {
  if (compareDigest === undefined) return null;
  if (held === null) {
    return compareDigest === null ? null : ['Invalid `compareDigest` value.', 'INVALID_COMPARE_DIGEST'];
  }
  if (compareDigest === digestOf(held) || held.value === value) return null;
  const message =
    'The resource has been updated since it was loaded. Try again with an updated `compareDigest` value.';
  return [message, 'STALE_OBJECT'];
}

type DeletePayload = {
  deletedMetafields: ({ ownerId: string; namespace: string; key: string } | null)[];
  userErrors: UserError[];
};

/** A missing value or owner is null without an error. A refused one does not affect the others. */
export function metafieldsDelete(args: Arguments, context: Context): DeletePayload {
  const userErrors: UserError[] = [];
  const deletedMetafields = inputsOf(args.metafields).map((input, index) => {
    const owner = ownerOf(input, context);
    if (owner === null) return null;
    const place = placeOf(owner, input);
    if (context.shop.metafields.get(place) === null) return null;
    const fault = faultOf(owner, 'metafieldsDelete', context);
    if (fault !== null) {
      userErrors.push({ field: ['metafields', String(index)], message: fault.message });
      return null;
    }
    write(context, 'metafieldsDelete', owner, place, null);
    return { ownerId: String(input.ownerId), namespace: place.namespace, key: place.key };
  });
  return { deletedMetafields, userErrors };
}

function ownerOf({ ownerId }: Input, { shop }: Context): Owner | null {
  const parsed = parseGlobalId(String(ownerId));
  if (parsed?.type === metafieldOwners.PRODUCT) {
    return shop.catalogue.product(parsed.id) && { ownerType: 'PRODUCT', id: parsed.id, productId: parsed.id };
  }
  if (parsed?.type !== metafieldOwners.PRODUCTVARIANT)
    throw new NotModelled(`metafields of ${String(ownerId)}`);
  const found = shop.catalogue.variant(parsed.id);
  return found && { ownerType: 'PRODUCTVARIANT', id: parsed.id, productId: found.product.id };
}

/** A refusal by a fault. */
const faultOf = ({ ownerType, productId, id }: Owner, mutation: string, context: Context) =>
  context.refusal({
    mutation,
    productId,
    variant: ownerType === 'PRODUCT' ? null : variantOf(context, id),
  });

const variantOf = ({ shop }: Context, id: number) => shop.catalogue.variant(id)?.variant ?? null;

function placeOf({ ownerType, id }: Owner, { namespace, key }: Input): MetafieldPlace {
  if (typeof namespace !== 'string') throw new NotModelled('the namespace that belongs to an app');
  return { ownerType, ownerId: id, namespace, key: String(key) };
}

function write(
  context: Context,
  mutation: string,
  { ownerType, id, productId }: Owner,
  place: MetafieldPlace,
  held: { type: string; value: string } | null,
): void {
  const { shop } = context;
  const target = { mutation, productId, variantId: ownerType === 'PRODUCT' ? null : id };
  logWrite(context, target, {
    attribute: `${place.namespace}.${place.key}`,
    before: shop.metafields.get(place)?.value ?? null,
    value: held?.value ?? null,
  });
  shop.writeMetafield(place, productId, held);
}
