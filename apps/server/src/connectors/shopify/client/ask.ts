import type { z } from 'zod';
import type { CompleteOptions, GraphqlClient, Operation } from './graphql-client.ts';
import { parse } from './parse.ts';

/** How a reading asks for everything. */
export type Asking = Omit<CompleteOptions, 'variables'> & { readonly client: GraphqlClient };

/** The complete answer as the expected type. */
export async function ask<Schema extends z.ZodType>(
  { client, ...options }: Asking,
  operation: Operation,
  schema: Schema,
  variables: Record<string, unknown> = {},
): Promise<z.output<Schema>> {
  const { data } = await client.requestComplete(operation, { ...options, variables });
  return parse(schema, data, client);
}
