import type { Secret } from '../../../platform/crypto/secret.ts';

/** What a shop exchanges for a token. */
export type Grant =
  | { readonly kind: 'client_credentials' }
  | { readonly kind: 'code'; readonly code: Secret }
  | { readonly kind: 'refresh_token'; readonly refreshToken: Secret };
