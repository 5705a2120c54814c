import type { z } from 'zod';
import { type ErrorContext, protocolError } from './errors.ts';

/** An answer of Shopify as the expected type; anything else is a protocol error that names the path. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  client: { context(): ErrorContext },
): z.output<Schema> {
  const result = schema.safeParse(data);
  if (!result.success) {
    const path = result.error.issues[0]?.path.join('.') ?? '';
    throw protocolError(`${path} is not what it should be`, client.context());
  }
  return result.data;
}
