/** An app as registered at Shopify. */
export type ClientAppOptions = {
  clientId: string;
  clientSecret: string;
  name?: string;
  /** Shops of the same organisation accept its client credentials. */
  organization?: string;
  /** Where it may redirect people. Default: anywhere. */
  redirectUrls?: readonly string[];
  /** Scopes that can be granted. Default: all requested ones. */
  scopes?: readonly string[];
  /** False: its offline tokens never expire, even if it requests expiring ones. */
  expiringTokens?: boolean;
};

export type ClientApp = Required<Omit<ClientAppOptions, 'redirectUrls' | 'scopes'>> &
  Pick<ClientAppOptions, 'redirectUrls' | 'scopes'>;

export const DEFAULT_ORGANIZATION = 'organization-1';

export function toClientApp(options: ClientAppOptions): ClientApp {
  const { clientId, name = 'An app', organization = DEFAULT_ORGANIZATION, expiringTokens = true } = options;
  if (clientId === '' || options.clientSecret === '') {
    throw new TypeError('An app needs a client id and a client secret.');
  }
  return { ...options, name, organization, expiringTokens };
}

/** The requested scopes that this app can be granted. */
export function grantable(app: ClientApp, asked: readonly string[]): string[] {
  return asked.filter((scope) => app.scopes === undefined || app.scopes.includes(scope));
}

/** Comma-separated like Shopify's scopes: `write_x` includes `read_x`. */
export function scopeText(scopes: Iterable<string>): string {
  const all = new Set(scopes);
  return [...all]
    .filter((scope) => !all.has(scope.replace(/^read_/, 'write_')) || scope.startsWith('write_'))
    .join(',');
}

export function scopesOf(text: string): string[] {
  const scopes = text.split(',').map((scope) => scope.trim());
  return [...new Set(scopes.filter((scope) => scope !== ''))];
}
