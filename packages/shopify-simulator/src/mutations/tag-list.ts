/** Trimmed, without blanks and doubles (the first spelling wins), sorted without regard to case. */
export function normaliseTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags.flatMap((text) => text.split(','))) {
    const trimmed = tag.trim();
    const key = trimmed.toLowerCase();
    if (trimmed !== '' && !byKey.has(key)) byKey.set(key, trimmed);
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, tag]) => tag);
}
