/** Changes of descriptions, which are HTML. What is between their tags is text; tags are left as they are. */

export const DESCRIPTION_OPERATIONS = ['append', 'prepend', 'replace'] as const;

type Change = {
  readonly operation: (typeof DESCRIPTION_OPERATIONS)[number];
  readonly text: string;
  readonly find?: string | undefined;
};

export function changedDescription(held: string, { operation, text, find = '' }: Change): string {
  if (operation === 'replace') return replaced(held, find, text);
  const added = htmlOf(text);
  return operation === 'append' ? joined(held, added) : joined(added, held);
}

/** Text without tags becomes a paragraph. */
const htmlOf = (text: string) => (/<[a-z!/]/i.test(text) ? text.trim() : `<p>${escaped(text.trim())}</p>`);

const joined = (first: string, second: string) => [first, second].filter((part) => part !== '').join('\n');

/** `&` may already be the beginning of a character reference. */
const escaped = (text: string) =>
  text
    .replaceAll(/&(?!#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Comments, scripts and styles with what is in them, and tags: their attributes may contain `>`. */
const MARKUP =
  /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)|<\/?[a-z!](?:"[^"]*"|'[^']*'|[^'">])*(?:>|$)/gi;

/** As people see it: `Tom & Jerry` is also found where it is written with `&amp;`. Case matters. */
function replaced(html: string, find: string, text: string): string {
  if (find === '') return html;
  const written = [...new Set([escaped(find), find])].map(asPattern).join('|');
  const inText = (part: string) => part.replaceAll(new RegExp(written, 'gu'), () => escaped(text));
  let result = '';
  let at = 0;
  for (const markup of html.matchAll(MARKUP)) {
    result += inText(html.slice(at, markup.index)) + markup[0];
    at = markup.index + markup[0].length;
  }
  return result + inText(html.slice(at));
}

/** A space also stands for a line break or an entity in the source. */
const asPattern = (text: string) =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\s+/g, '(?:\\s|&nbsp;)+');
