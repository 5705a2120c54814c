import { SHOPIFY_APP_SETTINGS } from '@storefleet/contract/constants';
import { kindOf } from '@storefleet/contract/stores/store-kinds';
import type { Secret } from '../../platform/crypto/secret.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { StoreRow } from '../stores/stores.table.ts';
import { openStoreSecret } from '../stores/tokens/store-secrets.ts';
import { isPublicAddress } from './public-address.ts';

type AvailabilityDeps = {
  readonly secretBox: SecretBox;
  /** The value of a setting. */
  readonly readSecret: (key: string) => Promise<Secret | null>;
  /** The URL at which shops reach this server. */
  readonly webhooksUrl: string;
};

export type Availability = {
  /** The secret that a shop's app signs with; null if nobody has entered it. */
  secretOf(store: StoreRow): Promise<Secret | null>;
  /** Why a store cannot have webhooks, as a sentence; null if it can. */
  whyNot(store: StoreRow): Promise<string | null>;
};

export function createAvailability({ secretBox, readSecret, webhooksUrl }: AvailabilityDeps): Availability {
  async function secretOf(store: StoreRow): Promise<Secret | null> {
    const secret =
      store.connection_method === 'oauth'
        ? await readSecret(SHOPIFY_APP_SETTINGS.apiSecret)
        : openStoreSecret(secretBox, store, 'client_secret');
    return secret?.reveal() ? secret : null;
  }

  return {
    secretOf,
    async whyNot(store) {
      if (!kindOf(store).webhooks) return 'A SQL Server does not report its changes.';
      if (store.store_status === 'archived') return 'This store is archived: its changes are not read.';
      if (!isPublicAddress(webhooksUrl)) {
        return 'Shopify can only send to a public https address. Set APP_URL to the one this server has, or WEBHOOKS_URL where Shopify reaches it at another.';
      }
      if ((await secretOf(store)) !== null) return null;
      return store.connection_method === 'oauth'
        ? "Enter the credentials of the Shopify app in the settings first: the shop signs its messages with the app's secret."
        : "Enter the app's API secret key in the form of this store first: the shop signs its messages with it.";
    },
  };
}
