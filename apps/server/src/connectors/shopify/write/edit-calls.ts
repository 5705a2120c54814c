import type { z } from 'zod';
import type { EditCallOptions, SourceEdit } from '../../editing.ts';
import { SourceError } from '../../source-error.ts';
import { fromGraphqlErrors, missingScope, protocolError, scopesNamed } from '../client/errors.ts';
import type { GraphqlAnswer, GraphqlClient, Operation } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { isCostDenied } from '../read/catalogue-probe.ts';

/** Sends mutations and checks their payloads. */

/** Groups of edits, one call each; no edit is split, and a call has at most `most` values. */
export function groupsOf(
  edits: readonly SourceEdit[],
  most: number,
  valuesIn: (edit: SourceEdit) => number,
): SourceEdit[][] {
  const groups: SourceEdit[][] = [];
  let size = most;
  for (const edit of edits) {
    const own = valuesIn(edit);
    size += own;
    if (size > most) {
      groups.push([]);
      size = own;
    }
    groups.at(-1)?.push(edit);
  }
  return groups;
}

/** Never retries a call whose answer was lost. */
export function writeOnce(
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

/** Errors next to a payload leave the outcome unknown: a value that could not be read is null in it. */
export function payloadOf<Schema extends z.ZodType>(
  { data, errors, requestId }: GraphqlAnswer,
  mutation: string,
  schema: Schema,
  client: GraphqlClient,
): z.output<Schema> {
  const payload = data[mutation] ?? null;
  if (payload !== null && errors.every(isCostDenied)) return parse(schema, payload, client);
  if (payload === null && errors.some(({ code }) => code === 'ACCESS_DENIED'))
    throw writingDenied(scopesNamed(errors));
  if (errors.length === 0) throw protocolError(`no answer to ${mutation}`, client.context());
  const { kind, message } = fromGraphqlErrors(errors, { ...client.context(), requestId });
  throw new SourceError({ kind, message, requestId, mayHaveRun: true });
}

/**
 * After a partial write, an error must leave the outcome unknown: otherwise that part would go unrecorded.
 */
export function failAsUnknown(error: unknown): never {
  if (!(error instanceof SourceError)) throw error;
  const { kind, message, requestId, retryable, retryAfterMs } = error;
  throw new SourceError({
    kind,
    message,
    requestId,
    retryable,
    retryAfterMs,
    mayHaveRun: true,
    cause: error,
  });
}

function writingDenied(scopes: readonly string[]): SourceError {
  return new SourceError({
    kind: 'scope_missing',
    message: missingScope(scopes.length > 0 ? scopes : ['write_products']),
  });
}
