import { createHmac } from 'node:crypto';
import { type Exchange, escapeHtml } from '../exchange.ts';
import { type ClientApp, grantable, scopesOf } from '../shop/client-app.ts';
import type { Shop } from '../shop/shop.ts';

type Asked = { app: ClientApp; redirectUri: URL; scopes: string[]; state: string };

/** GET shows the consent page; its form POSTs the same fields when a person chooses Install. */
export function answerConsent(
  exchange: Exchange,
  shop: Shop,
  apps: ReadonlyMap<string, ClientApp>,
  fields: URLSearchParams,
): number {
  const asked = readAsked(apps, fields);
  if (typeof asked === 'string') {
    exchange.html(400, escapeHtml(`Oauth error invalid_request: ${asked}`));
    return 400;
  }
  if (exchange.request.method === 'POST') {
    const to = signedReturn(asked, shop, exchange);
    exchange.send(302, '', { location: to.href });
    return 302;
  }
  exchange.send(200, consentPage(asked, shop, fields), { 'content-type': 'text/html; charset=utf-8' });
  return 200;
}

/** The page after Cancel: Shopify does not redirect people to the app. */
export function answerAppsPage(exchange: Exchange, shop: Shop): number {
  exchange.html(200, escapeHtml(`Apps of ${shop.name}`));
  return 200;
}

function readAsked(apps: ReadonlyMap<string, ClientApp>, fields: URLSearchParams): Asked | string {
  const clientId = fields.get('client_id') ?? '';
  const app = apps.get(clientId);
  if (app === undefined) return `Could not find Shopify API application with api_key ${clientId}`;
  const redirectUri = URL.parse(fields.get('redirect_uri') ?? '');
  if (redirectUri === null || (app.redirectUrls && !app.redirectUrls.includes(redirectUri.href))) {
    return 'The redirect_uri is not whitelisted';
  }
  const scopes = grantable(app, scopesOf(fields.get('scope') ?? ''));
  return { app, redirectUri, scopes, state: fields.get('state') ?? '' };
}

function signedReturn({ app, redirectUri, scopes, state }: Asked, shop: Shop, exchange: Exchange): URL {
  const to = new URL(redirectUri);
  const fields: Record<string, string> = {
    code: shop.issued.code(app, scopes),
    host: Buffer.from(`admin.shopify.com/store/${shop.domain.split('.')[0]}`).toString('base64url'),
    shop: exchange.host,
    state,
    timestamp: String(Math.floor(shop.now().getTime() / 1000)),
  };
  for (const [name, value] of Object.entries(fields)) to.searchParams.set(name, value);
  to.searchParams.set('hmac', signatureOf(fields, app.clientSecret));
  return to;
}

/** Sorted by name, in URL-encoded form, HMAC-SHA256 with the client secret as lower-case hex. */
function signatureOf(fields: Readonly<Record<string, string>>, clientSecret: string): string {
  const message = Object.keys(fields)
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(fields[name] ?? '')}`)
    .join('&');
  return createHmac('sha256', clientSecret).update(message).digest('hex');
}

function consentPage({ app, scopes }: Asked, shop: Shop, fields: URLSearchParams): string {
  const hidden = [...fields]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const list = scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('');
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Install ${escapeHtml(app.name)}</title>
<style>body{font:16px/1.5 system-ui;max-width:32rem;margin:10vh auto;padding:0 1rem}button,a{font:inherit;margin-right:1rem}</style></head>
<body><main><p>${escapeHtml(shop.name)} (a simulated Shopify shop)</p><h1>Install ${escapeHtml(app.name)}?</h1>
<p>This app will be able to:</p><ul>${list}</ul>
<form method="post">${hidden}<button type="submit">Install</button><a href="/admin/apps">Cancel</a></form></main></body></html>`;
}
