import { z } from 'zod';
import { type ConnectionReport, type SourceCount, SourceError } from '../connector.ts';
import { COUNTS, connectionTest, READABLE_PRODUCTS } from './documents.ts';
import { fromGraphqlErrors, missingScope, protocolError } from './errors.ts';
import type { GraphqlClient } from './graphql-client.ts';
import { FIRST_WITH_BULK_OPERATION_BY_ID, isOlder, versionNotice } from './versions.ts';

/** What a token should be allowed to do for everything Storefleet offers. */
const WANTED_SCOPES = [
  'read_products',
  'write_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
];

export const COST_NOT_READABLE =
  'The cost per item is not readable with this token, so it stays empty. Give the app read_inventory and, where the ' +
  "token belongs to a staff member, the permission 'View product costs'.";

const addressSchema = z.object({ countryCodeV2: z.string().nullish() }).nullish();

const connectionSchema = z.object({
  shop: z.object({
    name: z.string(),
    email: z.string().nullish(),
    contactEmail: z.string().nullish(),
    myshopifyDomain: z.string(),
    primaryDomain: z.object({ host: z.string() }).nullish(),
    shopAddress: addressSchema,
    billingAddress: addressSchema,
    plan: z.object({ publicDisplayName: z.string().nullish() }).nullish(),
    currencyCode: z.string(),
    ianaTimezone: z.string().nullish(),
  }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }).nullish(),
});

const countSchema = z.object({ count: z.number(), precision: z.string() });
const countsSchema = z.object({ productsCount: countSchema, productVariantsCount: countSchema.nullish() });
const readableSchema = z.object({ productsCount: countSchema.nullish() });

export async function testConnection(
  client: GraphqlClient,
  { host, askedVersion, signal }: { host: string; askedVersion: string; signal: AbortSignal },
): Promise<ConnectionReport> {
  const { shop, currentAppInstallation } = await askShop(client, signal);
  const scopes = (currentAppInstallation?.accessScopes ?? []).map((scope) => scope.handle).sort();
  const readable = await probeProducts(client, signal);
  const missingScopes = currentAppInstallation ? WANTED_SCOPES.filter((scope) => !grants(scopes, scope)) : [];
  const apiVersionServed = client.servedVersion();
  const notices = [
    versionNotice(askedVersion, apiVersionServed),
    missingScopes.length === 0 ? null : missingScope(missingScopes),
    readable.costReadable ? null : COST_NOT_READABLE,
    host.endsWith('.myshopify.com') && shop.myshopifyDomain !== host
      ? `Shopify knows this shop as ${shop.myshopifyDomain}.`
      : null,
  ];
  return {
    name: shop.name,
    email: shop.email || shop.contactEmail || null,
    domain: shop.primaryDomain?.host ?? shop.myshopifyDomain,
    country: (shop.shopAddress ?? shop.billingAddress)?.countryCodeV2 ?? null,
    planName: shop.plan?.publicDisplayName ?? null,
    currency: shop.currencyCode,
    timezone: shop.ianaTimezone ?? null,
    apiVersionAsked: askedVersion,
    apiVersionServed,
    scopes,
    missingScopes,
    products: readable.products,
    notices: notices.filter((notice) => notice !== null),
  };
}

export type ProductsProbe = { products: number | null; costReadable: boolean };

/** Throws `scope_missing` when products cannot be read at all; cost alone may be out of sight. */
export async function probeProducts(client: GraphqlClient, signal: AbortSignal): Promise<ProductsProbe> {
  const { data, errors, requestId } = await client.request(READABLE_PRODUCTS, { signal });
  const others = errors.filter((error) => !isCostDenied(error));
  if (others.length > 0) {
    throw fromGraphqlErrors(others, { ...client.context(), requestId });
  }
  const products = parse(readableSchema, data, client).productsCount?.count ?? null;
  return { products, costReadable: errors.length === 0 };
}

export async function countCatalogue(client: GraphqlClient, signal: AbortSignal): Promise<SourceCount> {
  const data = await client.requestComplete(COUNTS, { signal });
  const { productsCount, productVariantsCount } = parse(countsSchema, data, client);
  return {
    products: productsCount.count,
    variants: productVariantsCount?.count ?? null,
    exact: productsCount.precision === 'EXACT',
  };
}

export function isCostDenied(error: {
  code: string | undefined;
  path?: readonly unknown[] | undefined;
}): boolean {
  return error.code === 'ACCESS_DENIED' && error.path?.at(-1) === 'unitCost';
}

async function askShop(client: GraphqlClient, signal: AbortSignal) {
  try {
    const data = await client.requestComplete(connectionTest('shopAddress'), { signal });
    return parse(connectionSchema, data, client);
  } catch (error) {
    const tooOld = isOlder(client.servedVersion(), FIRST_WITH_BULK_OPERATION_BY_ID);
    if (!(error instanceof SourceError) || error.kind !== 'protocol' || !tooOld) {
      throw error;
    }
    const data = await client.requestComplete(connectionTest('billingAddress'), { signal });
    return parse(connectionSchema, data, client);
  }
}

/** `write_x` includes `read_x`, and Shopify may list the first alone. */
function grants(scopes: readonly string[], wanted: string): boolean {
  return scopes.includes(wanted) || scopes.includes(wanted.replace(/^read_/, 'write_'));
}

export function parse<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  client: GraphqlClient,
): z.output<Schema> {
  const result = schema.safeParse(data);
  if (!result.success) {
    const path = result.error.issues[0]?.path.join('.') ?? '';
    throw protocolError(`${path} is not what it should be`, client.context());
  }
  return result.data;
}
