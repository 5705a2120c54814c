import type { StoreType } from '@storefleet/contract/constants';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import { assertAllowedHost, normaliseShopUrl } from '../../connectors/shopify/client/address.ts';
import { SourceError } from '../../connectors/source-error.ts';
import { AppError, invalidField } from '../../platform/http/problem.ts';

/**
 * The address a store is saved under: for a platform store its bare host, which this server must be allowed
 * to contact; for a SQL Server store an identifier of the person's choosing.
 */
export function storeAddress(shopUrl: string, storeType: StoreType, allowedHosts: readonly string[]): string {
  if (!connectsBy({ store_type: storeType }, 'access_token')) return shopUrl;
  const host = refusing(
    () => normaliseShopUrl(shopUrl),
    (message) => invalidField('shop_url', message),
  );
  refusing(
    () => assertAllowedHost(host, allowedHosts),
    (message) =>
      new AppError({ code: 'host_not_allowed', detail: message, errors: [{ path: 'shop_url', message }] }),
  );
  return host;
}

function refusing<T>(check: () => T, refusal: (message: string) => AppError): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof SourceError ? refusal(error.message) : error;
  }
}
