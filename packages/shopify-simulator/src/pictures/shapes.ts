import { readFileSync } from 'node:fs';

const FILE = readFileSync(new URL('shapes.svg', import.meta.url), 'utf8');

const SHAPES = [...FILE.matchAll(/<symbol id="([^"]+)">([\s\S]*?)<\/symbol>/g)].flatMap(
  ([, words = '', shape = '']) => words.split(' ').map((word) => ({ word, shape: shape.trim() })),
);
const OTHER = SHAPES.at(-1)?.shape ?? '';

/** The shape of a product by its name, as SVG in a field of 100 by 100. */
export const shapeOf = (name: string): string =>
  SHAPES.find(({ word }) => `${name}-`.includes(word))?.shape ?? OTHER;
