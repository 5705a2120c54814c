/** A page for when no screen of the web app can help: one sentence and the way back. */
export function plainPage(page: {
  title: string;
  text: string;
  link: { href: string; text: string };
}): string {
  const title = escapeHtml(page.title);
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    '<meta name="viewport" content="width=device-width"></head><body style="font:1rem/1.5 system-ui;max-width:40rem;' +
    `margin:15vh auto;padding:0 1rem"><main><h1>${title}</h1><p>${escapeHtml(page.text)}</p>` +
    `<p><a href="${escapeHtml(page.link.href)}">${escapeHtml(page.link.text)}</a></p></main></body></html>`
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
