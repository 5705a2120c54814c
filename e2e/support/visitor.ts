import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export type Visitor = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Another tab of the same browser. */
  openTab(address: string): Promise<Page>;
  /** Allows problems that belong to the test: refused passwords, an unreachable server. */
  allowTrouble(kind: RegExp): void;
  /** Unexpected problems: console messages, exceptions, failed and refused requests. */
  trouble(): string[];
};

export type VisitorOptions = BrowserContextOptions;

/** A person with a fresh browser: nothing saved, not signed in. */
export async function createVisitor(
  browser: Browser,
  baseURL: string,
  options: VisitorOptions,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...options,
  });
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  context.on('page', (page) => watch(page, (trouble) => seen.push(trouble)));
  const page = await context.newPage();
  return {
    page,
    context,
    async openTab(address) {
      const tab = await context.newPage();
      await tab.goto(address);
      return tab;
    },
    allowTrouble: (kind) => allowed.push(kind),
    trouble: () => seen.filter((trouble) => !allowed.some((kind) => kind.test(trouble))),
  };
}

function watch(page: Page, report: (trouble: string) => void): void {
  page.on('pageerror', (error) => report(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // Refused and failed requests are reported below, with their address.
    if (message.text().startsWith('Failed to load resource')) return;
    report(`console ${message.type()}: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown';
    // The page itself aborted the request: it was left, or its query was no longer needed.
    if (reason === 'net::ERR_ABORTED') return;
    report(`failed: ${request.method()} ${new URL(request.url()).pathname} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() < 400) return;
    report(`${response.status()}: ${response.request().method()} ${new URL(response.url()).pathname}`);
  });
}
