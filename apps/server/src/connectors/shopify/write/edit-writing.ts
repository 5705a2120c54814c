import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { attributesOf } from '@storefleet/contract/values/attribute-value';
import type { EditCallOptions, Editing, EditOutcome, SourceEdit } from '../../editing.ts';
import { SourceError } from '../../source-error.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { isCostDenied } from '../read/catalogue-probe.ts';
import { isOfChannels, sendChannels } from './channel-writing.ts';
import { payloadOf, writeOnce } from './edit-calls.ts';
import { updateProduct, updateVariants } from './edit-documents.ts';
import { type Input, productInput, variantInput } from './edit-inputs.ts';
import {
  productOutcome,
  productPayloadSchema,
  variantOutcomes,
  variantsPayloadSchema,
} from './edit-outcomes.ts';
import type { EditReader } from './edit-reading.ts';
import { groupsOfListPrices, isOfListPrices, sendListPrices } from './fixed-price-writing.ts';
import { type ImageWriting, isOfImages, sendImages } from './image-writing.ts';
import { groupsOfMetafields, isOfMetafields, sendMetafields } from './metafield-writing.ts';
import { groupsOfStock, isOfStock, sendStock } from './stock-writing.ts';

/**
 * Writes to one product, all its variants in one call if they fit. Its calls are sequential, as the result of
 * concurrent ones is not documented. A call whose answer is lost is not retried, and no further call is sent.
 */

/** Shopify allows 2,048, but aborts calls after 10 s: such a call would be retried and lost for ever. */
const VARIANTS_PER_CALL = 500;

/** Edits that need calls which cannot be part of a bulk operation. */
export const isWrittenApart = (edit: SourceEdit) =>
  isOfMetafields(edit) || isOfStock(edit) || isOfImages(edit) || isOfChannels(edit) || isOfListPrices(edit);

export type PreparedEdit = { edit: SourceEdit; input: Input };
export type Prepared = {
  variants: PreparedEdit[];
  products: PreparedEdit[];
  /** Outcomes that are certain without a write. */
  outcomes: EditOutcome[];
};

/** Builds the inputs of edits. Fetches weight units that were not fetched just before. */
export async function prepareEdits(
  edits: readonly SourceEdit[],
  reader: EditReader,
  options: EditCallOptions,
): Promise<Prepared> {
  const prepared: Prepared = { variants: [], products: [], outcomes: [] };
  const units = await reader.weightUnits(edits, options);
  const categories = await reader.categories(edits, options);
  for (const edit of edits) {
    const unit = units.get(edit.variantId ?? '') ?? null;
    if (unit === 'gone') {
      prepared.outcomes.push({ key: edit.key, kind: 'missing' });
      continue;
    }
    const built =
      edit.variantId === null ? productInput(edit, reader.memberships, categories) : variantInput(edit, unit);
    if ('refusal' in built) {
      prepared.outcomes.push({ key: edit.key, kind: 'refused', message: built.refusal });
    } else {
      const list = edit.variantId === null ? prepared.products : prepared.variants;
      list.push({ edit, input: built.input });
    }
  }
  return prepared;
}

type Call = { edits: SourceEdit[]; send(options: EditCallOptions): Promise<EditOutcome[]> };

