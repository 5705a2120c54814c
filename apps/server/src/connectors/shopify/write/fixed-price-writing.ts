import {
  compareAtOnList,
  isListPrice,
  type ListPriceAttribute,
  listOf,
  type PriceList,
  priceOnList,
} from '@storefleet/contract/attributes/list-prices';
import { type AttributeValues, attributesOf } from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import type { EditCallOptions, EditOutcome, SourceEdit } from '../../editing.ts';
import { quote } from '../client/errors.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import { fixedPriceSchema, noPrices, valuesOn } from '../read/extras/fixed-prices.ts';
import { failAsUnknown, groupsOf, payloadOf, writeOnce } from './edit-calls.ts';
import { refusedOf, type UserError, userErrorsSchema } from './edit-errors.ts';
import type { EditReader } from './edit-reading.ts';

/**
 * Fixed prices are set by a call of their own for each list, which replaces price and compare-at price together: what an
 * edit leaves alone goes along as it was read right before. Removing one is another call. Neither compares as it writes.
 */

/** The longest list that Shopify takes, all of it or none. */
const PER_CALL = 250;

const SET_PRICES: Operation = {
  expectedCost: 12,
  document: `mutation SetFixedPrices($list: ID!, $prices: [PriceListPriceInput!]!) {
    priceListFixedPricesAdd(priceListId: $list, prices: $prices) {
      prices { price { amount } compareAtPrice { amount } variant { id } }
      userErrors { field message code }
    }
  }`,
};
const REMOVE_PRICES: Operation = {
  expectedCost: 10,
  document: `mutation RemoveFixedPrices($list: ID!, $variantIds: [ID!]!) {
    priceListFixedPricesDelete(priceListId: $list, variantIds: $variantIds) {
      userErrors { field message code }
    }
  }`,
};

const setSchema = z.object({ prices: z.array(fixedPriceSchema).nullish(), userErrors: userErrorsSchema });
const removeSchema = z.object({ userErrors: userErrorsSchema });

const listPricesIn = ({ values }: SourceEdit): ListPriceAttribute[] =>
  attributesOf(values).filter(isListPrice);
export const isOfListPrices = (edit: SourceEdit) => listPricesIn(edit).length > 0;
const listIn = (edit: SourceEdit) => listPricesIn(edit).map(listOf)[0] ?? '';

/** By list, as an edit is planned to change prices of one only. */
export function groupsOfListPrices(edits: readonly SourceEdit[]): SourceEdit[][] {
  const lists = [...Map.groupBy(edits, listIn).values()];
  return lists.flatMap((ofList) => groupsOf(ofList, PER_CALL, () => 1));
}

export const notAList = (list: string) =>
  `No price list called ${list} is read from this store. Switch market price lists on in the store’s settings and sync it.`;

/** What is to be there afterwards; a price of null is no fixed price. */
type Open = { readonly edit: SourceEdit; readonly price: string | null; readonly compareAt: string | null };

/** Edits of one such group. */
export async function sendListPrices(
  client: GraphqlClient,
  reader: EditReader,
  edits: readonly SourceEdit[],
  options: EditCallOptions,
): Promise<EditOutcome[]> {
  const [first] = edits;
  const name = first === undefined ? '' : listIn(first);
  const list = reader.priceLists.get(name);
  if (list === undefined) return edits.map(({ key }) => ({ key, kind: 'refused', message: notAList(name) }));
  const outcomes: EditOutcome[] = [];
  const held = await reader.listPrices(edits, options);
  const open: Open[] = [];
  for (const edit of edits) {
    const own = held.get(edit.variantId ?? '');
    if (own === undefined) {
      outcomes.push({ key: edit.key, kind: 'missing' });
      continue;
    }
    const now: AttributeValues = { ...own, ...edit.values };
    const wanted = {
      edit,
      price: now[priceOnList(name)] ?? null,
      compareAt: now[compareAtOnList(name)] ?? null,
    };
    const message = refusalOf(wanted, name);
    if (message === null) open.push(wanted);
    else outcomes.push({ key: edit.key, kind: 'refused', message });
  }
  const calls = [
    { of: open.filter(({ price }) => price !== null), send: set },
    { of: open.filter(({ price }) => price === null), send: remove },
  ].filter(({ of }) => of.length > 0);
  for (const [index, { of, send }] of calls.entries()) {
    const sending = send({ client, reader, list, options }, of);
    outcomes.push(...(await (index === 0 ? sending : sending.catch(failAsUnknown))));
  }
  return outcomes;
}

