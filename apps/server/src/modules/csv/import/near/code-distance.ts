/**
 * A code without separators and with look-alike letters as digits, so that codes which look the same are
 * equal.
 */
export function lookAlikeKey(code: string): string {
  return code
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[oо]/gu, '0')
    .replace(/[il|]/g, '1');
}

/**
 * The number of characters to replace, insert, delete or swap with their neighbour (optimal string
 * alignment). Null beyond `most`.
 */
export function codeDistance(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most) return null;
  let [before, last]: [number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, column) => column),
  ];
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isExchanged =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isExchanged) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      current.push(least);
    }
    if (Math.min(...current) > most) return null;
    [before, last] = [last, current];
  }
  const distance = last[b.length] ?? 0;
  return distance > most ? null : distance;
}
