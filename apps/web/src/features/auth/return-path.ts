/**
 * Redirect target after sign-in. Only paths of this app are accepted: anything a browser could read as
 * another origin (`//host`, `/\host`, a scheme, control characters) becomes the home page.
 */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/')) return '/';
  const base = 'http://internal.invalid';
  if (!URL.canParse(value, base)) return '/';
  const url = new URL(value, base);
  if (url.origin !== base) return '/';
  if (signInPaths.has(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}

/** Returning to one of these after sign-in would ask the same again. */
const signInPaths = new Set(['/login', '/setup', '/reset-password']);
