/**
 * Where to go after signing in. Only a path of this application is taken: anything a browser could read as
 * another origin (`//host`, `/\host`, a scheme, control characters) leads home instead.
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

/** Going back to one of these after signing in would ask the same again. */
const signInPaths = new Set(['/login', '/setup', '/reset-password']);
