import {
  type DocumentNode,
  execute,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getDirectiveValues,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../fields/context.ts';
import { type AnswerError, internalError, NotModelled } from '../graphql/errors.ts';
import type { Variables } from '../graphql/variables.ts';
import { type ResolverTable, typeNameOf } from './resolvers.ts';

type Executable = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
  readonly resolvers: ResolverTable;
};

type Executed = { readonly data: unknown; readonly errors: readonly AnswerError[] };

/** Executes a validated operation; `failed`: an error of the simulator itself, instead of data. */
export async function runOperation(
  { schema, document, operation, variables, resolvers }: Executable,
  context: Context,
): Promise<Executed | { readonly failed: AnswerError }> {
  const result = await execute({
    schema,
    document,
    contextValue: context,
    variableValues: variables,
    operationName: operation.name?.value ?? null,
    fieldResolver: (source, args, context: Context, info) =>
      resolveField(resolvers[info.parentType.name], source, args, context, info),
    typeResolver: (value: unknown) =>
      typeof value === 'object' && value !== null ? typeNameOf(value) : undefined,
  });
  const unmodelled = result.errors?.find((error) => error.originalError instanceof NotModelled);
  const unexpected = result.errors?.find((error) => !('code' in error.extensions));
  const fault = unmodelled ?? unexpected;
  if (fault !== undefined) return { failed: internalError(context.requestId, fault.message) };
  const errors = (result.errors ?? []).map(({ message, locations = [], extensions, path = [] }) => ({
    message,
    locations,
    extensions,
    path,
  }));
  return { data: result.data, errors };
}

function resolveField(
  table: ResolverTable[string] | undefined,
  source: unknown,
  args: Record<string, unknown>,
  context: Context,
  info: GraphQLResolveInfo,
): unknown {
  const { fieldName, parentType } = info;
  if (table !== undefined) {
    const resolve = table[fieldName];
    if (resolve === undefined) throw new NotModelled(`${parentType.name}.${fieldName}`);
    return resolve(source as never, args, context, { fieldName, idempotencyKey: idempotencyKeyOf(info) });
  }
  const value: unknown =
    typeof source === 'object' && source !== null ? Reflect.get(source, fieldName) : undefined;
  if (value === undefined) throw new NotModelled(`${parentType.name}.${fieldName}`);
  return typeof value === 'function' ? value() : value;
}

function idempotencyKeyOf({ schema, fieldNodes, variableValues }: GraphQLResolveInfo): string | undefined {
  const [node] = fieldNodes;
  const directive = schema.getDirective('idempotent');
  if (!node?.directives?.length || !directive) return undefined;
  const key: unknown = getDirectiveValues(directive, node, variableValues)?.key;
  return typeof key === 'string' ? key : undefined;
}
