import {
  isMetafield,
  type MetafieldAttribute,
  metafieldOf,
} from '@storefleet/contract/attributes/metafields';
import { type AttributeValues, attributesOf } from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import type { EditCallOptions, EditOutcome, SourceEdit } from '../../editing.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { placeOf } from '../read/extras/metafields.ts';
import { failAsUnknown, groupsOf, payloadOf, writeOnce } from './edit-calls.ts';
import { deleteMetafields, setMetafields } from './edit-documents.ts';
import { refusedOf, saysMissing, type UserError, userErrorsSchema } from './edit-errors.ts';
import type { EditReader, HeldMetafields } from './edit-reading.ts';

/**
 * Sets metafields with a compare-and-set call: each value is sent with the digest of the one it replaces, and
 * Shopify refuses it if that has changed. Clearing one is a separate call without compare-and-set, so it is
 * read right before.
 */

/** Shopify's maximum per call, which is atomic. */
const PER_CALL = 25;

const setSchema = z.object({
  metafields: z.array(z.object({ value: z.string() })).nullish(),
  userErrors: userErrorsSchema,
});
const deleteSchema = z.object({ userErrors: userErrorsSchema });

export const isOfMetafields = ({ values }: SourceEdit) => attributesOf(values).some(isMetafield);

type Open = { readonly edit: SourceEdit; readonly held: HeldMetafields };
type Setting = { readonly open: Open; readonly attribute: MetafieldAttribute; readonly value: string };

const metafieldsOf = ({ values }: SourceEdit) => attributesOf(values).filter(isMetafield);
const ownerOf = ({ productId, variantId }: SourceEdit) => variantId ?? productId;

export const groupsOfMetafields = (edits: readonly SourceEdit[]) =>
  groupsOf(edits, PER_CALL, (edit) => metafieldsOf(edit).length);

/** Sends the edits of one group. */
export async function sendMetafields(
  client: GraphqlClient,
  reader: EditReader,
  edits: readonly SourceEdit[],
  options: EditCallOptions,
): Promise<EditOutcome[]> {
  const outcomes: EditOutcome[] = [];
  let open: Open[] = [];
  const held = await reader.metafields(edits, options);
  for (const edit of edits) {
    const own = held.get(ownerOf(edit));
    if (own === undefined) outcomes.push({ key: edit.key, kind: 'missing' });
    else if (hasMoved(edit, own.values))
      outcomes.push({ key: edit.key, kind: 'conflict', current: own.values });
    else open.push({ edit, held: own });
  }
  let values: Answered = [];
  // A refused value blocks its whole call: the others are sent again without it.
  for (let isSettled = false; !isSettled; ) {
    const sent = await set(client, open, options);
    isSettled = 'values' in sent;
    if ('values' in sent) {
      values = sent.values;
    } else {
      for (const [{ edit }, errors] of sent.refused) {
        outcomes.push(await outcomeOfRefusal(edit, errors, reader, options));
      }
      open = open.filter((one) => !sent.refused.has(one));
    }
  }
  const clearing = clear(client, open, options);
  const errors = await (values.length > 0 ? clearing.catch(failAsUnknown) : clearing);
  const edited = open.map(({ edit }) => edit);
  // Some may have been cleared nevertheless: their current values decide.
  const kept =
    errors.length === 0
      ? null
      : await reader.metafields(edited, { ...options, anew: true }).catch(failAsUnknown);
  for (const one of open) {
    const answered = values.flatMap(([setting, value]) =>
      setting.open === one ? [[setting.attribute, value]] : [],
    );
    const written = { ...one.edit.values, ...Object.fromEntries(answered) };
    outcomes.push(kept === null ? appliedTo(one, written) : outcomeOfClearing(one, written, kept, errors));
  }
  return outcomes;
}

const appliedTo = ({ edit: { key } }: Open, values: AttributeValues): EditOutcome => ({
  key,
  kind: 'applied',
  values,
});

