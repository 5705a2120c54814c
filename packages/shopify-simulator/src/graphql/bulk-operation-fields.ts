import type { BulkOperation } from '../bulk/bulk-operations.ts';
import { runBulkMutation } from '../bulk/run-bulk-mutation.ts';
import { runBulkQuery } from '../bulk/run-bulk-query.ts';
import { inputsOf } from '../mutations/input.ts';
import { dateTimeText, globalId, parseGlobalId } from '../text-forms.ts';
import { filtered } from './catalogue-lists.ts';
import { type ConnectionArguments, paginate, sortedList } from './connection.ts';
import type { Resolvers } from './context.ts';
import { resourceNotFound } from './errors.ts';
import { compileSearch, type SearchFields } from './search.ts';

/** `status:EXPIRED` is not accepted here. */
const bulkOperationSearch: SearchFields<BulkOperation> = {
  words: () => [],
  fields: {
    status: {
      kind: 'choice',
      values: ['canceled', 'canceling', 'completed', 'created', 'failed', 'running'],
      of: ({ status }) => status.toLowerCase(),
    },
    operation_type: { kind: 'choice', values: ['query', 'mutation'], of: ({ type }) => type.toLowerCase() },
    created_at: { kind: 'date', of: ({ createdAt }) => createdAt },
    id: { kind: 'number', of: ({ id }) => [id] },
  },
};

export const bulkOperationFields: Resolvers<BulkOperation> = {
  id: ({ id }) => globalId('BulkOperation', id),
  type: ({ type }) => type,
  status: ({ status }) => status,
  errorCode: ({ errorCode }) => errorCode,
  createdAt: ({ createdAt }) => dateTimeText(createdAt),
  completedAt: ({ completedAt }) => (completedAt === null ? null : dateTimeText(completedAt)),
  objectCount: ({ objectCount }) => String(objectCount),
  rootObjectCount: ({ rootObjectCount }) => String(rootObjectCount),
  fileSize: ({ fileSize }) => (fileSize === null ? null : String(fileSize)),
  url: ({ url }) => url,
  partialDataUrl: ({ partialDataUrl }) => partialDataUrl,
  query: ({ query }) => query,
};

function operationId(gid: unknown): number {
  const parsed = parseGlobalId(String(gid));
  if (parsed?.type !== 'BulkOperation') throw resourceNotFound(String(gid));
  return parsed.id;
}

export const bulkOperationQueries: Resolvers<unknown> = {
  bulkOperation: (_, args, { shop }) => shop.bulkOperations.find(operationId(args.id)),
  currentBulkOperation: (_, args, { shop }) =>
    shop.bulkOperations.all.findLast(({ type }) => type === (args.type ?? 'QUERY')) ?? null,
  // Recorded 2026-05-07 (bulk-operations-sort-key): the newest comes first without `reverse`, and what has no time of
  // completion last. The schema's description of the list says the same.
  bulkOperations: (_, args, context, info) => {
    const list = sortedList(context.shop.bulkOperations.all, (operation) => ({
      id: operation.id,
      value: args.sortKey === 'COMPLETED_AT' ? (operation.completedAt ?? 0) : operation.createdAt,
    }));
    const query = typeof args.query === 'string' ? args.query : '';
    const search = compileSearch(query, bulkOperationSearch);
    const page: ConnectionArguments = { ...args, reverse: args.reverse !== true };
    if (search === null) return paginate(list, page);
    const { matches, warnings, parsed } = search;
    if (warnings.length > 0) context.searches.push({ path: info.path, query, parsed, warnings });
    return paginate(filtered(list, matches), page);
  },
};

export const bulkOperationMutations: Resolvers<unknown> = {
  bulkOperationRunQuery: (_, args, context) =>
    runBulkQuery(String(args.query), args.groupObjects === true, context),
  bulkOperationRunMutation: (_, args, context) => runBulkMutation(args, context),
  stagedUploadsCreate: (_, args, { shop, host, uploads }) => ({
    stagedTargets: inputsOf(args.input).map((input) => uploads.target(shop, input, host)),
    userErrors: [],
  }),
  bulkOperationCancel: (_, args, { shop }) => shop.bulkOperations.cancel(operationId(args.id)),
};
