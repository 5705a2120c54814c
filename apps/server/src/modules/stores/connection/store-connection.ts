import type { ConnectionMethod } from '@storefleet/contract/constants';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import { invalidField } from '../../../platform/http/problem.ts';
import type { StoreChanges, StoreRow } from '../stores.table.ts';
import { NO_GRANTED_TOKEN } from '../tokens/store-tokens.repository.ts';

/** Which credentials each connection method of a platform store needs, and which it must not keep. */

export function requireCredentials(store: StoreRow): void {
  if (!connectsBy(store, 'access_token')) return;
  if (store.connection_method === 'admin_api_token' && store.access_token_sealed === null) {
    throw invalidField('access_token', 'Admin API token is required.');
  }
  if (store.connection_method === 'client_credentials') {
    if (!store.client_id) throw invalidField('client_id', 'Client id is required.');
    if (store.client_secret_sealed === null)
      throw invalidField('client_secret', 'Client secret is required.');
  }
}

/** A stored secret is only sent to the shop it was entered for, as with a SQL Server. */
export function refuseMovedToken(
  before: StoreRow,
  after: StoreRow,
  typed: { readonly token: boolean; readonly clientSecret: boolean },
): void {
  if (!connectsBy(before, 'access_token') || before.shop_url === after.shop_url) return;
  const only = `the stored one is only sent to ${before.shop_url}.`;
  if (after.connection_method === 'admin_api_token' && !typed.token) {
    throw invalidField('access_token', `Enter the token again: ${only}`);
  }
  if (after.connection_method === 'client_credentials' && !typed.clientSecret) {
    throw invalidField('client_secret', `Enter the client secret again: ${only}`);
  }
}

/** An entered token only counts if the store connects with it. */
export function tokenFor(method: ConnectionMethod, entered: string | undefined): string | undefined {
  return method === 'admin_api_token' ? entered : undefined;
}

/**
 * What an edit does to the stored token: a granted one belongs to its shop, method and app; an entered one
 * belongs to its method. A concurrent renewal notices by losing its claim.
 */
export function tokenChanges(before: StoreRow, after: StoreRow, entersToken: boolean): StoreChanges {
  const isEntered = before.connection_method === 'admin_api_token';
  const isOtherMethod = before.connection_method !== after.connection_method;
  const isOtherShop = !isEntered && before.shop_url !== after.shop_url;
  const isOtherApp =
    after.connection_method === 'client_credentials' &&
    (before.client_id !== after.client_id || before.client_secret_sealed !== after.client_secret_sealed);
  if (!isOtherMethod && !isOtherShop && !isOtherApp) return {};
  const { access_token_sealed, access_token_hint } = after;
  return {
    ...NO_GRANTED_TOKEN,
    ...(entersToken ? { access_token_sealed, access_token_hint } : {}),
    authorized_at: null,
    authorization_error: null,
  };
}
