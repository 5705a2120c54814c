import { type FieldNode, Kind, type OperationDefinitionNode } from 'graphql';
import {
  bulkOperationFields,
  bulkOperationMutations,
  bulkOperationQueries,
} from '../bulk/bulk-operation-fields.ts';
import type { Context } from '../fields/context.ts';
import { type CostInput, costOf } from '../graphql/cost.ts';
import { type AnswerError, internalError } from '../graphql/errors.ts';
import { schemaOf } from '../graphql/schemas.ts';
import { operationsOf } from '../graphql/selection.ts';
import { asksDeprecated, parseDocument, validateDocument } from '../graphql/validate.ts';
import { coerceVariables, inputSizeProblem, type Variables } from '../graphql/variables.ts';
import { catalogueResolvers, type ResolverTable } from '../operations/resolvers.ts';
import { runOperation } from '../operations/run-operation.ts';
import {
  webhookMutations,
  webhookQueries,
  webhookSubscriptionFields,
} from '../operations/subscription-fields.ts';
import type { ThrottleStatus } from '../throttle/cost-bucket.ts';

export type GraphqlRequest = { query: string; variables: Variables };

type GraphqlAnswer = {
  body: {
    errors?: readonly AnswerError[];
    data?: unknown;
    extensions?: { cost?: CostReport };
  };
  /** Root fields, for the request log. */
  operation: string;
  requestedCost?: number;
  actualCost?: number;
  /** It uses something that this version marks as deprecated. */
  isDeprecated?: boolean;
};

type CostReport = {
  requestedQueryCost: number;
  actualQueryCost: number | null;
  throttleStatus: ThrottleStatus;
};

/** Maximum cost of a document, whatever the bucket has. */
const MAX_QUERY_COST = 1000;

/** Executes a document in this order: parse, validate, variables, size, cost, points, execution. */
export async function executeRequest(
  request: GraphqlRequest,
  context: Omit<Context, 'isSingleProduct' | 'line'>,
  options: { throttle: boolean; fail: boolean },
): Promise<GraphqlAnswer> {
  const schema = schemaOf(context.version);
  const parsed = parseDocument(request.query);
  if (!('document' in parsed)) return refusedDocument(parsed.problem);
  const { document } = parsed;
  const invalid = validateDocument(schema, document);
  const [operation] = operationsOf(document);
  if (operation === undefined) return refusedDocument('It holds no operation.');
  const name = rootFields(operation);
  if (invalid.length > 0) return { body: { errors: invalid }, operation: name };
  const variables = coerceVariables(schema, operation, request.variables);
  if (variables.errors.length > 0) return { body: { errors: variables.errors }, operation: name };

  const costInput: CostInput = { schema, document, operation, variables: variables.values };
  const requested = costOf(costInput);
  const { costs } = context.app;
  const refused = (error: AnswerError): GraphqlAnswer => ({
    body: {
      errors: [error],
      extensions: {
        cost: { requestedQueryCost: requested, actualQueryCost: null, throttleStatus: costs.status() },
      },
    },
    operation: name,
    requestedCost: requested,
  });
  if (requested > MAX_QUERY_COST) return refused(maxCostExceeded(requested));
  if (options.throttle) costs.leave(requested - 1);
  if (!costs.take(requested)) return refused(throttled);
  const tooLong = inputSizeProblem(operation, variables.values);
  if (tooLong !== null) return refused(tooLong);
  if (options.fail) {
    return { body: { errors: [internalError(context.requestId)], data: null }, operation: name };
  }

  const full: Context = { ...context, isSingleProduct: name === 'product', line: null };
  const result = await runOperation(
    { schema, document, operation, variables: variables.values, resolvers: allResolvers },
    full,
  );
  if ('failed' in result) {
    costs.giveBack(requested);
    return { body: { errors: [result.failed], data: null }, operation: name };
  }
  const actual = Math.min(requested, costOf(costInput, result.data ?? null));
  costs.giveBack(requested - actual);
  const cost: CostReport = {
    requestedQueryCost: requested,
    actualQueryCost: actual,
    throttleStatus: costs.status(),
  };
  return {
    body: {
      ...(result.errors.length === 0 ? {} : { errors: result.errors }),
      data: result.data,
      extensions: { cost },
    },
    operation: name,
    requestedCost: requested,
    actualCost: actual,
    isDeprecated: asksDeprecated(schema, document),
  };
}

const throttled: AnswerError = {
  message: 'Throttled',
  extensions: { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' },
};

function maxCostExceeded(cost: number): AnswerError {
  return {
    message: `Query cost is ${cost}, which exceeds the single query max cost limit (${MAX_QUERY_COST}).`,
    extensions: {
      code: 'MAX_COST_EXCEEDED',
      cost,
      maxCost: MAX_QUERY_COST,
      documentation: 'https://shopify.dev/api/usage/rate-limits',
    },
  };
}

function refusedDocument(message: string): GraphqlAnswer {
  return { body: { errors: [{ message, extensions: { code: 'PARSE_ERROR' } }] }, operation: '(unparsed)' };
}

function rootFields({ selectionSet }: OperationDefinitionNode): string {
  const fields = selectionSet.selections.filter(
    (selection): selection is FieldNode => selection.kind === Kind.FIELD,
  );
  return fields.map((field) => field.name.value).join(',');
}

/** Everything that a request can do: the catalogue, bulk operations, and webhooks. */
const allResolvers: ResolverTable = {
  ...catalogueResolvers,
  QueryRoot: { ...bulkOperationQueries, ...webhookQueries, ...catalogueResolvers.QueryRoot },
  Mutation: { ...bulkOperationMutations, ...catalogueResolvers.Mutation, ...webhookMutations },
  BulkOperation: bulkOperationFields,
  WebhookSubscription: webhookSubscriptionFields,
};
