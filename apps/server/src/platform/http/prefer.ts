/** A client's preferences for the response (RFC 7240). */
export type Preferences = {
  readonly respondAsync: boolean;
  /** Seconds the client wants to wait for the result; null if not stated. */
  readonly waitSeconds: number | null;
};

/** Unknown and malformed preferences are ignored, as the RFC demands. */
export function parsePrefer(header: string | undefined, maxWaitSeconds: number): Preferences {
  let respondAsync = false;
  let waitSeconds: number | null = null;
  for (const preference of (header ?? '').split(',')) {
    // Everything after a semicolon is a parameter, and neither preference has any.
    const [token = ''] = preference.split(';');
    const [name = '', value = ''] = token.split('=').map((part) => part.trim());
    if (name.toLowerCase() === 'respond-async') respondAsync = true;
    const seconds = /^"?(\d{1,9})"?$/.exec(value)?.[1];
    // The first of several counts.
    if (name.toLowerCase() === 'wait' && seconds !== undefined && waitSeconds === null) {
      waitSeconds = Math.min(Number(seconds), maxWaitSeconds);
    }
  }
  return { respondAsync, waitSeconds };
}

/** The value of `Preference-Applied`; null if no preference was applied. */
export function preferenceApplied({ respondAsync, waitSeconds }: Preferences): string | null {
  const applied = [
    ...(respondAsync ? ['respond-async'] : []),
    ...(waitSeconds === null ? [] : [`wait=${waitSeconds}`]),
  ];
  return applied.length === 0 ? null : applied.join(', ');
}