function refusalOf({ edit, price, compareAt }: Open, list: string): string | null {
  if (price !== null || compareAt === null) return null;
  return edit.values[compareAtOnList(list)] === undefined
    ? `It has a compare-at price on the price list ${list}, which would be lost: clear that as well.`
    : `It has no fixed price on the price list ${list}: set one with its compare-at price.`;
}

type Calling = {
  readonly client: GraphqlClient;
  readonly reader: EditReader;
  readonly list: PriceList;
  readonly options: EditCallOptions;
};

async function set(calling: Calling, all: readonly Open[]): Promise<EditOutcome[]> {
  const { client, list, options } = calling;
  const in_ = (amount: string) => ({ amount, currencyCode: list.currency });
  return sendUntilTaken(calling, all, async (open) => {
    const prices = open.map(({ edit, price, compareAt }) => ({
      variantId: edit.variantId,
      price: in_(price ?? ''),
      compareAtPrice: compareAt === null ? null : in_(compareAt),
    }));
    const answer = await writeOnce(client, SET_PRICES, { list: list.id, prices }, options);
    const payload = payloadOf(answer, 'priceListFixedPricesAdd', setSchema, client);
    const answered = new Map(
      payload.prices?.map((price) => [price.variant.id, valuesOn(list.name, price)] as const),
    );
    return { errors: payload.userErrors, valuesOf: ({ edit }) => answered.get(edit.variantId ?? '') };
  });
}

const remove = (calling: Calling, all: readonly Open[]): Promise<EditOutcome[]> =>
  sendUntilTaken(calling, all, async (open) => {
    const { client, list, options } = calling;
    const variables = { list: list.id, variantIds: open.map(({ edit }) => edit.variantId) };
    const answer = await writeOnce(client, REMOVE_PRICES, variables, options);
    const payload = payloadOf(answer, 'priceListFixedPricesDelete', removeSchema, client);
    return { errors: payload.userErrors, valuesOf: () => noPrices(list.name) };
  });

type Sent = {
  readonly errors: readonly UserError[];
  readonly valuesOf: (one: Open) => AttributeValues | undefined;
};

/** One that is refused keeps the others of its call from being written: they are sent again without it. */
async function sendUntilTaken(
  calling: Calling,
  all: readonly Open[],
  send: (open: readonly Open[]) => Promise<Sent>,
): Promise<EditOutcome[]> {
  const outcomes: EditOutcome[] = [];
  for (let open = all; open.length > 0; ) {
    const { errors, valuesOf } = await send(open);
    if (errors.length === 0) {
      const applied = open.map((one): EditOutcome => {
        const values = Object.entries(valuesOf(one) ?? one.edit.values);
        const own = values.filter(([attribute]) => attribute in one.edit.values);
        return { key: one.edit.key, kind: 'applied', values: Object.fromEntries(own) };
      });
      return [...outcomes, ...applied];
    }
    // `["prices", "3", "variantId"]` and `["variantIds", "3"]` are about the fourth of the call.
    const refused = refusedOf(errors, open, ({ field }) => open[Number(field?.[1])]);
    for (const [one, own] of refused) outcomes.push(await outcomeOf(calling, one, own));
    open = open.filter((one) => !refused.has(one));
  }
  return outcomes;
}

async function outcomeOf(
  { reader, list, options }: Calling,
  { edit }: Open,
  errors: readonly UserError[],
): Promise<EditOutcome> {
  const { key } = edit;
  const codes = new Set(errors.map(({ code }) => code));
  if (codes.has('VARIANT_NOT_FOUND')) return { key, kind: 'missing' };
  if (codes.has('PRICE_NOT_FIXED')) {
    const now = (await reader.listPrices([edit], { ...options, anew: true })).get(edit.variantId ?? '');
    return now === undefined ? { key, kind: 'missing' } : { key, kind: 'conflict', current: now };
  }
  if (codes.has('PRICE_LIST_NOT_FOUND')) {
    return { key, kind: 'refused', message: `The shop has no price list ${list.name} any more.` };
  }
  if (codes.has('PRICE_LIST_CURRENCY_MISMATCH')) {
    const message = `The currency of the price list ${list.name} has changed: sync the store first.`;
    return { key, kind: 'refused', message };
  }
  return { key, kind: 'refused', message: `Shopify refused the price.${quote(errors[0]?.message ?? '')}` };
}
