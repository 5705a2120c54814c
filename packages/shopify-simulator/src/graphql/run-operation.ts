import {
  type DocumentNode,
  execute,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ResponsePath,
} from 'graphql';
import type { Context } from './context.ts';
import { type AnswerError, internalError, NotModelled } from './errors.ts';
import { resolvers, typeNameOf } from './resolvers.ts';
import type { Variables } from './variables.ts';

export type Executable = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
};

export type Executed = { readonly data: unknown; readonly errors: readonly AnswerError[] };

/** Executes what has been validated; `failed`: the simulator's own fault, in place of any data. */
export async function runOperation(
  { schema, document, operation, variables }: Executable,
  context: Context,
): Promise<Executed | { readonly failed: AnswerError }> {
  const result = await execute({
    schema,
    document,
    contextValue: context,
    variableValues: variables,
    operationName: operation.name?.value ?? null,
    fieldResolver,
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

const fieldResolver: GraphQLFieldResolver<unknown, Context> = (source, args, context, info) => {
  const { fieldName, parentType } = info;
  const table = resolvers[parentType.name];
  if (table !== undefined) {
    const resolve = table[fieldName];
    if (resolve === undefined) throw new NotModelled(`${parentType.name}.${fieldName}`);
    return resolve(source as never, args, context, { fieldName, path: pathOf(info) });
  }
  const value: unknown =
    typeof source === 'object' && source !== null ? Reflect.get(source, fieldName) : undefined;
  if (value === undefined) throw new NotModelled(`${parentType.name}.${fieldName}`);
  return typeof value === 'function' ? value() : value;
};

function pathOf(info: GraphQLResolveInfo): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let path: ResponsePath | undefined = info.path; path !== undefined; path = path.prev)
    keys.unshift(path.key);
  return keys;
}
