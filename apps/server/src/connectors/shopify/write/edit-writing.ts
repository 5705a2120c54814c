import type { EditableAttribute } from '@storefleet/contract/constants';
import { attributesOf } from '@storefleet/contract/values/attribute-value';
import type { z } from 'zod';
import {
  type EditCallOptions,
  type Editing,
  type EditOutcome,
  type SourceEdit,
  SourceError,
} from '../../connector.ts';
import { fromGraphqlErrors, missingScope, protocolError, scopesNamed } from '../client/errors.ts';
import type { GraphqlAnswer, GraphqlClient, Operation } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { isCostDenied } from '../read/catalogue-probe.ts';
import { updateProduct, updateVariants } from './edit-documents.ts';
import { type Input, productInput, variantInput } from './edit-inputs.ts';
import {
  productOutcome,
  productPayloadSchema,
  variantOutcomes,
  variantsPayloadSchema,
} from './edit-outcomes.ts';
import type { EditReader } from './edit-reading.ts';

/**
 * Writing to one product, with one call for all its variants where they fit. Calls for one product go one after the
 * other: how two at once end is not known. A call whose answer is lost is not repeated, and nothing goes after it.
 */

/** Shopify takes 2,048, and breaks off what takes longer than 10 s: that would be tried, and be lost, for ever. */
const VARIANTS_PER_CALL = 500;

export type PreparedEdit = { edit: SourceEdit; input: Input };
export type Prepared = {
  variants: PreparedEdit[];
  products: PreparedEdit[];
  /** What can be decided without asking Shopify to write. */
  outcomes: EditOutcome[];
};

/** Edits as inputs. Weights need their unit fetched, where that was not done just before. */
export async function prepareEdits(
  edits: readonly SourceEdit[],
  reader: EditReader,
  options: EditCallOptions,
): Promise<Prepared> {
  const prepared: Prepared = { variants: [], products: [], outcomes: [] };
  const units = await reader.weightUnits(edits, options);
  for (const edit of edits) {
    const unit = units.get(edit.variantId ?? '') ?? null;
    if (unit === 'gone') {
      prepared.outcomes.push({ key: edit.key, kind: 'missing' });
      continue;
    }
    const built = edit.variantId === null ? productInput(edit) : variantInput(edit, unit);
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

export function createProductWriter(client: GraphqlClient, reader: EditReader): Editing['write'] {
  return async (edits, options) => {
    const { variants, products, outcomes } = await prepareEdits(edits, reader, options);
    const calls: Call[] = [
      ...callsFor(variants).map((call) => ({
        edits: call.map(({ edit }) => edit),
        send: (within: EditCallOptions) => sendVariants(client, call, within),
      })),
      ...products.map((call) => ({
        edits: [call.edit],
        send: (within: EditCallOptions) => sendProduct(client, call.edit, call.input, within),
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

/** No variant comes twice in one call: what Shopify makes of that is not known. */
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
  const answer = await write(client, updateVariants(changedBy(edits), call.length), variables, options);
  const payload = payloadOf(answer, 'productVariantsBulkUpdate', variantsPayloadSchema, client);
  return variantOutcomes(edits, payload, { costReadable: !answer.errors.some(isCostDenied) });
}

async function sendProduct(
  client: GraphqlClient,
  edit: SourceEdit,
  product: Input,
  options: EditCallOptions,
): Promise<EditOutcome[]> {
  const answer = await write(client, updateProduct(changedBy([edit])), { product }, options);
  return [productOutcome(edit, payloadOf(answer, 'productUpdate', productPayloadSchema, client))];
}

/** In one order, whatever the order of the edits: equal changes are then equal documents, whose cost is known. */
export function changedBy(edits: readonly SourceEdit[]): EditableAttribute[] {
  return [...new Set(edits.flatMap(({ values }) => attributesOf(values)))].sort();
}

function write(
  client: GraphqlClient,
  operation: Operation,
  variables: Record<string, unknown>,
  { signal, onWaiting, beforeWrite }: EditCallOptions,
): Promise<GraphqlAnswer> {
  return client.request(operation, {
    variables,
    signal,
    onWaiting,
    beforeSend: beforeWrite,
    priority: 'person',
    repeatable: false,
  });
}

function payloadOf<Schema extends z.ZodType>(
  { data, errors, requestId }: GraphqlAnswer,
  mutation: string,
  schema: Schema,
  client: GraphqlClient,
): z.output<Schema> {
  const payload = data[mutation] ?? null;
  if (payload !== null) return parse(schema, payload, client);
  if (errors.some(({ code }) => code === 'ACCESS_DENIED')) throw writingDenied(scopesNamed(errors));
  if (errors.length === 0) throw protocolError(`no answer to ${mutation}`, client.context());
  const { kind, message } = fromGraphqlErrors(errors, { ...client.context(), requestId });
  throw new SourceError({ kind, message, requestId, mayHaveRun: true });
}

function writingDenied(scopes: readonly string[]): SourceError {
  return new SourceError({
    kind: 'scope_missing',
    message: missingScope(scopes.length > 0 ? scopes : ['write_products']),
  });
}

function refused(key: string, { message }: SourceError): EditOutcome {
  return { key, kind: 'refused', message };
}

/** After a part was sent nothing can be thrown any more. What may pass by itself is worth another try later. */
function given(key: string, error: SourceError): EditOutcome {
  return error.mayHaveRun || error.retryable ? { key, kind: 'unknown', error } : refused(key, error);
}
