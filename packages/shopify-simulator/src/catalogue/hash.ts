/**
 * A 32-bit hash of a seed and up to two indices: deterministic, with unrelated numbers for adjacent
 * arguments. Every fact of a catalogue is drawn from it, so products can be computed on demand rather than
 * stored.
 */
export function hash(seed: number, a: number, b: number, salt: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(a + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) ^ Math.imul(b + salt * 0x632be59b, 0x297a2d39);
  h = Math.imul(h ^ (h >>> 12), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

export function pick<T>(list: readonly T[], h: number): T {
  const item = list[h % list.length];
  if (item === undefined) throw new RangeError('pick() from an empty list');
  return item;
}

/** Seeds may be text ("atlas"): FNV-1a over the UTF-16 units. */
export function seedNumber(seed: string | number): number {
  if (typeof seed === 'number') return seed >>> 0;
  let h = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) h = Math.imul(h ^ seed.charCodeAt(index), 0x01000193);
  return h >>> 0;
}
