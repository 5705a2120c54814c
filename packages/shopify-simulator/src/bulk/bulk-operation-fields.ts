import type { Resolvers } from '../fields/context.ts';
import { type ConnectionArguments, paginate, sortedList } from '../graphql/connection.ts';
import { NotModelled, resourceNotFound } from '../graphql/errors.ts';
import { inputsOf } from '../graphql/input.ts';
import type { BulkOperation } from '../shop/bulk-operations.ts';
import { dateTimeText, globalId, parseGlobalId } from '../text-forms.ts';
import { runBulkMutation } from './run-bulk-mutation.ts';
import { runBulkQuery } from './run-bulk-query.ts';

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
  // Recorded 2026-05-07 (bulk-operations-sort-key): newest first without `reverse`, as the schema's
  // description of the list says, too.
  bulkOperations: (_, args, { shop }) => {
    if (typeof args.query === 'string' || args.reverse === true || args.sortKey === 'COMPLETED_AT')
      throw new NotModelled('bulkOperations in another order, or searched');
    const list = sortedList(shop.bulkOperations.all, ({ id, createdAt }) => ({ id, value: createdAt }), {
      newestFirst: true,
    });
    return paginate(list, args as ConnectionArguments);
  },
};

export const bulkOperationMutations: Resolvers<unknown> = {
  bulkOperationRunQuery: (_, args, context) => {
    if (args.groupObjects !== true) throw new NotModelled('exports whose objects are not grouped');
    return runBulkQuery(String(args.query), context);
  },
  bulkOperationRunMutation: (_, args, context) => runBulkMutation(args, context),
  stagedUploadsCreate: (_, args, { shop, host, uploads }) => ({
    stagedTargets: inputsOf(args.input).map((input) => uploads.target(shop, input, host)),
    userErrors: [],
  }),
  bulkOperationCancel: (_, args, { shop }) => shop.bulkOperations.cancel(operationId(args.id)),
};
