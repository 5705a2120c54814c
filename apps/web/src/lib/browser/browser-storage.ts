/** Preferences stored in this browser. If storage is blocked or full, they last as long as the page. */

export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeText(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked or full: the preference is not stored.
  }
}

export function removeEntry(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked: nothing to remove.
  }
}

/** Parsed JSON, or undefined if missing or invalid. The caller validates its shape. */
export function readJson(key: string): unknown {
  const text = readText(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function writeJson(key: string, value: unknown): void {
  writeText(key, JSON.stringify(value));
}
