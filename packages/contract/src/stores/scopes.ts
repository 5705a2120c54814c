import { REQUIRED_SHOPIFY_SCOPES } from '../constants.ts';

/**
 * Required scopes that are not granted; `write_x` includes `read_x`, and Shopify may list only the former.
 */
export function missingScopes(granted: readonly string[]): string[] {
  return REQUIRED_SHOPIFY_SCOPES.filter(
    (scope) => !granted.includes(scope) && !granted.includes(scope.replace(/^read_/, 'write_')),
  );
}

/** Scopes as listed by Shopify and people: separated by commas, with or without spaces. */
export function parseScopes(text: string): string[] {
  const scopes = text.split(',').map((scope) => scope.trim());
  return [...new Set(scopes.filter((scope) => scope !== ''))];
}
