import { REQUIRED_SHOPIFY_SCOPES } from '../constants.ts';

/** What the product needs and is not allowed; `write_x` includes `read_x`, and Shopify may name the first alone. */
export function missingScopes(granted: readonly string[]): string[] {
  return REQUIRED_SHOPIFY_SCOPES.filter(
    (scope) => !granted.includes(scope) && !granted.includes(scope.replace(/^read_/, 'write_')),
  );
}

/** Scopes as Shopify and people list them: separated by commas, with or without spaces. */
export function parseScopes(text: string): string[] {
  const scopes = text.split(',').map((scope) => scope.trim());
  return [...new Set(scopes.filter((scope) => scope !== ''))];
}
