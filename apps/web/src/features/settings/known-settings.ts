import {
  APP_NAME_SETTING,
  DEFAULT_APP_NAME,
  NOTIFICATION_EMAIL_SETTING,
  SHOPIFY_APP_SETTINGS,
} from '@storefleet/contract/constants';
import type { Setting } from '@storefleet/contract/settings';

/** What a setting that the product itself reads is for; null for any other. */
export function purposeOf(key: string): string | null {
  switch (key) {
    case APP_NAME_SETTING:
      return 'Title of the application';
    case NOTIFICATION_EMAIL_SETTING:
      return 'E-mail address that gets a mail when a schedule stops after failures';
    case SHOPIFY_APP_SETTINGS.apiKey:
      return 'API key of the Shopify app';
    case SHOPIFY_APP_SETTINGS.apiSecret:
      return 'API secret of the Shopify app';
    case SHOPIFY_APP_SETTINGS.callbackUrl:
      return 'Callback URL of the Shopify app';
    case SHOPIFY_APP_SETTINGS.scopes:
      return 'Scopes of the Shopify app';
    default:
      return null;
  }
}

/** What becomes of the product without the setting. */
export function effectOfDeleting(key: string): string {
  if (key === APP_NAME_SETTING) return `The title of the application becomes “${DEFAULT_APP_NAME}” again.`;
  if (key === NOTIFICATION_EMAIL_SETTING) {
    return 'Nobody gets a mail any more when a schedule stops after failures.';
  }
  if (key === SHOPIFY_APP_SETTINGS.apiKey || key === SHOPIFY_APP_SETTINGS.apiSecret) {
    return 'No store can be connected by OAuth until the Shopify app is entered again.';
  }
  return 'Its value cannot be brought back.';
}

/** What everybody is to see, or must never see, cannot be chosen. */
export function encryptionIsFixed(key: string): boolean {
  return key === APP_NAME_SETTING || key === SHOPIFY_APP_SETTINGS.apiSecret;
}

export type ShopifyApp = { api_key: string; callback_url: string; scopes: string };

/** The saved Shopify app; of its secret only whether there is one, and how it ends. */
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
