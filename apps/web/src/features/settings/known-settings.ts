import {
  APP_NAME_SETTING,
  DEFAULT_APP_NAME,
  RETENTION,
  RETENTION_KINDS,
  SHOPIFY_APP_SETTINGS,
} from '@storefleet/contract/constants';
import type { Setting } from '@storefleet/contract/settings';
import { NOTIFICATION_EMAIL_SETTING } from '@storefleet/contract/syncs/schedule-constants';
import { retentionWords } from '../storage/retention-words.ts';

type KnownSetting = {
  purpose: string;
  /** What happens without it. */
  withoutIt?: string;
  /** Values that must be public, or must stay secret, have no choice. */
  encryptionIsFixed?: boolean;
};

const NO_APP = 'No store can be connected by OAuth until the Shopify app is entered again.';

const RETENTION_SETTINGS = Object.fromEntries(
  RETENTION_KINDS.map((kind): [string, KnownSetting] => [
    RETENTION[kind].setting,
    {
      purpose: `Days to keep: ${retentionWords[kind].name}`,
      withoutIt: `It is kept for ${RETENTION[kind].days} days again.`,
      encryptionIsFixed: true,
    },
  ]),
);

/** The settings that the product itself reads. */
const KNOWN: Readonly<Record<string, KnownSetting>> = {
  [APP_NAME_SETTING]: {
    purpose: 'Title of the application',
    withoutIt: `The title of the application becomes “${DEFAULT_APP_NAME}” again.`,
    encryptionIsFixed: true,
  },
  [NOTIFICATION_EMAIL_SETTING]: {
    purpose:
      'Email address to notify when a schedule stops after failures or a scheduled change needs somebody',
    withoutIt:
      'Nobody is notified when a schedule stops after failures or a scheduled change needs somebody.',
  },
  [SHOPIFY_APP_SETTINGS.apiKey]: { purpose: 'API key of the Shopify app', withoutIt: NO_APP },
  [SHOPIFY_APP_SETTINGS.apiSecret]: {
    purpose: 'API secret of the Shopify app',
    withoutIt: NO_APP,
    encryptionIsFixed: true,
  },
  [SHOPIFY_APP_SETTINGS.callbackUrl]: { purpose: 'Callback URL of the Shopify app' },
  ...RETENTION_SETTINGS,
  [SHOPIFY_APP_SETTINGS.scopes]: { purpose: 'Scopes of the Shopify app' },
};

export const purposeOf = (key: string): string | null => KNOWN[key]?.purpose ?? null;
export const effectOfDeleting = (key: string): string =>
  KNOWN[key]?.withoutIt ?? 'Its value cannot be restored.';
export const encryptionIsFixed = (key: string): boolean => KNOWN[key]?.encryptionIsFixed ?? false;

export type ShopifyApp = { api_key: string; callback_url: string; scopes: string };

/** The saved Shopify app; of its secret only whether it is set, and its last characters. */
export function shopifyAppOf(settings: readonly Setting[]): {
  app: ShopifyApp;
  hasSecret: boolean;
  secretHint: string | null;
} {
  const find = (key: string) => settings.find((setting) => setting.key === key);
  const textOf = (key: string) => find(key)?.value ?? '';
  const secret = find(SHOPIFY_APP_SETTINGS.apiSecret);
  return {
    app: {
      api_key: textOf(SHOPIFY_APP_SETTINGS.apiKey),
      callback_url: textOf(SHOPIFY_APP_SETTINGS.callbackUrl),
      scopes: textOf(SHOPIFY_APP_SETTINGS.scopes),
    },
    hasSecret: secret !== undefined,
    secretHint: secret?.value_hint ?? null,
  };
}
