import { createHmac, timingSafeEqual } from 'node:crypto';
import { Secret } from '../../../platform/crypto/secret.ts';
import { shopOrigin } from '../client/address.ts';

/** Shopify's consent page: its URL, and the browser's return from it. */

/** Allowed seconds between Shopify's clock and ours: the same as in Shopify's own library. */
const MAX_CLOCK_DIFFERENCE = 90;

/** Why the return cannot be trusted, as a sentence for people. */
export class ConsentRefused extends Error {
  override readonly name = 'ConsentRefused';
}

export function consentUrl(asked: {
  shop: string;
  clientId: string;
  scopes: readonly string[];
  redirectUri: string;
  state: string;
}): string {
  const url = new URL('/admin/oauth/authorize', shopOrigin(asked.shop));
  url.searchParams.set('client_id', asked.clientId);
  url.searchParams.set('scope', asked.scopes.join(','));
  url.searchParams.set('redirect_uri', asked.redirectUri);
  url.searchParams.set('state', asked.state);
  // An empty value requests an offline token of the app.
  url.searchParams.set('grant_options[]', '');
  return url.href;
}

/**
 * The code sent by a shop, after verifying signature, shop and time. Throws ConsentRefused. The caller knows
 * by `state` whose attempt it is.
 */
export function readConsent(
  query: URLSearchParams,
  expected: { shop: string; clientSecret: Secret; now: Date },
): Secret {
  if (query.get('error') !== null) {
    throw new ConsentRefused('The app was not approved at Shopify. Connect the store with Shopify again.');
  }
  if (!isSigned(query, expected.clientSecret)) {
    throw new ConsentRefused(
      "The response is not signed with the app's secret. Check the API secret in Settings, then connect again.",
    );
  }
  const timestamp = Number(query.get('timestamp') ?? Number.NaN);
  if (!(Math.abs(expected.now.getTime() / 1000 - timestamp) <= MAX_CLOCK_DIFFERENCE)) {
    throw new ConsentRefused(
      "The response is too old or dated in the future. Check this server's clock, then connect again.",
    );
  }
  const shop = (query.get('shop') ?? '').toLowerCase();
  if (shop !== expected.shop) {
    throw new ConsentRefused(
      `${shop.slice(0, 100) || 'No shop'} was connected at Shopify, and this store is ${expected.shop}. ` +
        'Choose that shop at Shopify, or correct the address of the store.',
    );
  }
  const code = query.get('code');
  if (!code) throw new ConsentRefused('Shopify sent no code. Connect the store with Shopify again.');
  return new Secret(code);
}

/** Covers every parameter, including unknown ones; a repeated one is ambiguous. */
function isSigned(query: URLSearchParams, clientSecret: Secret): boolean {
  const names = [...query.keys()];
  if (new Set(names).size !== names.length) return false;
  const message = names
    .filter((name) => name !== 'hmac' && name !== 'signature')
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(query.get(name) ?? '')}`)
    .join('&');
  const wanted = createHmac('sha256', clientSecret.reveal()).update(message).digest();
  const given = query.get('hmac') ?? '';
  return /^[0-9a-f]{64}$/.test(given) && timingSafeEqual(Buffer.from(given, 'hex'), wanted);
}
