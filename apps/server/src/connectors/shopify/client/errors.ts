import { SourceError, type SourceErrorKind, type SourceErrorOptions } from '../../source-error.ts';

/**
 * Maps every refusal by Shopify to a kind of `SourceError` with a sentence for people. Statuses, codes and
 * texts: Shopify's "Shopify API response status and error codes" and recorded answers.
 */

export type GraphqlError = {
  message: string;
  path?: readonly (string | number)[] | undefined;
  code: string | undefined;
  requiredAccess: string | undefined;
  requestId: string | undefined;
};

export type ErrorContext = { shop: string; apiVersion: string; requestId?: string | undefined };

/** The shop rejects the token. The request was not executed: it may be sent again with another token. */
export class TokenRefusedError extends SourceError {}

type HttpFailure = { status: number; headers: Headers; body: string };

const MAX_QUOTED = 200;

export function fromHttpStatus(failure: HttpFailure, context: ErrorContext): SourceError {
  const { status, headers } = failure;
  const { shop } = context;
  const said = errorText(failure);
  // A gateway, or Shopify itself, may say this about a request that was or will be executed. All others are
  // refusals.
  const mayHaveRun = status < 300 || status === 408 || status >= 500;
  const fail = (kind: SourceErrorKind, message: string) =>
    sourceError(context, kind, message, { retryAfterMs: retryAfter(headers), mayHaveRun });

  if (status >= 200 && status < 300) {
    return fail(
      'unavailable',
      `${shop} answered with a web page instead of data. Check that this is the shop's myshopify.com address, and ` +
        'that no proxy or firewall answers in its place.',
    );
  }
  if (status >= 300 && status < 400) {
    return fail(
      'unavailable',
      `${shop} sends requests on to ${redirectTarget(headers)}. Use the shop's current address.`,
    );
  }
  switch (status) {
    case 401:
      return new TokenRefusedError(
        errorOptions(
          context,
          'auth',
          /not valid for authentication/i.test(said)
            ? `This token is of another kind (a Storefront token, for example). Enter an Admin API access token of ${shop}.`
            : `${shop} does not accept the access token: it is wrong, was revoked, or the app was uninstalled. Enter a new token.`,
        ),
      );
    case 402:
      return fail(
        'unavailable',
        `${shop} is frozen at Shopify (an unpaid bill or a plan that does not allow this). Its owner has to reactivate it.${quote(said)}`,
      );
    case 403:
      return forbidden(said, context, fail);
    case 404:
      return fail(
        'unavailable',
        `There is no shop at ${shop}, or it does not know API version ${context.apiVersion}. Check the address and the version.`,
      );
    case 409:
      return fail('transient', `${shop} is busy with another change (409). Try again.${quote(said)}`);
    case 422:
      return /too many requests/i.test(said)
        ? fail('throttled', tooManyRequests(shop))
        : fail('rejected', `Shopify refused the request (422).${quote(said)}`);
    case 423:
      return fail(
        'unavailable',
        `${shop} is locked by Shopify. Its owner has to ask Shopify's support to unlock it.${quote(said)}`,
      );
    case 429:
      return fail('throttled', tooManyRequests(shop));
    case 430:
      return fail(
        'rejected',
        `Shopify refused the request for security reasons (430). Ask Shopify's support, with the request id.${quote(said)}`,
      );
    default:
      return status >= 500 && status !== 501
        ? fail(
            'transient',
            `Shopify has trouble responding for ${shop} (${status}). Try again in a few minutes.${quote(said)}`,
          )
        : fail(
            'protocol',
            `Shopify did not understand the request (${status}). This is a fault of Storefleet: please report it.${quote(said)}`,
          );
  }
}

function forbidden(
  said: string,
  { shop }: ErrorContext,
  fail: (kind: SourceErrorKind, message: string) => SourceError,
): SourceError {
  const scope = /approval for (\S+) scope/i.exec(said)?.[1];
  if (scope !== undefined) return fail('scope_missing', missingScope([scope]));
  if (/unavailable/i.test(said)) {
    return fail(
      'unavailable',
      `${shop} is paused or blocked at Shopify. Its owner has to reactivate it.${quote(said)}`,
    );
  }
  if (/does not have access/i.test(said)) {
    return fail(
      'auth',
      `The user of this token has no access to ${shop}. Enter a token of a user or app that has.${quote(said)}`,
    );
  }
  return fail('rejected', `Shopify refused access to ${shop} (403).${quote(said)}`);
}

/** For an answer without usable data. Callers judge errors next to data, field by field. */
export function fromGraphqlErrors(errors: readonly GraphqlError[], context: ErrorContext): SourceError {
  const { shop } = context;
  const codes = new Set(errors.map((error) => error.code));
  const first = errors[0];
  const said = first?.message.split('\n')[0] ?? '';
  const within = { ...context, requestId: first?.requestId ?? context.requestId };

  if (codes.has('THROTTLED')) return sourceError(within, 'throttled', tooManyRequests(shop));
  if (codes.has('SHOP_INACTIVE')) {
    return sourceError(
      within,
      'unavailable',
      `${shop} is not active at Shopify. Its owner has to reactivate it.`,
    );
  }
  if (codes.has('ACCESS_DENIED')) {
    const scopes = scopesNamed(errors);
    return sourceError(
      within,
      'scope_missing',
      scopes.length > 0 ? missingScope(scopes) : `The token lacks the permission for this.${quote(said)}`,
    );
  }
  if (codes.has('INTERNAL_SERVER_ERROR') || codes.has('TIMEOUT')) {
    return sourceError(
      within,
      'transient',
      `Shopify has trouble responding for ${shop}. Try again in a few minutes.`,
      { mayHaveRun: true },
    );
  }
  if (first?.code === undefined || codes.has('RESOURCE_NOT_FOUND') || codes.has('NOT_FOUND')) {
    return sourceError(within, 'rejected', `Shopify refused the request.${quote(said)}`);
  }
  return sourceError(
    within,
    'protocol',
    `Shopify did not understand the request (${first.code}). This is a fault of Storefleet: please report it.${quote(said)}`,
  );
}

