import { isIP } from 'node:net';
import { AuthError } from '../../auth-error.ts';

/** The site a passkey belongs to, in WebAuthn's terms. */
export type RelyingParty = { readonly id: string; readonly origin: string };

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The site of the public address; of a local installation, the one the page came from. "An RP ID is a valid domain
 * string" (Web Authentication, 5.4.2): an IP address is none.
 */
export function relyingParty(appUrl: string, host: string | undefined): RelyingParty {
  const site = new URL(appUrl);
  if (LOCAL.includes(site.hostname) && host !== undefined && URL.canParse(`${site.protocol}//${host}`)) {
    site.host = host;
  }
  if (isIP(site.hostname.replace(/^\[|\]$/g, '')) !== 0) {
    throw new AuthError(404, 'passkey_disabled', 'Passkeys need an address with a name, such as localhost.');
  }
  return { id: site.hostname, origin: site.origin };
}
