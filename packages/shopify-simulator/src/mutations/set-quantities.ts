import { GraphQLError } from 'graphql';
import type { VariantInProduct } from '../catalogue/catalogue.ts';
import type { VariantChanges } from '../catalogue/model.ts';
import { type Location, stockOf, sumOf } from '../catalogue/stock.ts';
import type { Arguments, Context, FieldInfo } from '../fields/context.ts';
import { badRequest, NotModelled } from '../graphql/errors.ts';
import { type Input, inputOf, inputsOf, refuseUnmodelled } from '../graphql/input.ts';
import { globalId, parseGlobalId } from '../text-forms.ts';
import { applyToVariants } from './apply.ts';
import type { UserError } from './user-error.ts';

/**
 * `inventorySetQuantities`, all or nothing. Errors, their order and paths: recordings
 * inventory-quantity-contracts-2026-04 and inventorySetQuantities-quantity-bounds of shopify-draft-proxy. The
 * schema gives these codes for a stale quantity and an unstocked item; their paths are modelled on the
 * recorded ones.
 */

const NAME = 'inventorySetQuantities';
const BOUND = 1_000_000_000;
/** The reason used here, from Shopify's list. */
const REASON = 'correction';

type Payload = {
  readonly inventoryAdjustmentGroup: Readonly<Record<string, unknown>> | null;
  readonly userErrors: readonly UserError[];
};

type Change = VariantInProduct & { readonly location: Location; readonly quantity: number };

export function inventorySetQuantities(args: Arguments, context: Context, info: FieldInfo): Payload {
  const { shop, version } = context;
  const input = inputOf(args.input);
  const { idempotencyKey: key } = info;
  const demands = version !== '2026-01';
  if (key === undefined && demands) {
    throw badRequest('The @idempotent directive is required for this mutation but was not provided.');
  }
  const parameters = JSON.stringify(input);
  const earlier = key === undefined ? undefined : shop.idempotent.get(key);
  if (earlier !== undefined) {
    // Text and code as recorded for another mutation with the directive
    // (location-activate-deactivate-lifecycle).
    const message = 'The same idempotency key cannot be used with different operation parameters.';
    return earlier.parameters === parameters
      ? (earlier.payload as Payload)
      : refused([{ field: null, message, code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH' }]);
  }
  const payload = setQuantities(input, context, demands);
  if (key !== undefined) shop.idempotent.set(key, { parameters, payload });
  return payload;
}

function setQuantities(input: Input, context: Context, demands: boolean): Payload {
  refuseUnmodelled('InventorySetQuantitiesInput', input, [
    'name',
    'reason',
    'referenceDocumentUri',
    'quantities',
  ]);
  if (input.name !== 'available') throw new NotModelled(`setting the quantity ${String(input.name)}`);
  if (input.reason !== REASON) throw new NotModelled(`the reason ${String(input.reason)}`);
  const changes: Change[] = [];
  const errors: UserError[] = [];
  for (const [index, own] of inputsOf(input.quantities).entries()) {
    if (own.compareQuantity !== undefined) throw new NotModelled('compareQuantity');
    if (own.changeFromQuantity === undefined && demands) {
      const message = 'InventoryQuantityInput must include the following argument: changeFromQuantity.';
      throw new GraphQLError(message, { extensions: { code: 'INVALID_FIELD_ARGUMENTS' } });
    }
    const read = readChange(own, context);
    if ('code' in read)
      errors.push({ ...read, field: ['input', 'quantities', String(index), ...(read.field ?? [])] });
    else changes.push(read);
  }
  if (errors.length > 0) return refused(errors);
  for (const { product, variant, location, quantity } of changes) {
    const current = context.shop.catalogue.variant(variant.id)?.variant ?? variant;
    const stock = new Map(stockOf(current, context.shop.locations)).set(location.id, quantity);
    const edit: VariantChanges = { stock, inventoryQuantity: sumOf(stock) };
    applyToVariants(context, NAME, product, [{ id: variant.id, changes: edit }]);
  }
  const { reason, referenceDocumentUri = null } = input;
  const id = globalId('InventoryAdjustmentGroup', context.shop.catalogue.revision);
  return { inventoryAdjustmentGroup: { id, reason, referenceDocumentUri }, userErrors: [] };
}

const refused = (userErrors: readonly UserError[]): Payload => ({
  inventoryAdjustmentGroup: null,
  userErrors,
});

type Refusal = UserError & { readonly code: string };

function readChange(own: Input, { shop, refusal }: Context): Change | Refusal {
  const [item, place] = [parseGlobalId(String(own.inventoryItemId)), parseGlobalId(String(own.locationId))];
  const found = item === null ? null : shop.catalogue.variantOfItem(item.id);
  const location = shop.locations.find(({ id }) => id === place?.id);
  const quantity = Number(own.quantity);
  const no = (field: string, message: string, code: string): Refusal => ({ field: [field], message, code });
  if (found === null) {
    const message = 'The specified inventory item could not be found.';
    return no('inventoryItemId', message, 'INVALID_INVENTORY_ITEM');
  }
  if (location === undefined) {
    return no('locationId', 'The specified location could not be found.', 'INVALID_LOCATION');
  }
  const bound = Math.abs(quantity) > BOUND;
  if (bound && quantity < 0) {
    return no('quantity', "The quantity can't be lower than -1,000,000,000.", 'INVALID_QUANTITY_TOO_LOW');
  }
  if (bound)
    return no('quantity', "The quantity can't be higher than 1,000,000,000.", 'INVALID_QUANTITY_TOO_HIGH');
  const arranged = refusal({ mutation: NAME, productId: found.product.id, variant: found.variant });
  if (arranged !== null)
    return no(arranged.field?.[0] ?? 'quantity', arranged.message, arranged.code ?? 'INVALID_REASON');
  const held = stockOf(found.variant, shop.locations).get(location.id);
  if (held === undefined) {
    const message = 'The specified inventory item is not stocked at the location.';
    return no('locationId', message, 'ITEM_NOT_STOCKED_AT_LOCATION');
  }
  if (typeof own.changeFromQuantity === 'number' && own.changeFromQuantity !== held) {
    const message = 'The changeFromQuantity value does not match the persisted value.';
    return no('changeFromQuantity', message, 'CHANGE_FROM_QUANTITY_STALE');
  }
  return { ...found, location, quantity };
}