export function createProductWriter(writing: ImageWriting): Editing['write'] {
  const { client, reader } = writing;
  return async (edits, options) => {
    const named = edits.filter((edit) => !isWrittenApart(edit));
    const { variants, products, outcomes } = await prepareEdits(named, reader, options);
    const calls: Call[] = [
      ...callsFor(variants).map((call) => ({
        edits: call.map(({ edit }) => edit),
        send: (within: EditCallOptions) => sendVariants(client, call, within),
      })),
      ...products.map((call) => ({
        edits: [call.edit],
        send: (within: EditCallOptions) => sendProduct(client, reader, call, within),
      })),
      ...edits.filter(isOfImages).map((edit) => ({
        edits: [edit],
        send: (within: EditCallOptions) => sendImages(writing, edit, within),
      })),
      ...edits.filter(isOfChannels).map((edit) => ({
        edits: [edit],
        send: (within: EditCallOptions) => sendChannels(client, reader.memberships, edit, within),
      })),
      ...groupsOfMetafields(edits.filter(isOfMetafields)).map((group) => ({
        edits: group,
        send: (within: EditCallOptions) => sendMetafields(client, reader, group, within),
      })),
      ...groupsOfStock(edits.filter(isOfStock)).map((group) => ({
        edits: group,
        send: (within: EditCallOptions) => sendStock(client, reader, group, within),
      })),
      ...groupsOfListPrices(edits.filter(isOfListPrices)).map((group) => ({
        edits: group,
        send: (within: EditCallOptions) => sendListPrices(client, reader, group, within),
      })),
    ];
    let sent = false;
    for (const [index, call] of calls.entries()) {
      try {
        outcomes.push(...(await call.send(options)));
        sent = true;
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        if (!error.mayHaveRun && (error.kind === 'rejected' || error.kind === 'protocol')) {
          outcomes.push(...call.edits.map(({ key }) => refused(key, error)));
          continue;
        }
        if (!sent && !error.mayHaveRun) throw error;
        const left = calls.slice(index).flatMap((unsent) => unsent.edits);
        outcomes.push(...left.map(({ key }) => given(key, error)));
        return outcomes;
      }
    }
    return outcomes;
  };
}

/** A variant is never twice in one call: the result of that is not documented. */
function callsFor(variants: readonly PreparedEdit[]): PreparedEdit[][] {
  const calls: { members: PreparedEdit[]; ids: Set<string | null> }[] = [];
  for (const variant of variants) {
    const { variantId } = variant.edit;
    const last = calls.at(-1);
    if (last === undefined || last.members.length >= VARIANTS_PER_CALL || last.ids.has(variantId)) {
      calls.push({ members: [variant], ids: new Set([variantId]) });
    } else {
      last.members.push(variant);
      last.ids.add(variantId);
    }
  }
  return calls.map(({ members }) => members);
}

async function sendVariants(
  client: GraphqlClient,
  call: readonly PreparedEdit[],
  options: EditCallOptions,
): Promise<EditOutcome[]> {
  const edits = call.map(({ edit }) => edit);
  const variables = { productId: edits[0]?.productId, variants: call.map(({ input }) => input) };
  const answer = await writeOnce(client, updateVariants(changedBy(edits), call.length), variables, options);
  const payload = payloadOf(answer, 'productVariantsBulkUpdate', variantsPayloadSchema, client);
  return variantOutcomes(edits, payload, { costReadable: !answer.errors.some(isCostDenied) });
}

async function sendProduct(
  client: GraphqlClient,
  { memberships }: EditReader,
  { edit, input: product }: PreparedEdit,
  options: EditCallOptions,
): Promise<EditOutcome[]> {
  const operation = updateProduct(changedBy([edit]), memberships);
  const answer = await writeOnce(client, operation, { product }, options);
  return [productOutcome(edit, payloadOf(answer, 'productUpdate', productPayloadSchema, client))];
}

/** Always in the same order, so that equal changes produce equal documents, whose cost is known. */
export function changedBy(edits: readonly SourceEdit[]): EditableAttribute[] {
  return [...new Set(edits.flatMap(({ values }) => attributesOf(values)))].sort();
}

function refused(key: string, { message }: SourceError): EditOutcome {
  return { key, kind: 'refused', message };
}

/** Once something was sent, errors become outcomes; transient ones stay unknown, to be tried again later. */
function given(key: string, error: SourceError): EditOutcome {
  return error.mayHaveRun || error.retryable ? { key, kind: 'unknown', error } : refused(key, error);
}