/** `refused` if nothing of the edit was written; otherwise `applied` with the current values. */
function outcomeOfClearing(
  open: Open,
  written: AttributeValues,
  held: ReadonlyMap<string, HeldMetafields>,
  errors: readonly UserError[],
): EditOutcome {
  const { edit } = open;
  const now = held.get(ownerOf(edit))?.values;
  if (now === undefined) return { key: edit.key, kind: 'missing' };
  const names = metafieldsOf(edit);
  const isKept = (name: MetafieldAttribute) => edit.values[name] === null && (now[name] ?? null) !== null;
  if (names.length > 0 && names.every(isKept)) {
    return { key: edit.key, kind: 'refused', message: refusalOf(errors[0]) };
  }
  const kept = names.filter(isKept).map((name) => [name, now[name] ?? null]);
  return appliedTo(open, { ...written, ...Object.fromEntries(kept) });
}

const hasMoved = ({ expected, values }: SourceEdit, held: AttributeValues) =>
  attributesOf(values).some((name) => (held[name] ?? null) !== (expected[name] ?? null));

type Answered = readonly (readonly [Setting, string])[];
type Sent = { readonly values: Answered } | { readonly refused: ReadonlyMap<Open, readonly UserError[]> };

async function set(client: GraphqlClient, open: readonly Open[], options: EditCallOptions): Promise<Sent> {
  const settings = open.flatMap((one): Setting[] =>
    metafieldsOf(one.edit).flatMap((attribute) => {
      const value = one.edit.values[attribute] ?? null;
      return value === null ? [] : [{ open: one, attribute, value }];
    }),
  );
  if (settings.length === 0) return { values: [] };
  const metafields = settings.map(({ open: { edit, held }, attribute, value }) => ({
    ownerId: ownerOf(edit),
    ...placeOf(metafieldOf(attribute).key),
    value,
    compareDigest: held.digests[attribute] ?? null,
  }));
  const answer = await writeOnce(
    client,
    setMetafields(open.map(({ edit }) => edit)),
    { metafields },
    options,
  );
  const payload = payloadOf(answer, 'metafieldsSet', setSchema, client);
  if (payload.userErrors.length > 0) {
    const ownerAt = ({ field }: UserError) => settings[Number(field?.[1])]?.open;
    return { refused: refusedOf(payload.userErrors, open, ownerAt) };
  }
  // In the order they were sent.
  return {
    values: settings.map((setting, index) => [setting, payload.metafields?.[index]?.value ?? setting.value]),
  };
}

/** Returns what Shopify refused. */
async function clear(
  client: GraphqlClient,
  open: readonly Open[],
  options: EditCallOptions,
): Promise<readonly UserError[]> {
  const metafields = open.flatMap(({ edit, held }) =>
    metafieldsOf(edit).flatMap((name) =>
      edit.values[name] === null && held.values[name] !== null
        ? [{ ownerId: ownerOf(edit), ...placeOf(metafieldOf(name).key) }]
        : [],
    ),
  );
  if (metafields.length === 0) return [];
  const answer = await writeOnce(client, deleteMetafields, { metafields }, options);
  return payloadOf(answer, 'metafieldsDelete', deleteSchema, client).userErrors;
}

async function outcomeOfRefusal(
  edit: SourceEdit,
  errors: readonly UserError[],
  reader: EditReader,
  options: EditCallOptions,
): Promise<EditOutcome> {
  const { key } = edit;
  if (errors.some((error) => saysMissing(error) || error.message === 'Owner does not exist.'))
    return { key, kind: 'missing' };
  if (errors.some(({ code }) => code === 'STALE_OBJECT' || code === 'INVALID_COMPARE_DIGEST')) {
    const now = (await reader.metafields([edit], { ...options, anew: true })).get(ownerOf(edit));
    return now === undefined ? { key, kind: 'missing' } : { key, kind: 'conflict', current: now.values };
  }
  const [first] = errors;
  return { key, kind: 'refused', message: refusalOf(first) };
}

function refusalOf(error: UserError | undefined): string {
  if (error?.code === 'APP_NOT_AUTHORIZED')
    return 'Another app owns this metafield: it can only be changed there.';
  return `Shopify refused the value: ${error?.message ?? 'it did not say why'}`;
}
