import { missingScopes, parseScopes } from '@storefleet/contract/stores/scopes';
import type { ShopifyApp } from './known-settings.ts';

export type ShopifyAppDraft = ShopifyApp & { api_secret: string };

/** What prevents saving the Shopify app, by field. */
export function shopifyAppProblems(
  { api_key, api_secret, callback_url }: ShopifyAppDraft,
  hasSecret: boolean,
): Partial<Record<keyof ShopifyAppDraft, string>> {
  const problems: Partial<Record<keyof ShopifyAppDraft, string>> = {};
  if (api_key.trim() === '') problems.api_key = 'API key is required.';
  if (!hasSecret && api_secret.trim() === '') problems.api_secret = 'API secret is required.';
  if (callback_url !== '' && !isWebAddress(callback_url)) {
    problems.callback_url = 'Callback URL must be a web address.';
  }
  return problems;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** What will not work if the app requests only these scopes. */
export function scopesHint(text: string): string {
  const scopes = parseScopes(text);
  if (scopes.length === 0) return 'Optional. Leave blank to request everything Storefleet needs.';
  const missing = missingScopes(scopes);
  return missing.length === 0
    ? 'Separated by commas. Includes everything Storefleet needs.'
    : `Separated by commas. The product also needs ${missing.join(', ')}.`;
}
