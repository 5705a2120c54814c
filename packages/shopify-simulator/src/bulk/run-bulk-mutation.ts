import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GraphQLSchema } from 'graphql';
import type { Arguments, Context } from '../fields/context.ts';
import { type AnswerError, accessDenied } from '../graphql/errors.ts';
import { schemaOf } from '../graphql/schemas.ts';
import { coerceVariables, inputSizeProblem } from '../graphql/variables.ts';
import { catalogueResolvers } from '../operations/resolvers.ts';
import { runOperation } from '../operations/run-operation.ts';
import { type BulkOutcome, type BulkRun, failAsArranged } from '../shop/bulk-operations.ts';
import { type BulkDocument, readBulkDocument } from './validate-bulk.ts';

/** `bulkOperationRunMutation`: refuses, or starts an operation. */
export function runBulkMutation(args: Arguments, context: Context) {
  const { shop, uploads } = context;
  const refused = (message: string, code: string) => ({
    bulkOperation: null,
    userErrors: [{ field: null, message, code }],
  });
  const clientIdentifier = typeof args.clientIdentifier === 'string' ? args.clientIdentifier : null;
  const text = String(args.mutation);
  const schema = schemaOf(context.version);
  const checked = readBulkDocument(schema, text, 'mutation');
  if ('problem' in checked) return refused(checked.problem, 'INVALID_MUTATION');
  const file = uploads.find(shop.domain, String(args.stagedUploadPath));
  if (file === null) {
    const message =
      "The JSONL file could not be found. Try uploading the file again, and check that you've entered the URL correctly for the stagedUploadPath mutation argument.";
    return refused(message, 'NO_SUCH_FILE');
  }
  const tooMany = shop.bulkOperations.inProgress('MUTATION');
  if (tooMany !== null) return { bulkOperation: null, userErrors: [tooMany] };
  const bulkOperation = shop.bulkOperations.start(
    {
      type: 'MUTATION',
      query: text,
      clientIdentifier,
      app: context.app.app,
      resultKey: null,
      run: (run) => runLines(run, { schema, ...checked }, linesOf(file), context),
    },
    context.host,
  );
  return { bulkOperation, userErrors: [] };
}

type Prepared = BulkDocument & { readonly schema: GraphQLSchema };

/** Runs line by line; results are written in another order, swapping pairs. */
async function runLines(
  run: BulkRun,
  mutation: Prepared,
  lines: Iterable<string>,
  context: Context,
): Promise<BulkOutcome> {
  const limit = context.bulkFailure?.afterObjects ?? Number.POSITIVE_INFINITY;
  let done = 0;
  let waiting: string | null = null;
  const write = async (text: string): Promise<void> => {
    if (run.file.add(text)) return;
    await run.flush(done, done);
    run.file.add(text);
  };
  const finish = async (outcome: BulkOutcome): Promise<BulkOutcome> => {
    if (waiting !== null) await write(waiting);
    await run.flush(done, done);
    run.file.seal();
    return outcome;
  };
  for (const line of lines) {
    if (done === limit) break;
    if (!(await run.keepPace(done + 1))) return finish('CANCELED');
    const result = await runLine(mutation, line, { ...context, line: done });
    done += 1;
    run.operation.objectCount = done;
    run.operation.rootObjectCount = done;
    if (waiting === null) waiting = result;
    else {
      await write(result);
      await write(waiting);
      waiting = null;
    }
    await nextTurn();
  }
  return finish(failAsArranged(run.operation, context.bulkFailure));
}

async function runLine(mutation: Prepared, line: string, context: Context): Promise<string> {
  const answer = await answerOf(mutation, line, context);
  // Slashes are escaped in results, as in those of bulk queries.
  return `${JSON.stringify({ ...answer, __lineNumber: context.line }).replaceAll('/', '\\/')}\n`;
}

type LineAnswer = { data: unknown } | { errors: readonly AnswerError[]; data?: unknown };

async function answerOf(mutation: Prepared, line: string, context: Context): Promise<LineAnswer> {
  const { schema, operation, document } = mutation;
  const given = parseLine(line);
  if (given === null) {
    return {
      errors: [{ message: 'The line is not a JSON object.', extensions: { code: 'INVALID_VARIABLE' } }],
    };
  }
  const { values, errors } = coerceVariables(schema, operation, given);
  if (errors.length > 0) return { errors };
  const tooLong = inputSizeProblem(operation, values);
  if (tooLong !== null) return { errors: [tooLong] };
  const executed = await runOperation(
    { schema, document, operation, variables: values, resolvers: catalogueResolvers },
    context,
  );
  if ('failed' in executed) return { errors: [executed.failed] };
  const refusal = executed.errors.find(({ extensions }) => extensions.code === 'ACCESS_DENIED');
  if (refusal !== undefined) {
    throw accessDenied(String(refusal.path?.[0]), String(refusal.extensions.requiredAccess));
  }
  return executed.errors.length > 0
    ? { errors: executed.errors, data: executed.data }
    : { data: executed.data };
}

function parseLine(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Skips empty lines. */
function* linesOf(file: Buffer): Generator<string> {
  for (let start = 0; start < file.length; ) {
    const found = file.indexOf(0x0a, start);
    const end = found === -1 ? file.length : found;
    const line = file.subarray(start, end).toString('utf8').trim();
    if (line !== '') yield line;
    start = end + 1;
  }
}
