import { missingScopes as scopesMissingFrom } from '@storefleet/contract/stores/scopes';
import { z } from 'zod';
import type { ConnectionReport, SourceIdentity } from '../../connector.ts';
import { SourceError } from '../../source-error.ts';
import { ask } from '../client/ask.ts';
import type { GraphqlClient, RequestOptions } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { FIRST_WITH_BULK_OPERATION_BY_ID, isOlder, versionNotice } from '../client/versions.ts';
import { COST_NOT_READABLE, probeProducts } from './catalogue-probe.ts';
import { connectionTest, SHOP_IDENTITY } from './documents.ts';

/** A person is waiting: one retry, then report the problem. */
const MAX_ATTEMPTS = 2;

const addressSchema = z.object({ countryCodeV2: z.string().nullish() }).nullish();

const identityFields = {
  id: z.string(),
  myshopifyDomain: z.string(),
  primaryDomain: z.object({ host: z.string() }).nullish(),
};
const identitySchema = z.object({ shop: z.object(identityFields) });

const connectionSchema = z.object({
  shop: z.object({
    ...identityFields,
    name: z.string(),
    email: z.string().nullish(),
    contactEmail: z.string().nullish(),
    shopAddress: addressSchema,
    billingAddress: addressSchema,
    plan: z.object({ publicDisplayName: z.string().nullish() }).nullish(),
    currencyCode: z.string(),
    ianaTimezone: z.string().nullish(),
  }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }).nullish(),
});

export async function testConnection(
  client: GraphqlClient,
  { host, askedVersion, signal }: { host: string; askedVersion: string; signal: AbortSignal },
): Promise<ConnectionReport> {
  const options: RequestOptions = { signal, maxAttempts: MAX_ATTEMPTS, priority: 'person' };
  const { shop, currentAppInstallation } = await askShop(client, options);
  const scopes = (currentAppInstallation?.accessScopes ?? []).map((scope) => scope.handle).sort();
  const readable = await probeProducts(client, options);
  const missingScopes = currentAppInstallation ? scopesMissingFrom(scopes) : [];
  const apiVersionServed = client.servedVersion();
  const notices = [
    versionNotice(askedVersion, apiVersionServed),
    readable.costReadable ? null : COST_NOT_READABLE,
    host.endsWith('.myshopify.com') && shop.myshopifyDomain !== host
      ? `Shopify knows this shop as ${shop.myshopifyDomain}.`
      : null,
  ];
  return {
    identity: identityOf(shop),
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
    variants: readable.variants,
    notices: notices.filter((notice) => notice !== null),
  };
}

/** A person may be waiting for this; it is requested no more often than a connection test. */
export async function identifyShop(client: GraphqlClient, signal: AbortSignal): Promise<SourceIdentity> {
  const asking = { client, signal, maxAttempts: MAX_ATTEMPTS, priority: 'person' } as const;
  return identityOf((await ask(asking, SHOP_IDENTITY, identitySchema)).shop);
}

function identityOf({
  id,
  myshopifyDomain,
  primaryDomain,
}: z.output<typeof identitySchema>['shop']): SourceIdentity {
  const hosts = [myshopifyDomain, ...(primaryDomain ? [primaryDomain.host] : [])];
  return { id, domains: [...new Set(hosts.map((host) => host.toLowerCase()))] };
}

/** If only a detail of the shop is refused, it is shown as empty: it does not prevent a sync. */
async function askShop(client: GraphqlClient, options: RequestOptions) {
  try {
    const { data } = await client.request(connectionTest('shopAddress'), options);
    return parse(connectionSchema, data, client);
  } catch (error) {
    const tooOld = isOlder(client.servedVersion(), FIRST_WITH_BULK_OPERATION_BY_ID);
    if (!(error instanceof SourceError) || error.kind !== 'protocol' || !tooOld) throw error;
    const { data } = await client.request(connectionTest('billingAddress'), options);
    return parse(connectionSchema, data, client);
  }
}
