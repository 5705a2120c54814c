import { hash, pick, seedNumber } from '../catalogue/hash.ts';
import { shapeOf } from './shapes.ts';

/** Hues of the product and the background, and the saturation. */
const PALETTES = [
  [214, 210, 46],
  [12, 28, 58],
  [152, 140, 30],
  [268, 250, 32],
  [38, 44, 66],
  [342, 350, 44],
  [188, 196, 44],
  [24, 30, 34],
  [98, 80, 26],
  [224, 220, 14],
] as const;

const SIZES = [
  [1200, 1200],
  [1200, 1200],
  [1200, 1500],
  [1500, 1200],
] as const;

/** `alpine-wool-scarf_2.png`: the product's second image. */
const parts = (name: string): { product: string; view: number } => {
  const [, product = name, view = '1'] = /^(.*)_(\d+)\.\w+$/.exec(name) ?? [];
  return { product, view: Number(view) };
};

const draw = (text: string, which: number) => hash(seedNumber(text), which, 0, 0);

/** The original size in pixels. */
export function sizeOf(name: string): { width: number; height: number } {
  const [width, height] = pick(SIZES, draw(name, 1));
  return { width, height };
}

/** An image as SVG, with a maximum size; never larger than the original. Deterministic by name. */
export function drawPicture(name: string, most: { width: number; height: number }): string {
  const { product, view } = parts(name);
  const size = sizeOf(name);
  const scale = Math.min(1, most.width / size.width, most.height / size.height);
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  const [hue, ground, strength] = pick(PALETTES, draw(product, 2));
  const light = 42 + (draw(product, 3) % 16);
  const [w, h] =
    size.width > size.height
      ? [(100 * size.width) / size.height, 100]
      : [100, (100 * size.height) / size.width];
  const colour = (l: number, s: number = strength) => `hsl(${hue} ${s}% ${l}%)`;
  const styles = [
    `.a{fill:${colour(light)}}`,
    `.b{fill:${colour(light - 14)}}`,
    `.c{fill:${colour(light + 20)}}`,
    '.w{fill:#fbfaf8}.m{fill:#9aa3ad}.d{fill:#a87c52}.g{fill:#6f9a63}.f{fill:#f3b64c}',
    `.l,.t{fill:none;stroke:${colour(light - 24)};stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}`,
    `.t{stroke:${colour(light)};stroke-width:8}`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${w} ${h}">
<style>${styles.join('')}</style>
<defs><radialGradient id="p" cx=".5" cy=".42" r=".75"><stop offset="0" stop-color="hsl(${ground} 30% 97%)"/><stop offset="1" stop-color="hsl(${ground} 22% ${88 - (view % 3) * 3}%)"/></radialGradient></defs>
<rect width="${w}" height="${h}" fill="url(#p)"/>
<g transform="translate(${(w - 100) / 2} ${(h - 100) / 2})"><ellipse cx="50" cy="87" rx="34" ry="4" fill="hsl(${ground} 20% 40%)" opacity=".18"/>
${seenAs(view, shapeOf(product))}</g></svg>`;
}

/** From the front, from the other side, close up, and two of them. */
function seenAs(view: number, shape: string): string {
  switch (view % 4) {
    case 2:
      return `<g transform="matrix(-1 0 0 1 100 0) rotate(-6 50 50)">${shape}</g>`;
    case 3:
      return `<g transform="translate(-38 -30) scale(1.75)">${shape}</g>`;
    case 0:
      return `<g transform="translate(6 24) scale(.52)" opacity=".8">${shape}</g><g transform="translate(36 30) scale(.58)">${shape}</g>`;
    default:
      return `<g transform="translate(5 5) scale(.9)">${shape}</g>`;
  }
}
