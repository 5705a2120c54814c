import type { Picture } from './model.ts';

/** The images of a product, the featured one first. */
export function picturesOf(
  words: string,
  alt: string,
  count: number,
  idOf: (place: number) => number,
): Picture[] {
  const file = words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return Array.from({ length: count }, (_, place) => ({
    id: idOf(place),
    name: `${file}_${place + 1}.png`,
    alt: place === 0 ? alt : '',
  }));
}
