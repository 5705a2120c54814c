/**
 * Whether this page can use passkeys: the browser has them, and they belong to a name; at an IP address there are none.
 * A hosted project has its own, which this page does not manage.
 */
export function canUsePasskeys(signInUrl: string): boolean {
  const { hostname, origin } = window.location;
  const isNumber = /^[\d.]+$|^\[/.test(hostname);
  return 'PublicKeyCredential' in window && !isNumber && new URL(signInUrl).origin === origin;
}
