/**
 * The primary key of a row as one text, and back. A single-column key is its text as is; the parts of a
 * composite one are joined by `|`, with `\` escaping a part's own `|` and `\`.
 */

export function encodeRowKey(parts: readonly string[]): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return parts.map((part) => part.replace(/[\\|]/g, '\\$&')).join('|');
}

/** Null if it is not a key with that many parts. */
export function decodeRowKey(key: string, count: number): string[] | null {
  if (count === 1) return [key];
  const parts = [''];
  for (let at = 0; at < key.length; at++) {
    let character = key.charAt(at);
    if (character === '|') {
      parts.push('');
      continue;
    }
    if (character === '\\') {
      at++;
      character = key.charAt(at);
      if (character !== '\\' && character !== '|') return null;
    }
    parts[parts.length - 1] += character;
  }
  return parts.length === count ? parts : null;
}

/** Bytes of UTF-8: our index takes some more, SQL Server's own indexes less. */
const MAX_BYTES = 2_000;

/** Why a text cannot be an id in the catalogue: it would be truncated or altered. */
export function refusalOfId(id: string): string | null {
  if (id.includes('\0') || !id.isWellFormed()) return 'holds characters that cannot be stored exactly';
  return Buffer.byteLength(id) > MAX_BYTES ? `is longer than ${MAX_BYTES} bytes` : null;
}
