import { messages } from '@storefleet/contract/messages';
import type { ConnectionTest } from '@storefleet/contract/stores/connection-test';
import { type AccessTokens, enteredToken } from '../../../connectors/shopify/client/access-tokens.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import { Secret } from '../../../platform/crypto/secret.ts';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import { invalidField } from '../../../platform/http/problem.ts';
import type { StoreRow } from '../stores.table.ts';
import { openStoreSecret } from './store-secrets.ts';
import type { StoreTokens } from './store-tokens.ts';

/**
 * The credentials to test, as entered. A blank secret stands for that of `own`, the store being edited, as
 * long as the address is its own.
 */
export function tokensToTest(
  input: ConnectionTest,
  own: StoreRow | null,
  { storeTokens, secretBox }: { storeTokens: StoreTokens; secretBox: SecretBox },
): AccessTokens {
  const same = own?.connection_method === input.connection_method ? own : null;
  if (input.connection_method === 'oauth') {
    return (same && storeTokens.tokensOf(same)) ?? refusingTokens(input.shop_url);
  }
  if (input.connection_method === 'client_credentials') {
    const clientId = input.client_id ?? same?.client_id;
    const clientSecret = input.client_secret
      ? new Secret(input.client_secret)
      : own && openStoreSecret(secretBox, own, 'client_secret');
    if (!clientId) throw invalidField('client_id', 'Client id is required.');
    if (!clientSecret) throw invalidField('client_secret', 'Client secret is required.');
    return storeTokens.tokensForTyped(input.shop_url, { clientId, clientSecret });
  }
  if (input.access_token) return enteredToken(new Secret(input.access_token));
  const stored = same && openStoreSecret(secretBox, same, 'access_token');
  if (!stored) throw invalidField('access_token', messages.stores.connectionTestFieldsMissing);
  return enteredToken(stored);
}

/** Shops only grant tokens to saved stores: the consent page redirects back to one. */
function refusingTokens(shopUrl: string): AccessTokens {
  return {
    app: 'none',
    async current() {
      throw new SourceError({
        kind: 'auth',
        message: `There is no token for ${shopUrl} yet. Save the store and connect it with Shopify, then test the connection.`,
      });
    },
    renewed: async () => null,
  };
}
