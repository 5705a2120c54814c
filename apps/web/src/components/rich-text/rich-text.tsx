import { createElement, type ReactNode, useMemo } from 'react';
import { pictureAddress } from '../picture/picture-address.ts';
import classes from './rich-text.module.css';

/**
 * Renders untrusted HTML from an allow-list of elements, without their attributes. It is parsed in an inert
 * document, where nothing runs or loads; no source markup reaches the page.
 */
export function RichText({ html }: { html: string }) {
  const content = useMemo(() => drawn(html), [html]);
  return (
    <div className={classes.text} data-plain={!/<[a-z!]/i.test(html) || undefined}>
      {content}
    </div>
  );
}

/** Headings go below those of the screen. */
const ELEMENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'p div span br hr ul ol li dl dt dd blockquote pre code b strong i em u s del ins small sub sup'
      .split(' ')
      .map((name) => [name, name]),
  ),
  ...{ h1: 'h3', h2: 'h3', h3: 'h4', h4: 'h4', h5: 'h5', h6: 'h6' },
  ...{ table: 'table', caption: 'caption', thead: 'thead', tbody: 'tbody', tfoot: 'tfoot' },
  ...{ tr: 'tr', th: 'th', td: 'td' },
};
/** Their content is no text. */
const LEFT_OUT = new Set('script style template noscript head title svg math select textarea'.split(' '));
const EMBEDDED = new Set('iframe video audio object embed canvas'.split(' '));
const VOID = new Set(['br', 'hr']);
/** Pixels; drawn no wider than there is room. */
const IMAGE_WIDTH = 640;
/** Elements in which blanks between others are no text to React. */
const ROWS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr']);

function drawn(html: string): ReactNode {
  return childrenOf(new DOMParser().parseFromString(html, 'text/html').body);
}

function childrenOf(parent: Element): ReactNode[] {
  const inRows = ROWS.has(parent.localName);
  return [...parent.childNodes].flatMap((node, index): ReactNode[] => {
    if (node instanceof Text) return inRows && node.data.trim() === '' ? [] : [node.data];
    return node instanceof Element ? [elementOf(node, index)] : [];
  });
}

function elementOf(element: Element, key: number): ReactNode {
  const { localName: name } = element;
  if (LEFT_OUT.has(name)) return null;
  if (EMBEDDED.has(name)) return noted('Embedded content', key);
  if (name === 'img') return imageOf(element, key);
  if (name === 'a') return linkOf(element, key);
  const drawnAs = ELEMENTS[name];
  if (drawnAs === undefined) return createElement('span', { key }, ...childrenOf(element));
  return createElement(drawnAs, { key }, ...(VOID.has(drawnAs) ? [] : childrenOf(element)));
}

const noted = (words: string, key: number) => (
  <span key={key} className={classes.note}>
    {words}
  </span>
);

/** An address within the shop leads nowhere here. */
function linkOf(element: Element, key: number): ReactNode {
  const href = element.getAttribute('href')?.trim() ?? '';
  if (!/^(https?:\/\/|mailto:)/i.test(href)) return createElement('u', { key }, ...childrenOf(element));
  return (
    <a key={key} href={href} target="_blank" rel="noreferrer nofollow">
      {childrenOf(element)}
    </a>
  );
}

/** The content security policy loads those of the shop's own files; of others their words are shown. */
function imageOf(element: Element, key: number): ReactNode {
  const alt = element.getAttribute('alt')?.trim();
  const words = alt ? `Image: ${alt}` : 'Image';
  const src = element.getAttribute('src')?.trim().replace(/^\/\//, 'https://') ?? '';
  if (!src.startsWith('https://')) return noted(words, key);
  const address = pictureAddress(src, IMAGE_WIDTH);
  return (
    <img key={key} src={address} alt={words} loading="lazy" decoding="async" referrerPolicy="no-referrer" />
  );
}
