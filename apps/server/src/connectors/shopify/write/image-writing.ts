import { altsAsText, altsIn, idsIn } from '@storefleet/contract/attributes/images';
import { type AttributeValues, attributesOf } from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import type { EditCallOptions, EditOutcome, SourceEdit } from '../../editing.ts';
import { SourceError } from '../../source-error.ts';
import { quote } from '../client/errors.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { failAsUnknown, payloadOf, writeOnce } from './edit-calls.ts';
import { notApplied, partlyAccepted } from './edit-errors.ts';
import { lost } from './edit-outcomes.ts';
import type { EditReader } from './edit-reading.ts';
import { sameValue } from './edit-values.ts';

/**
 * Writes the order of a product's images and their alt texts, with one call for each. Shopify offers no
 * compare-and-set for either, so they are fetched right before.
 */

const REORDER: Operation = {
  expectedCost: 11,
  document: `mutation ReorderImages($id: ID!, $moves: [MoveInput!]!) {
    productReorderMedia(id: $id, moves: $moves) {
      job { id done }
      mediaUserErrors { field message code }
    }
  }`,
};
const JOB: Operation = { expectedCost: 1, document: `query Job($id: ID!) { job(id: $id) { done } }` };
const SET_ALTS: Operation = {
  expectedCost: 11,
  document: `mutation SetAlternativeTexts($files: [FileUpdateInput!]!) {
    fileUpdate(files: $files) {
      files { id alt }
      userErrors { field message code }
    }
  }`,
};

/** Few jobs take longer than a second; one that has not ended by then is reconciled later. */
const JOB_POLLS = 60;
const JOB_POLL_MS = 500;

const errorsSchema = z.array(z.object({ message: z.string(), code: z.string().nullish() }));
const reorderSchema = z.object({
  job: z.object({ id: z.string(), done: z.boolean() }).nullish(),
  mediaUserErrors: errorsSchema,
});
const jobSchema = z.object({ job: z.object({ done: z.boolean() }).nullable() });
const altsSchema = z.object({ userErrors: errorsSchema });

export const isOfImages = ({ values }: SourceEdit) =>
  values.image_order !== undefined || values.image_alts !== undefined;

export type ImageWriting = {
  readonly client: GraphqlClient;
  readonly reader: EditReader;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
};

/** Sends an edit of one of the two. */
export async function sendImages(
  writing: ImageWriting,
  edit: SourceEdit,
  options: EditCallOptions,
): Promise<EditOutcome[]> {
  const { key } = edit;
  const before = await imagesOf(writing, edit, options);
  if (before === null) return [{ key, kind: 'missing' }];
  const ids = idsIn(before.image_order ?? null);
  const wanted = edit.values;
  const named = wanted.image_order === undefined ? null : idsIn(wanted.image_order);
  const described = Object.keys(altsIn(wanted.image_alts ?? null) ?? {});
  if ((named !== null && keyOf(named) !== keyOf(ids)) || described.some((id) => !ids.includes(id))) {
    return [{ key, kind: 'refused', message: 'Its images have changed. Sync the store and try again.' }];
  }
  const names = attributesOf(wanted);
  const heldIn = (held: AttributeValues) =>
    Object.fromEntries(names.map((name) => [name, held[name] ?? null]));
  if (names.some((name) => !sameValue(name, before[name] ?? null, edit.expected[name] ?? null)))
    return [{ key, kind: 'conflict', current: heldIn(before) }];
  const error =
    named === null
      ? await setAlts(writing.client, ids, { from: before, to: wanted }, options)
      : await reorder(writing, edit.productId, movesTo(named, ids), options);
  if (error !== null) return [{ key, kind: 'refused', message: error }];
  const held = await imagesOf(writing, edit, options).catch(failAsUnknown);
  if (held === null) return [{ key, kind: 'missing' }];
  const values = heldIn(held);
  if (names.every((name) => sameValue(name, values[name] ?? null, wanted[name] ?? null)))
    return [{ key, kind: 'applied', values }];
  // Somebody else may have moved or described one, or Shopify taken only a part.
  const isKept = names.every((name) => sameValue(name, values[name] ?? null, before[name] ?? null));
  return [isKept ? { key, kind: 'refused', message: notApplied(names) } : lost(key, partlyAccepted)];
}

const keyOf = (ids: readonly string[]) => ids.toSorted().join();

async function imagesOf(
  { reader }: ImageWriting,
  { productId }: SourceEdit,
  options: EditCallOptions,
): Promise<AttributeValues | null> {
  const target = { productId, variantId: null, attributes: ['image_order', 'image_alts'] as const };
  const [held = null] = await reader.readValues([target], options);
  return held;
}

/** Shopify applies the moves in turn: only images at a different position are moved. */
function movesTo(wanted: readonly string[], present: readonly string[]) {
  const now = [...present];
  return wanted.flatMap((id, place) => {
    if (now[place] === id) return [];
    now.splice(now.indexOf(id), 1);
    now.splice(place, 0, id);
    return [{ id, newPosition: String(place) }];
  });
}

async function reorder(
  { client, sleep }: ImageWriting,
  id: string,
  moves: readonly object[],
  options: EditCallOptions,
): Promise<string | null> {
  if (moves.length === 0) return null;
  const answer = await writeOnce(client, REORDER, { id, moves }, options);
  const { job, mediaUserErrors } = payloadOf(answer, 'productReorderMedia', reorderSchema, client);
  const [error] = mediaUserErrors;
  if (error !== undefined) return `Shopify refused the order of the images.${quote(error.message)}`;
  for (let looks = 0, done = job?.done ?? true; !done; looks += 1) {
    if (looks >= JOB_POLLS) {
      const message = 'Shopify is still putting the images in order.';
      throw new SourceError({ kind: 'transient', message, mayHaveRun: true });
    }
    await sleep(JOB_POLL_MS, options.signal);
    const { signal, onWaiting } = options;
    const asking = client.request(JOB, { variables: { id: job?.id }, signal, onWaiting, priority: 'person' });
    const { data } = await asking.catch(failAsUnknown);
    done = parse(jobSchema, data, client).job?.done ?? true;
  }
  return null;
}

async function setAlts(
  client: GraphqlClient,
  ids: readonly string[],
  { from, to }: { readonly from: AttributeValues; readonly to: AttributeValues },
  options: EditCallOptions,
): Promise<string | null> {
  const [held, wanted] = [altsIn(from.image_alts ?? null) ?? {}, altsIn(to.image_alts ?? null) ?? {}];
  if (altsAsText(held) === altsAsText(wanted)) return null;
  const files = ids.flatMap((id) => {
    const alt = wanted[id] ?? '';
    return alt === (held[id] ?? '') ? [] : [{ id, alt }];
  });
  const answer = await writeOnce(client, SET_ALTS, { files }, options);
  const { userErrors } = payloadOf(answer, 'fileUpdate', altsSchema, client);
  const [error] = userErrors;
  return error === undefined ? null : `Shopify refused an alt text.${quote(error.message)}`;
}
