import { SHOPIFY_APP_SETTINGS, SHOPIFY_SCOPES } from '@storefleet/contract/constants';
import { parseScopes } from '@storefleet/contract/stores/scopes';
import type { ShopifyApp } from '../../connectors/shopify/oauth/token-endpoint.ts';
import type { SettingsService } from './settings.service.ts';

/** The app for connecting stores through Shopify's consent page. */
export type ConsentApp = ShopifyApp & {
  /** Where Shopify redirects people back to. */
  readonly callbackUrl: string;
  readonly scopes: readonly string[];
};

/** Null until somebody has entered its key and secret. */
export async function readConsentApp(
  settings: Pick<SettingsService, 'readSecret' | 'defaultCallbackUrl'>,
): Promise<ConsentApp | null> {
  const { readSecret, defaultCallbackUrl } = settings;
  const clientId = (await readSecret(SHOPIFY_APP_SETTINGS.apiKey))?.reveal().trim();
  const clientSecret = await readSecret(SHOPIFY_APP_SETTINGS.apiSecret);
  if (!clientId || clientSecret === null || clientSecret.reveal() === '') return null;
  const callbackUrl = (await readSecret(SHOPIFY_APP_SETTINGS.callbackUrl))?.reveal().trim();
  const scopes = parseScopes((await readSecret(SHOPIFY_APP_SETTINGS.scopes))?.reveal() ?? '');
  return {
    clientId,
    clientSecret,
    callbackUrl: callbackUrl || defaultCallbackUrl,
    scopes: scopes.length > 0 ? scopes : SHOPIFY_SCOPES,
  };
}
