import { DEPRECATED, type Exchange } from '../exchange.ts';
import type { FaultAction, MutationTarget, UserErrorFault } from '../faults.ts';
import { type ServedVersion, servedVersion } from '../graphql/schemas.ts';
import { answerRest } from '../rest/rest-api.ts';
import type { Shop } from '../shop/shop.ts';
import type { InstalledApp } from '../shop/shop-options.ts';
import type { StagedUploads } from '../shop/staged-uploads.ts';
import { executeRequest, type GraphqlRequest } from './execute.ts';

export const unavailable = {
  frozen: { status: 402, body: { errors: 'Unavailable Shop' } },
  blocked: { status: 403, body: { errors: 'Unavailable Shop' } },
  missing: { status: 404, body: { errors: 'Not Found' } },
  locked: { status: 423, body: { errors: 'This shop is unavailable' } },
} as const;

/** What a request needs from the simulator besides its shop. */
type Surroundings = {
  readonly uploads: StagedUploads;
  /** The faults due. */
  readonly faults: readonly FaultAction[];
  readonly refusals: (target: MutationTarget, text: string) => UserErrorFault | null;
};

export type AdminPath =
  | { kind: 'graphql'; version: string | null }
  | { kind: 'rest'; version: string | null; resource: string };

export function parseAdminPath(pathname: string): AdminPath | null {
  const match = /^\/admin\/api\/(?:([^/]+)\/)?([a-z_]+(?:\/[^/]+)*)\.json$/.exec(pathname);
  if (match === null) return null;
  const [, first = null, resource = ''] = match;
  // `/admin/api/products/1.json` starts with a resource, not a version.
  const isVersion = first !== null && (/^\d/.test(first) || first === 'unstable' || resource === 'graphql');
  const version = isVersion ? first : null;
  const path = isVersion || first === null ? resource : `${first}/${resource}`;
  return path === 'graphql' ? { kind: 'graphql', version } : { kind: 'rest', version, resource: path };
}

/** Checks before GraphQL or REST: state of the shop, token, version. */
export async function answerAdminRequest(
  exchange: Exchange,
  shop: Shop,
  path: AdminPath,
  body: string,
  surroundings: Surroundings,
): Promise<void> {
  const refuse = (status: number, answer: object, headers = {}): void => {
    exchange.json(status, answer, headers);
    record(exchange, shop, path, status);
  };
  if (shop.state !== 'open') return refuse(unavailable[shop.state].status, unavailable[shop.state].body);
  const app = shop.app(exchange.header('x-shopify-access-token') ?? '');
  if (app === null) {
    const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)';
    return refuse(401, { errors }, { 'www-authenticate': 'Basic Realm="Shopify API Authentication"' });
  }
  const version = servedVersion(path.version);
  if (version === null) return refuse(404, { errors: 'Not Found' });
  if (path.kind === 'graphql') await answerGraphql(exchange, shop, app, version, body, surroundings);
  else {
    const cut = surroundings.faults.find((fault) => fault.kind === 'cut');
    if (cut !== undefined) exchange.cutAnswer(cut.afterBytes);
    const outcome = answerRest(exchange, {
      shop,
      app,
      version,
      resource: path.resource,
      headers: marks(shop, version),
    });
    record(exchange, shop, path, outcome);
  }
}

async function answerGraphql(
  exchange: Exchange,
  shop: Shop,
  app: InstalledApp,
  version: ServedVersion,
  body: string,
  { faults, refusals, uploads }: Surroundings,
): Promise<void> {
  const headers = marks(shop, version);
  const refuse = (status: number, errors: unknown): void => {
    exchange.json(status, { errors }, headers);
    record(exchange, shop, { kind: 'graphql', version: version.handle }, status);
  };
  if (exchange.request.method !== 'POST') return refuse(404, 'Not Found');
  const request = parseGraphqlBody(body);
  if (request === null) return refuse(400, { query: 'Required parameter missing or invalid' });
  const bulkFailure = faults.find((fault) => fault.kind === 'bulk_failed') ?? null;
  const answer = await executeRequest(
    request,
    {
      shop,
      app,
      host: exchange.host,
      version: version.schema,
      bulkFailure,
      requestId: exchange.requestId,
      uploads,
      refusal: (target) => refusals(target, body),
    },
    {
      throttle: faults.some((fault) => fault.kind === 'throttled'),
      fail: faults.some((fault) => fault.kind === 'internal_error'),
    },
  );
  exchange.json(200, answer.body, answer.isDeprecated ? { ...headers, ...DEPRECATED } : headers);
  shop.log.add({
    at: exchange.at,
    kind: 'graphql',
    operation: answer.operation,
    status: 200,
    outcome: exchange.isAnswerLost ? 'answer_lost' : String(answer.body.errors?.[0]?.extensions.code ?? 'ok'),
    requestId: exchange.requestId,
    ...(answer.requestedCost === undefined ? {} : { requestedCost: answer.requestedCost }),
    ...(answer.actualCost === undefined ? {} : { actualCost: answer.actualCost }),
  });
}

function marks(shop: Shop, version: ServedVersion): Record<string, string> {
  return {
    'x-shopify-api-version': version.handle,
    'x-shopid': String(shop.id),
    'x-stats-apiclientid': '1',
  };
}

function parseGraphqlBody(text: string): GraphqlRequest | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof body !== 'object' || body === null || !('query' in body) || typeof body.query !== 'string')
    return null;
  const variables = 'variables' in body ? body.variables : null;
  return {
    query: body.query,
    variables: typeof variables === 'object' && variables !== null ? { ...variables } : {},
  };
}

function record(exchange: Exchange, shop: Shop, path: AdminPath, status: number): void {
  const operation = path.kind === 'rest' ? path.resource.replace(/\d{4,}/g, '{id}') : path.kind;
  shop.log.add({
    at: exchange.at,
    kind: path.kind === 'graphql' ? 'graphql' : 'rest',
    operation: path.kind === 'graphql' ? '(refused)' : `${exchange.request.method} ${operation}`,
    status,
    outcome: status < 400 ? 'ok' : String(status),
    requestId: exchange.requestId,
  });
}
