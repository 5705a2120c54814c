import { SHOPIFY_APP_SETTINGS } from '@storefleet/contract/constants';
import { kindOf } from '@storefleet/contract/stores/store-kinds';
import type { Secret } from '../../platform/crypto/secret.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { placeOfSetting } from '../settings/settings.service.ts';
import type { StoreRow } from '../stores/stores.table.ts';
import { openStoreSecret, placeOfStoreSecret } from '../stores/tokens/store-secrets.ts';
import { readFormerSecrets } from './former-secrets.ts';
import { isPublicAddress } from './public-address.ts';

type AvailabilityDeps = {
  readonly db: Queryable;
  readonly secretBox: SecretBox;
  /** The value of a setting. */
  readonly readSecret: (key: string) => Promise<Secret | null>;
  /** The URL at which shops reach this server. */
  readonly webhooksUrl: string;
};

export type Availability = {
  /** The secrets that a shop's app may sign with; empty if nobody has entered one. */
  secretsOf(store: StoreRow): Promise<Secret[]>;
  /** Why a store cannot have webhooks, as a sentence; null if it can. */
  whyNot(store: StoreRow): Promise<string | null>;
};

export function createAvailability({
  db,
  secretBox,
  readSecret,
  webhooksUrl,
}: AvailabilityDeps): Availability {
  async function secretOf(store: StoreRow): Promise<Secret | null> {
    const secret =
      store.connection_method === 'oauth'
        ? await readSecret(SHOPIFY_APP_SETTINGS.apiSecret)
        : openStoreSecret(secretBox, store, 'client_secret');
    return secret?.reveal() ? secret : null;
  }

  return {
    async secretsOf(store) {
      const secret = await secretOf(store);
      if (secret === null) return [];
      const place =
        store.connection_method === 'oauth'
          ? placeOfSetting(SHOPIFY_APP_SETTINGS.apiSecret)
          : placeOfStoreSecret(store.id, 'client_secret');
      return [secret, ...(await readFormerSecrets(db, secretBox, place))];
    },
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
