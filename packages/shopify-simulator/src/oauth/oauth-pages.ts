import type { Exchange } from '../exchange.ts';
import { unavailable } from '../http/admin-api.ts';
import type { ClientApp } from '../shop/client-app.ts';
import type { Shop } from '../shop/shop.ts';
import { answerAccessToken } from './access-token.ts';
import { answerAppsPage, answerConsent } from './consent.ts';

const pages = {
  '/admin/oauth/authorize': { methods: ['GET', 'POST'], answer: answerConsent, name: 'consent page' },
  '/admin/oauth/access_token': { methods: ['POST'], answer: answerAccessToken, name: 'access_token' },
  '/admin/apps': { methods: ['GET'], answer: answerAppsPage, name: 'apps page' },
} as const;

export function isOAuthPath(pathname: string): pathname is keyof typeof pages {
  return Object.hasOwn(pages, pathname);
}

/** A shop's consent page and token endpoint. */
export function answerOAuth(
  exchange: Exchange,
  shop: Shop,
  apps: ReadonlyMap<string, ClientApp>,
  { pathname, body }: { pathname: keyof typeof pages; body: string },
): void {
  const page = pages[pathname];
  const status = answerPage();
  shop.log.add({
    at: exchange.at,
    kind: 'oauth',
    operation: `${exchange.request.method} ${page.name}`,
    status,
    outcome: status < 400 ? 'ok' : String(status),
    requestId: exchange.requestId,
  });

  function answerPage(): number {
    if (shop.state !== 'open') {
      const { status, body: answer } = unavailable[shop.state];
      exchange.json(status, answer);
      return status;
    }
    if (!page.methods.some((method) => method === exchange.request.method)) {
      exchange.json(404, { errors: 'Not Found' });
      return 404;
    }
    const fields = exchange.request.method === 'GET' ? exchange.url.searchParams : readFields(exchange, body);
    if (fields === null) {
      exchange.json(400, { errors: 'Required parameter missing or invalid' });
      return 400;
    }
    return page.answer(exchange, shop, apps, fields);
  }
}

/** Accepts JSON and forms. */
function readFields(exchange: Exchange, body: string): URLSearchParams | null {
  if (exchange.header('content-type')?.startsWith('application/json') !== true)
    return new URLSearchParams(body);
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null) return null;
    return new URLSearchParams(parsed as Record<string, string>);
  } catch {
    return null;
  }
}
