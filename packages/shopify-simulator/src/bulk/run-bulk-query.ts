import { type Context, requireScope } from '../fields/context.ts';
import { schemaOf } from '../graphql/schemas.ts';
import { type BulkOutcome, type BulkRun, failAsArranged } from '../shop/bulk-operations.ts';
import { bulkLines, compileBulkQuery, type RootConnection } from './line-writer.ts';
import { readBulkDocument } from './validate-bulk.ts';

/** `bulkOperationRunQuery`: refuses, or starts an operation. */
export function runBulkQuery(query: string, context: Context) {
  const { shop, version } = context;
  const checked = readBulkDocument(schemaOf(version), query, 'query');
  if ('problem' in checked) {
    const refused = { field: ['query'], message: `Invalid bulk query: ${checked.problem}`, code: 'INVALID' };
    return { bulkOperation: null, userErrors: [refused] };
  }
  const roots = compileBulkQuery(schemaOf(version), checked, context);
  const tooMany = shop.bulkOperations.inProgress('QUERY');
  if (tooMany !== null) return { bulkOperation: null, userErrors: [tooMany] };
  const isOrdinary = context.bulkFailure === null && shop.bulkObjectsPerSecond === null;
  const { revision } = shop.catalogue;
  const bulkOperation = shop.bulkOperations.start(
    {
      type: 'QUERY',
      query,
      clientIdentifier: null,
      app: context.app.app,
      resultKey: isOrdinary ? JSON.stringify([revision, version, context.app.token, query]) : null,
      run: (run) => writeObjects(run, roots, context),
    },
    context.host,
  );
  return { bulkOperation, userErrors: [] };
}

async function writeObjects(
  run: BulkRun,
  roots: readonly RootConnection[],
  context: Context,
): Promise<BulkOutcome> {
  for (const root of roots) requireScope(context, root.field, 'read_products');
  const lines = bulkLines(roots, context);
  const limit = context.bulkFailure?.afterObjects ?? Number.POSITIVE_INFINITY;
  let objects = 0;
  let rootObjects = 0;
  for (const line of lines) {
    if (objects === limit) break;
    if (!run.file.add(line.text)) {
      if (!(await run.keepPace(objects))) return 'CANCELED';
      await run.flush(objects, rootObjects);
      run.file.add(line.text);
    }
    objects += 1;
    if (line.isRoot) rootObjects += 1;
  }
  if (!(await run.keepPace(objects))) return 'CANCELED';
  await run.flush(objects, rootObjects);
  run.file.seal();
  return failAsArranged(run.operation, context.bulkFailure);
}