/** For a request without a complete answer. `sent`: it was connected when that happened. */
export function fromNetworkError(
  error: unknown,
  host: string,
  context: ErrorContext,
  { sent }: { sent: boolean } = { sent: true },
): SourceError {
  const code = errorCode(error);
  const fail = (kind: SourceErrorKind, message: string) =>
    sourceError(context, kind, message, { cause: error, mayHaveRun: sent });
  if (code === 'REQUEST_TIMEOUT') {
    return fail('transient', `${host} did not answer in time. Try again in a few minutes.`);
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return fail(
      'transient',
      `The name ${host} cannot be resolved. Check the address, and this server's connection to the internet.`,
    );
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|EPROTO|ERR_SSL/.test(code)) {
    return fail(
      'unavailable',
      `No secure connection to ${host}: its certificate or TLS was not accepted (${code}). A proxy between this ` +
        'server and Shopify may be the cause.',
    );
  }
  if (code.startsWith('ERR_PROXY')) {
    return fail(
      'transient',
      `The proxy that HTTPS_PROXY names gives no connection to ${host} (${code}). Check that it may reach this host.`,
    );
  }
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return fail('transient', `${host} cannot be reached (${code}). Check this server's network.`);
  }
  const named = code === '' ? '' : ` (${code})`;
  return fail('transient', `The connection to ${host} broke off${named}. Try again in a few minutes.`);
}

/** The request may have been executed: only the answer is unreadable. */
export function protocolError(what: string, context: ErrorContext): SourceError {
  return sourceError(context, 'protocol', `Shopify sent an unexpected response: ${what}.`, {
    mayHaveRun: true,
  });
}

export function missingScope(scopes: readonly string[]): string {
  return (
    `The token lacks the permission ${scopes.join(', ')}. Add it to the app's Admin API scopes in Shopify, ` +
    'then install the app again.'
  );
}

/** "Required access: `read_products` access scope." names the scopes in backticks. */
export function scopesNamed(errors: readonly GraphqlError[]): string[] {
  const named = errors.flatMap((error) => [
    ...`${error.requiredAccess ?? ''} ${error.message}`.matchAll(/`((?:read|write)_[a-z_]+)`/g),
  ]);
  return [...new Set(named.flatMap((match) => match[1] ?? []))];
}

/** `Retry-After` in milliseconds: seconds with a decimal point ("2.0"), or a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const [at, now] = [Date.parse(value), Date.parse(headers.get('date') ?? '')];
  return Number.isNaN(at) || Number.isNaN(now) ? undefined : Math.max(0, at - now);
}

type MoreOfError = { retryAfterMs?: number | undefined; mayHaveRun?: boolean; cause?: unknown };

function sourceError(
  context: ErrorContext,
  kind: SourceErrorKind,
  message: string,
  more: MoreOfError = {},
): SourceError {
  return new SourceError(errorOptions(context, kind, message, more));
}

function errorOptions(
  { requestId }: ErrorContext,
  kind: SourceErrorKind,
  message: string,
  more: MoreOfError = {},
): SourceErrorOptions {
  return {
    kind,
    message: requestId === undefined ? message : `${message} (Shopify request id: ${requestId})`,
    requestId,
    ...more,
  };
}

function tooManyRequests(shop: string): string {
  return `${shop} has used up its share of Shopify requests for the moment. Try again in a minute.`;
}

/** `errors` is a text, an object of lists or a list; HTML pages and empty bodies are not worth repeating. */
function errorText({ headers, body }: HttpFailure): string {
  if (!(headers.get('content-type') ?? '').includes('json')) return '';
  try {
    const parsed: unknown = JSON.parse(body);
    const errors = isRecord(parsed) ? (parsed.errors ?? parsed.error) : undefined;
    return flatten(errors);
  } catch {
    return '';
  }
}

function flatten(errors: unknown): string {
  if (typeof errors === 'string') return errors;
  if (Array.isArray(errors)) return errors.map(flatten).join(', ');
  if (isRecord(errors)) {
    const message = errors.message;
    return typeof message === 'string'
      ? message
      : Object.entries(errors)
          .map(([field, value]) => `${field}: ${flatten(value)}`)
          .join('; ');
  }
  return '';
}

/** The source's own words, truncated, without anything that looks like a token. */
export function quote(said: string): string {
  const safe = said.replace(/shp[a-z]{2}_[0-9a-zA-Z]+/g, '[redacted]').trim();
  return safe === ''
    ? ''
    : ` Shopify says: "${safe.length > MAX_QUOTED ? `${safe.slice(0, MAX_QUOTED)}…` : safe}"`;
}

function redirectTarget(headers: Headers): string {
  return URL.parse(headers.get('location') ?? '')?.host ?? 'another address';
}

function errorCode(error: unknown): string {
  return isRecord(error) && typeof error.code === 'string' ? error.code : '';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
