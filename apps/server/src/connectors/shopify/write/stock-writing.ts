import { randomUUID } from 'node:crypto';
import { isStock, locationOf, type StockAttribute } from '@storefleet/contract/attributes/stock';
import { attributesOf } from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import type { EditCallOptions, EditOutcome, SourceEdit } from '../../editing.ts';
import { quote } from '../client/errors.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import type { HeldStock } from '../read/extras/stock-values.ts';
import { groupsOf, payloadOf, writeOnce } from './edit-calls.ts';
import { refusedOf, type UserError, userErrorsSchema } from './edit-errors.ts';
import type { EditReader } from './edit-reading.ts';

/**
 * Sets quantities with a compare-and-set call: each is sent with the one it replaces, and Shopify refuses the
 * call if one of them has changed.
 */

/** Shopify's maximum per call, which is atomic. */
const PER_CALL = 250;

/** The idempotency key is required since 2026-04: requests with the same key are executed once. */
const SET_QUANTITIES: Operation = {
  expectedCost: 10,
  document: `mutation SetQuantities($input: InventorySetQuantitiesInput!, $key: String!) {
    inventorySetQuantities(input: $input) @idempotent(key: $key) {
      userErrors { field message code }
    }
  }`,
};

const payloadSchema = z.object({ userErrors: userErrorsSchema });

const stockIn = ({ values }: SourceEdit): StockAttribute[] => attributesOf(values).filter(isStock);
export const isOfStock = (edit: SourceEdit) => stockIn(edit).length > 0;

export const groupsOfStock = (edits: readonly SourceEdit[]) =>
  groupsOf(edits, PER_CALL, (edit) => stockIn(edit).length);

type Open = { readonly edit: SourceEdit; readonly held: HeldStock };

/** Sends the edits of one group. */
export async function sendStock(
  client: GraphqlClient,
  reader: EditReader,
  edits: readonly SourceEdit[],
  options: EditCallOptions,
): Promise<EditOutcome[]> {
  const outcomes: EditOutcome[] = [];
  const held = await heldStock(reader, edits, options);
  let open: Open[] = [];
  for (const edit of edits) {
    const own = held.get(edit.variantId ?? '');
    if (own === undefined) outcomes.push({ key: edit.key, kind: 'missing' });
    else {
      const message = refusalOfPlace(edit, own);
      if (message === null) open.push({ edit, held: own });
      else outcomes.push({ key: edit.key, kind: 'refused', message });
    }
  }
  // A refused quantity blocks its whole call: the others are sent again without it.
  while (open.length > 0) {
    const refused = await set(client, open, options);
    if (refused.size === 0) break;
    for (const [{ edit }, errors] of refused) outcomes.push(await outcomeOf(edit, errors, reader, options));
    open = open.filter((one) => !refused.has(one));
  }
  for (const { edit } of open) outcomes.push({ key: edit.key, kind: 'applied', values: edit.values });
  return outcomes;
}

/** Read again where it is not tracked: the call before may have switched that on. */
async function heldStock(reader: EditReader, edits: readonly SourceEdit[], options: EditCallOptions) {
  const held = await reader.stock(edits, options);
  const untracked = edits.filter(({ variantId }) => held.get(variantId ?? '')?.tracked === false);
  if (untracked.length === 0) return held;
  return new Map([...held, ...(await reader.stock(untracked, { ...options, anew: true }))]);
}

function refusalOfPlace(edit: SourceEdit, { tracked, places }: HeldStock): string | null {
  if (!tracked) {
    return 'Inventory is not tracked for this variant. Switch its inventory tracking on first.';
  }
  const elsewhere = stockIn(edit).find((attribute) => !places.has(locationOf(attribute)));
  return elsewhere === undefined ? null : notStocked(elsewhere);
}

const notStocked = (attribute: StockAttribute): string =>
  `The variant is not stocked at ${locationOf(attribute)}. Stock it there in Shopify first.`;

/** Returns the refused ones, in which case nothing was written. */
async function set(
  client: GraphqlClient,
  open: readonly Open[],
  options: EditCallOptions,
): Promise<ReadonlyMap<Open, readonly UserError[]>> {
  const settings = open.flatMap((one) => stockIn(one.edit).map((attribute) => ({ one, attribute })));
  const quantities = settings.map(({ one: { edit, held }, attribute }) => ({
    inventoryItemId: held.itemId,
    locationId: held.places.get(locationOf(attribute)),
    quantity: Number(edit.values[attribute]),
    changeFromQuantity: Number(edit.expected[attribute]),
  }));
  const input = { name: 'available', reason: 'correction', quantities };
  const answer = await writeOnce(client, SET_QUANTITIES, { input, key: randomUUID() }, options);
  const { userErrors } = payloadOf(answer, 'inventorySetQuantities', payloadSchema, client);
  // `["input", "quantities", "3", "quantity"]` refers to the fourth of the call.
  return refusedOf(userErrors, open, ({ field }) => settings[Number(field?.[2])]?.one);
}

async function outcomeOf(
  edit: SourceEdit,
  errors: readonly UserError[],
  reader: EditReader,
  options: EditCallOptions,
): Promise<EditOutcome> {
  const { key } = edit;
  const codes = new Set(errors.map(({ code }) => code));
  if (codes.has('INVALID_INVENTORY_ITEM')) return { key, kind: 'missing' };
  if (codes.has('CHANGE_FROM_QUANTITY_STALE') || codes.has('COMPARE_QUANTITY_STALE')) {
    const now = (await reader.stock([edit], { ...options, anew: true })).get(edit.variantId ?? '');
    return now === undefined ? { key, kind: 'missing' } : { key, kind: 'conflict', current: now.values };
  }
  const [attribute] = stockIn(edit);
  if (codes.has('ITEM_NOT_STOCKED_AT_LOCATION') && attribute) {
    return { key, kind: 'refused', message: notStocked(attribute) };
  }
  if (codes.has('NON_MUTABLE_INVENTORY_ITEM')) {
    const message = 'Shopify works this stock out by itself, as for a bundle: change that of its parts.';
    return { key, kind: 'refused', message };
  }
  return { key, kind: 'refused', message: `Shopify refused the quantity.${quote(errors[0]?.message ?? '')}` };
}
