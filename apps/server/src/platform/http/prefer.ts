/** What a client prefers of the way it is answered (RFC 7240). */
export type Preferences = {
  readonly respondAsync: boolean;
  /** Seconds for which the client wants to wait for the result; null where it does not say. */
  readonly waitSeconds: number | null;
};

/** Preferences that are not known, or that make no sense, are left aside, as the RFC wants it. */
export function parsePrefer(header: string | undefined, maxWaitSeconds: number): Preferences {
  let respondAsync = false;
  let waitSeconds: number | null = null;
  for (const preference of (header ?? '').split(',')) {
    // What comes after a semicolon are parameters, and neither preference has any.
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

/** The value of `Preference-Applied`; null where no preference was. */
export function preferenceApplied({ respondAsync, waitSeconds }: Preferences): string | null {
  const applied = [
    ...(respondAsync ? ['respond-async'] : []),
    ...(waitSeconds === null ? [] : [`wait=${waitSeconds}`]),
  ];
  return applied.length === 0 ? null : applied.join(', ');
}
