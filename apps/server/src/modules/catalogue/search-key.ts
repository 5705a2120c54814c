/**
 * Normalizes text for searching: compatibility characters decomposed, accents and other marks removed, case
 * folded (ß becomes ss, a final sigma a sigma), white space collapsed. Applied to stored text and queries
 * alike.
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\0]+/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * Search keys in one column, each between line feeds, which no key contains. So one LIKE pattern can match a
 * part of a value (`%word%`), its beginning (`%\nword%`) or all of it (`%\nword\n%`).
 */
export function searchLines(texts: Iterable<string | null>): string {
  let lines = '\n';
  for (const text of texts) {
    const key = text === null ? '' : searchKey(text);
    if (key !== '') lines += `${key}\n`;
  }
  return lines;
}

/** Query text as a literal part of a LIKE pattern: escapes `%`, `_` and `\`. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
