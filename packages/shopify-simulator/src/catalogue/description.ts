import { pick } from './hash.ts';
import { colours, finishes } from './vocabulary.ts';

/** As a merchant writes it: two paragraphs, what it is made of and how it is cared for, a link and something old. */
export function describe(title: string, vendor: string, draw: number): string {
  const finish = pick(finishes, draw).toLowerCase();
  const colour = pick(colours, draw >>> 4).toLowerCase();
  return [
    `<p>The <strong>${escaped(title)}</strong> is made by ${escaped(vendor)} to be used every day, and to look better for it.`,
    ` This year it comes ${finish}, with details in ${colour}.</p>\n`,
    '<h3>Good to know</h3>\n<ul>\n<li>Made in small batches</li>\n<li>Ships within two working days</li>\n',
    `<li>Repaired free of charge for ${2 + (draw % 4)} years</li>\n</ul>\n`,
    '<p>Questions? See our <a href="/pages/care">care guide</a> or write to us: we answer on the same day.</p>',
  ].join('');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
