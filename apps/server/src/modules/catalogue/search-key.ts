/**
 * The form in which texts are compared when searching: compatibility characters unfolded, accents and other
 * marks taken off, case folded (so that ß is ss and a final sigma is a sigma), white space collapsed. Stored
 * text and query go through the same function.
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
 * Search keys as one column: each between line feeds, which no key contains, so that one LIKE pattern can ask for
 * a part of a value (`%word%`), its beginning (`%\nword%`) or the whole of it (`%\nword\n%`).
 */
export function searchLines(texts: Iterable<string | null>): string {
  let lines = '\n';
  for (const text of texts) {
    const key = text === null ? '' : searchKey(text);
    if (key !== '') lines += `${key}\n`;
  }
  return lines;
}

/** The literal text of a query as part of a LIKE pattern: `%`, `_` and `\` stand for themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
