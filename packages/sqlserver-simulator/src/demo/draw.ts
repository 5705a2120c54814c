const SEED = 12;

/** A 32-bit number determined by its arguments: every fictional fact is drawn with it, by row and kind. */
export function draw(row: number, fact: number): number {
  let state = Math.imul(SEED + 0x3c6ef372, 0x9e3779b1) ^ Math.imul(row + 1, 0x85ebca77);
  state = Math.imul(state ^ (state >>> 16), 0x7feb352d) ^ Math.imul(fact + 0x165667b1, 0xc2b2ae3d);
  state = Math.imul(state ^ (state >>> 15), 0x846ca68b);
  return (state ^ (state >>> 16)) >>> 0;
}

export function pick<T>(list: readonly [T, ...T[]], number: number): T {
  return list[number % list.length] ?? list[0];
}

/** Twelve digits followed by their check digit. */
export function ean13(digits: string): string {
  let sum = 0;
  for (let at = 0; at < 12; at += 1) sum += Number(digits[at] ?? 0) * (at % 2 === 0 ? 1 : 3);
  return `${digits.slice(0, 12)}${(10 - (sum % 10)) % 10}`;
}

/** Thirty-two hexadecimal digits in the form of a uniqueidentifier. */
export function guid(row: number): string {
  const digits = [0, 1, 2, 3]
    .map((part) =>
      draw(row, 900 + part)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('')
    .toUpperCase();
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-A$4-$5');
}

/** Hundredths as decimal text. */
export function cents(amount: number): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}
