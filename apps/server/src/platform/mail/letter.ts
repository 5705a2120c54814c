import type { Message } from './mailer.ts';

export type Letter = {
  subject: string;
  paragraphs: readonly string[];
  /** The one link to follow. */
  link?: { label: string; url: string };
  /** A code to type, shown large. */
  code?: string;
  closing: readonly string[];
};

/** A short message as text and as HTML. */
export function compose(appName: string, to: string, letter: Letter): Message {
  const { paragraphs, link, code, closing, subject } = letter;
  const text = [
    'Hello,',
    ...paragraphs,
    ...(link === undefined ? [] : [link.url]),
    ...(code === undefined ? [] : [code]),
    ...closing,
    appName,
  ].join('\n\n');
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5; color: #1f2328; max-width: 34em">',
    ...['Hello,', ...paragraphs].map(paragraph),
    ...(link === undefined
      ? []
      : [
          `<p><a href="${escapeHtml(link.url)}" style="display: inline-block; padding: 10px 18px; border-radius: 6px; `,
          `background: #1c5fd1; color: #ffffff; text-decoration: none">${escapeHtml(link.label)}</a></p>`,
          `<p style="font-size: 13px; color: #57606a">${escapeHtml(link.url)}</p>`,
        ]),
    ...(code === undefined
      ? []
      : [`<p style="font-size: 28px; letter-spacing: 4px; font-family: monospace">${escapeHtml(code)}</p>`]),
    ...[...closing, appName].map(paragraph),
    '</body></html>',
  ].join('');
  return { to, subject, text: `${text}\n`, html };
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
