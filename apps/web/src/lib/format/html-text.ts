/** Descriptions in lists and sentences: what they say, without their markup. */

export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(spaced(html), 'text/html');
  for (const element of body.querySelectorAll('script, style, template')) element.remove();
  return (body.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** Words of two blocks do not touch. */
const spaced = (html: string) => html.replaceAll(/<(\/?(p|div|li|ul|ol|h\d|tr|td|th|dt|dd)|br)\b/gi, ' $&');

/** So many characters around what differs. */
const AROUND = 30;

const LONGEST = 200;

/** Where the text of an HTML differs from another, with some context; its markup if only that differs. */
export function htmlBeside(html: string, other: string | null): string {
  const [text, otherText] = [textOfHtml(html), textOfHtml(other ?? '')];
  const isInMarkup = text === '' || text === otherText;
  const shown = isInMarkup ? differing(html, other ?? '') : differing(text, otherText);
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST).trimEnd()}…` : shown;
}

function differing(text: string, other: string): string {
  const most = Math.min(text.length, other.length);
  let start = 0;
  while (start < most && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  const from = start <= AROUND ? 0 : text.lastIndexOf(' ', start - AROUND) + 1;
  const behind = text.length - end + AROUND;
  const next = text.indexOf(' ', behind);
  const to = behind >= text.length || next === -1 ? text.length : next;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
