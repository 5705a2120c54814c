import { parseScopes } from '@storefleet/contract/stores/scopes';
import { z } from 'zod';
import { Secret } from '../../../platform/crypto/secret.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { SourceError } from '../../source-error.ts';
import { assertAllowedHost, normaliseShopUrl, shopOrigin } from '../client/address.ts';
import { fromHttpStatus, fromNetworkError } from '../client/errors.ts';
import { exchange, type HttpAnswer } from '../client/http.ts';
import type { Grant } from './grant.ts';
import { readRefusal, refusedGrant } from './token-errors.ts';

/** An app registered at Shopify. */
export type ShopifyApp = { readonly clientId: string; readonly clientSecret: Secret };

export type GrantedToken = {
  readonly token: Secret;
  readonly scopes: readonly string[];
  /** Null: valid until the app is uninstalled. */
  readonly expiresAt: Date | null;
  readonly refreshToken: Secret | null;
  readonly refreshTokenExpiresAt: Date | null;
};

export type TokenEndpointDeps = {
  readonly clock: Clock;
  readonly allowedHosts: readonly string[];
  readonly timeoutMs?: number | undefined;
};

const PATH = '/admin/oauth/access_token';

const seconds = z.coerce.number().positive();
/** A token is sent in a header. */
const token = z.string().regex(/^[\x21-\x7e]+$/);
const answerSchema = z.object({
  access_token: token,
  scope: z.string().default(''),
  expires_in: seconds.optional(),
  refresh_token: token.optional(),
  refresh_token_expires_in: seconds.optional(),
});

/**
 * Requests a token from a shop. Throws a SourceError with a sentence for every refusal, GrantEndedError for
 * an invalid refresh token. Changes nothing in the shop, so it can be repeated.
 */
export async function askForToken(
  deps: TokenEndpointDeps,
  { shopUrl, app, grant, signal }: { shopUrl: string; app: ShopifyApp; grant: Grant; signal: AbortSignal },
): Promise<GrantedToken> {
  const shop = normaliseShopUrl(shopUrl);
  assertAllowedHost(shop, deps.allowedHosts);
  const askedAt = deps.clock.now().getTime();
  const answer = await send(shop, app, grant, deps.timeoutMs, signal);
  const granted = answer.status === 200 ? parseAnswer(answer.body) : null;
  if (granted === null) throw failure(answer, shop, app, grant);
  const until = (lifetime: number | undefined) =>
    lifetime === undefined ? null : new Date(askedAt + lifetime * 1000);
  return {
    token: new Secret(granted.access_token),
    scopes: parseScopes(granted.scope),
    expiresAt: until(granted.expires_in),
    refreshToken: granted.refresh_token === undefined ? null : new Secret(granted.refresh_token),
    refreshTokenExpiresAt: until(granted.refresh_token_expires_in),
  };
}

async function send(
  shop: string,
  app: ShopifyApp,
  grant: Grant,
  timeoutMs: number | undefined,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  try {
    return await exchange({
      url: new URL(PATH, shopOrigin(shop)),
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'accept-encoding': 'gzip' },
      body: JSON.stringify({
        client_id: app.clientId,
        client_secret: app.clientSecret.reveal(),
        ...fieldsOf(grant),
      }),
      signal,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw harmless(fromNetworkError(error, shop, { shop, apiVersion: '' }));
  }
}

/** Requests an expiring token, as public apps have to; Shopify returns whichever kind the app gets. */
function fieldsOf(grant: Grant): Record<string, string> {
  switch (grant.kind) {
    case 'client_credentials':
      return { grant_type: 'client_credentials' };
    case 'code':
      return { code: grant.code.reveal(), expiring: '1' };
    case 'refresh_token':
      return { grant_type: 'refresh_token', refresh_token: grant.refreshToken.reveal() };
  }
}

function parseAnswer(body: string): z.infer<typeof answerSchema> | null {
  try {
    return answerSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

function failure(answer: HttpAnswer, shop: string, app: ShopifyApp, grant: Grant): SourceError {
  const { status } = answer;
  if (status === 404) {
    return new SourceError({
      kind: 'unavailable',
      message: `There is no shop at ${shop}. Check the address.`,
    });
  }
  const refusal = status >= 400 && status < 500 ? readRefusal(answer) : null;
  if (refusal !== null || status === 400 || status === 401) {
    return refusedGrant({
      shop,
      clientId: app.clientId,
      grant: grant.kind,
      refusal,
      secrets: secretsOf(app, grant),
    });
  }
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  return harmless(fromHttpStatus(answer, { shop, apiVersion: '', requestId }));
}

function secretsOf(app: ShopifyApp, grant: Grant): string[] {
  const sent =
    grant.kind === 'code' ? grant.code : grant.kind === 'refresh_token' ? grant.refreshToken : null;
  return [app.clientSecret.reveal(), ...(sent === null ? [] : [sent.reveal()])];
}

function harmless({ kind, message, requestId, retryAfterMs, cause }: SourceError): SourceError {
  return new SourceError({ kind, message, requestId, retryAfterMs, cause, mayHaveRun: false });
}
