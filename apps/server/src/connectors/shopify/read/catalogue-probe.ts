import { z } from 'zod';
import type { SourceCount } from '../../connector.ts';
import type { GraphqlClient, RequestOptions } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { markOf } from './change-marks.ts';
import { COUNTS, READABLE_PRODUCTS } from './documents.ts';

/** Checks before a catalogue is read: its size, and what the token may read. */

export const COST_NOT_READABLE =
  'The cost per item is not readable with this token, so it stays as it was last read. Where the token belongs ' +
  "to a staff member, give them the permission 'View product costs'; else enter the token of an app that may " +
  'read products.';

const countSchema = z.object({ count: z.number(), precision: z.string() });
const countsSchema = z.object({ productsCount: countSchema, productVariantsCount: countSchema.nullish() });
const readableSchema = countsSchema.partial();

type ProductsProbe = { products: number | null; variants: number | null; costReadable: boolean };

/** Throws `scope_missing` if products cannot be read; only the cost may be unreadable. */
export async function probeProducts(client: GraphqlClient, options: RequestOptions): Promise<ProductsProbe> {
  const asked = { ...options, tolerates: isCostDenied };
  const { data, errors } = await client.requestComplete(READABLE_PRODUCTS, asked);
  const { productsCount, productVariantsCount } = parse(readableSchema, data, client);
  return {
    products: productsCount?.count ?? null,
    variants: productVariantsCount?.count ?? null,
    costReadable: errors.length === 0,
  };
}

export async function countCatalogue(client: GraphqlClient, signal: AbortSignal): Promise<SourceCount> {
  const { data, answeredAt } = await client.requestComplete(COUNTS, { signal });
  const { productsCount, productVariantsCount } = parse(countsSchema, data, client);
  return {
    products: productsCount.count,
    variants: productVariantsCount?.count ?? null,
    exact: productsCount.precision === 'EXACT',
    ...(answeredAt === null ? {} : { mark: markOf(client, answeredAt) }),
  };
}

export function isCostDenied(error: {
  code: string | undefined;
  path?: readonly unknown[] | undefined;
}): boolean {
  return error.code === 'ACCESS_DENIED' && error.path?.at(-1) === 'unitCost';
}
