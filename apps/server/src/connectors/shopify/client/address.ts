import { SourceError } from '../../source-error.ts';

/** `shop.myshopify.com`, or `host:port` for a loopback host: the format of a store's `shop_url`. */
const EXAMPLE = 'my-shop.myshopify.com';
const ADMIN_HOST = 'admin.shopify.com';

/**
 * Turns a pasted address (scheme, path, capitals, trailing slash, the admin's address) into the bare host.
 * Throws a `rejected` SourceError with a sentence if it has no host.
 */
export function normaliseShopUrl(text: string): string {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') throw rejected(`Enter the shop's address, such as ${EXAMPLE}.`);
  const url = parseAddress(trimmed);
  if (url === null || url.hostname === '') {
    throw rejected(`"${trimmed.slice(0, 100)}" is not a shop address. Enter it like ${EXAMPLE}.`);
  }
  if (url.hostname === ADMIN_HOST) {
    const name = /^\/store\/([a-z0-9][a-z0-9_-]*)(?:\/|$)/.exec(url.pathname)?.[1];
    if (name === undefined) {
      throw rejected(
        `Open the shop in the Shopify admin and paste that address, or enter it like ${EXAMPLE}.`,
      );
    }
    return `${name}.myshopify.com`;
  }
  const hostname = url.hostname.replace(/\.$/, '');
  if (isBareName(hostname) && url.port === '') return `${hostname}.myshopify.com`;
  return url.port === '' ? hostname : `${hostname}:${url.port}`;
}

/**
 * `*` matches exactly one label, and a port has to be listed. Throws a `rejected` SourceError that tells a
 * person with a custom domain which address to use instead.
 */
export function assertAllowedHost(host: string, patterns: readonly string[]): void {
  if (patterns.some((pattern) => matchesHost(host, pattern))) return;
  if (host.endsWith('.myshopify.com') || isLoopbackHost(host) || !patterns.includes('*.myshopify.com')) {
    throw rejected(
      `This server may not contact ${host}: SHOPIFY_ALLOWED_HOSTS allows only ${patterns.join(', ') || 'no host'}.`,
    );
  }
  throw rejected(
    `${host} is not a myshopify.com address. A shop's own domain does not answer the Admin API: use the address that ` +
      `Shopify gave the shop, such as ${EXAMPLE} (Shopify admin, Settings, Domains).`,
  );
}

/** Plain http only for this machine; TLS for every other host. */
export function shopOrigin(host: string): string {
  return `${isLoopbackHost(host) ? 'http' : 'https'}://${host}`;
}

export function matchesHost(host: string, pattern: string): boolean {
  const wanted = pattern.trim().toLowerCase();
  if (!wanted.startsWith('*.')) return wanted !== '' && host === wanted;
  const suffix = wanted.slice(1);
  return host.endsWith(suffix) && /^[a-z0-9][a-z0-9_-]*$/.test(host.slice(0, -suffix.length));
}

export function isLoopbackHost(host: string): boolean {
  const hostname = host.replace(/:\d+$/, '');
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}

function parseAddress(text: string): URL | null {
  if (/\s/.test(text)) return null;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//.exec(text)?.[1];
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return null;
  return URL.parse(scheme === undefined ? `https://${text}` : text);
}

function isBareName(hostname: string): boolean {
  return hostname !== 'localhost' && /^[a-z0-9][a-z0-9_-]*$/.test(hostname);
}

function rejected(message: string): SourceError {
  return new SourceError({ kind: 'rejected', message });
}
