import { describe, expect, it } from 'vitest';
import { Secret } from '../../../platform/crypto/secret.ts';
import { SourceError } from '../../source-error.ts';
import {
  type Answer,
  closedHost,
  cutOff,
  graphqlErrors,
  html,
  json,
  patienceFor,
  reset,
  silence,
  useScriptedServer,
  withCode,
} from '../testing/scripted-server.ts';
import { TOKEN } from '../testing/simulated-shop.ts';
import { clientOf } from '../testing/test-client.ts';
import { type AccessTokens, enteredToken } from './access-tokens.ts';
import type { GraphqlClientDeps } from './graphql-client.ts';

const OPERATION = { document: '{ shop { name } }', expectedCost: 1 };
const OK = json(200, { data: { shop: { name: 'Atlas' } } });

const server = useScriptedServer();

function setUp({ shop = server.host, ...more }: Partial<GraphqlClientDeps> = {}) {
  const set = clientOf(shop, more);
  const { signal } = new AbortController();
  const ask = (options = {}) => set.client.request(OPERATION, { signal, ...options });
  const failure = (options = {}): Promise<SourceError> =>
    ask(options).then(
      () => expect.unreachable('The request succeeded.'),
      (reason: SourceError) => reason,
    );
  return { ...set, ask, failure };
}

describe('refusals by Shopify', () => {
  const said = (status: number, errors: unknown) => json(status, { errors });
  const coded = (code: string, message: string) => graphqlErrors(withCode(code, message));
  const requiredAccess = '`read_products` access scope.';
  const denied = withCode('ACCESS_DENIED', 'Access denied for products field.', { requiredAccess });
  it.each<[string, Answer, string, string]>([
    [
      'a wrong token',
      said(401, '[API] Invalid API key or access token (unrecognized login or wrong password)'),
      'auth',
      'does not accept the access token: it is wrong, was revoked, or the app was uninstalled. Enter a new token.',
    ],
    ['a Storefront token', said(401, 'Service is not valid for authentication'), 'auth', 'of another kind'],
    ['a frozen shop', said(402, 'Unavailable Shop'), 'unavailable', 'is frozen at Shopify'],
    [
      'a scope missing',
      said(403, '[API] This action requires merchant approval for read_products scope.'),
      'scope_missing',
      "The token lacks the permission read_products. Add it to the app's Admin API scopes in Shopify",
    ],
    ['a blocked shop', said(403, 'Unavailable Shop'), 'unavailable', 'is paused or blocked at Shopify'],
    ['a user without access', said(403, 'User does not have access'), 'auth', 'has no access to'],
    ['another 403', said(403, 'No'), 'rejected', 'refused access'],
    ['an unknown shop', said(404, 'Not Found'), 'unavailable', 'There is no shop at'],
    ['a bad request', said(400, { query: 'Required parameter' }), 'protocol', 'query: Required parameter'],
    ['an unknown path', html(406), 'protocol', '(406)'],
    ['a list of errors', said(422, ["can't be blank"]), 'rejected', "can't be blank"],
    ['a locked shop', said(423, 'This shop is unavailable'), 'unavailable', 'is locked by Shopify'],
    ['a security refusal', html(430), 'rejected', 'for security reasons (430)'],
    ['a method not implemented', html(501), 'protocol', '(501)'],
    [
      'a redirect',
      html(301, { location: 'https://new-name.myshopify.com/admin' }),
      'unavailable',
      'sends requests on to new-name.myshopify.com',
    ],
    ['a login page', html(200), 'unavailable', 'answered with a web page instead of data'],
    [
      'access denied',
      graphqlErrors(denied),
      'scope_missing',
      'The token lacks the permission read_products.',
    ],
    ['an inactive shop', coded('SHOP_INACTIVE', 'Inactive'), 'unavailable', 'is not active at Shopify'],
    ['too dear a query', coded('MAX_COST_EXCEEDED', 'Cost is 1200'), 'protocol', 'MAX_COST_EXCEEDED'],
    ['an unknown field', coded('undefinedField', "'foo' doesn't exist"), 'protocol', "'foo' doesn't exist"],
    ['bad variables', coded('INVALID_VARIABLE', 'Invalid value'), 'protocol', 'INVALID_VARIABLE'],
    ['an id of nothing', coded('RESOURCE_NOT_FOUND', 'Invalid id: 1'), 'rejected', 'Invalid id'],
    ['an error without a code', graphqlErrors({ message: 'No.' }), 'rejected', 'Shopify says: "No."'],
    ['an answer of nothing', json(200, {}), 'protocol', 'neither data nor errors'],
  ])('%s', async (_name, answer, kind, sentence) => {
    server.script(answer);
    const { failure } = setUp();
    const error = await failure();
    expect(error).toMatchObject({ kind, retryable: false });
    expect(error.message).toContain(sentence);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, Answer, string, string]>([
    ['a fault at Shopify', said(500, 'An unexpected error'), 'transient', 'An unexpected error'],
    ['a gateway page', html(503), 'transient', 'Shopify has trouble responding for 127.0.0.1'],
    ['an undocumented status', html(783), 'transient', '(783)'],
    ['too many requests', html(429, { 'retry-after': '2.0' }), 'throttled', 'has used up its share'],
    ['a conflict', json(409, {}), 'transient', 'is busy with another change'],
    ['a broken connection', reset, 'transient', 'broke off (ECONNRESET)'],
    ['half an answer', cutOff, 'transient', 'broke off'],
    [
      'JSON that ends early',
      (_q, r) => void r.writeHead(200, { 'content-type': 'application/json' }).end('{"data":'),
      'transient',
      'broke off',
    ],
    ['silence', silence, 'transient', 'did not answer in time'],
    [
      'an internal error',
      coded('INTERNAL_SERVER_ERROR', 'Internal error.'),
      'transient',
      'has trouble responding',
    ],
  ])('%s, tried five times', async (_name, answer, kind, sentence) => {
    server.script(answer);
    const { failure } = setUp(patienceFor(answer));
    const error = await failure();
    expect(error).toMatchObject({ kind, retryable: true });
    expect(error.message).toContain(sentence);
    expect(server.requests).toHaveLength(5);
  });

  it('a host that does not exist, or refuses', async () => {
    expect((await setUp({ shop: 'nowhere.invalid' }).failure()).message).toMatch(
      /^The name nowhere\.invalid cannot be resolved\. Check the address/,
    );
    expect((await setUp({ shop: await closedHost() }).failure()).message).toContain(
      'cannot be reached (ECONNREFUSED)',
    );
  });
});

it.each(['', 'shpat_1 ', 'shpat_1\nX-Evil: 1', 'schlüssel'])(
  'does not send %j for a token',
  async (token) => {
    server.script(json(200, { data: {} }));
    const { failure } = setUp({ accessTokens: enteredToken(new Secret(token)) });
    expect((await failure()).message).toContain('Copy it from Shopify again.');
    expect(server.requests).toHaveLength(0);
  },
);

describe('a token that the shop rejects', () => {
  const refusal = json(401, { errors: '[API] Invalid API key or access token' });
  const sentTokens = () => server.requests.map((request) => request.headers['x-shopify-access-token']);
  const tokensOf = (renewed: AccessTokens['renewed']): AccessTokens => ({
    ...enteredToken(new Secret('shpat_old')),
    renewed,
  });

  it('is replaced, and the request is repeated, even a write', async () => {
    server.script(refusal, json(200, { data: { shop: { name: 'Atlas' } } }));
    const accessTokens = tokensOf(async (refused) => new Secret(`${refused.reveal()}_and_new`));
    const { data } = await setUp({ accessTokens }).ask({ repeatable: false });
    expect(data).toEqual({ shop: { name: 'Atlas' } });
    expect(sentTokens()).toEqual(['shpat_old', 'shpat_old_and_new']);
  });

  it('is replaced only once', async () => {
    server.script(refusal);
    const { failure } = setUp({ accessTokens: tokensOf(async () => new Secret('shpat_new')) });
    expect((await failure()).kind).toBe('auth');
    expect(sentTokens()).toEqual(['shpat_old', 'shpat_new']);
  });

  it('is explained in the words of the shop or the token’s issuer', async () => {
    server.script(refusal);
    const { failure } = setUp({ accessTokens: tokensOf(async () => null) });
    expect((await failure()).message).toContain('does not accept the access token');
    const reason = new SourceError({ kind: 'auth', message: 'The app is not installed.' });
    const informed = setUp({ accessTokens: tokensOf(() => Promise.reject(reason)) });
    expect((await informed.failure()).message).toBe('The app is not installed.');
    expect(sentTokens()).toHaveLength(2);
  });
});

it('does not build a URL from an invalid version', () => {
  expect(() => setUp({ apiVersion: '../../admin' })).toThrow('is not a Shopify API version');
});

it('identifies the request to Shopify, and never logs the token', async () => {
  server.script(json(500, { errors: `trouble with ${TOKEN}` }));
  const { failure, log } = setUp();
  const error = await failure();
  expect(error.requestId).toBe('6f5d2c1a-0000-4000-8000-000000000001-1763690000');
  expect(error.message).toContain('(Shopify request id: 6f5d2c1a-');
  expect(log).toHaveLength(4);
  expect(`${log.join('')}${error.message}${error.stack}${JSON.stringify(error)}`).not.toContain('shpat_');
});

it('sends the token as Shopify expects it, and neither cookies nor other credentials', async () => {
  server.script(json(200, { data: { shop: { name: 'Atlas' } } }, { 'set-cookie': '_session=1' }));
  const { ask } = setUp();
  await ask();
  await ask();
  const [, second] = server.requests;
  expect(second?.url).toBe('/admin/api/2026-10/graphql.json');
  expect(second?.headers).toMatchObject({
    'x-shopify-access-token': TOKEN,
    'content-type': 'application/json',
  });
  expect(second?.headers.cookie).toBeUndefined();
  expect(second?.headers.authorization).toBeUndefined();
});

it('reaches any name under localhost on this machine, with that name', async () => {
  server.script(OK);
  const port = server.host.split(':')[1];
  await setUp({ shop: `atlas.localhost:${port}` }).ask();
  expect(server.requests[0]?.headers.host).toBe(`atlas.localhost:${port}`);
});

it('knows which version answered', async () => {
  server.script(json(200, { data: { shop: {} } }, { 'x-shopify-api-version': '2026-01' }));
  const { client, ask } = setUp({ apiVersion: '2023-10' });
  await ask();
  expect(client.servedVersion()).toBe('2026-01');
});

it('returns data with errors, and treats it as incomplete on request', async () => {
  const denied = { ...withCode('ACCESS_DENIED', 'Access denied for email field.'), path: ['shop', 'email'] };
  server.script(json(200, { errors: [denied], data: { shop: { name: 'Atlas', email: null } } }));
  const { client, ask } = setUp();
  const answer = await ask();
  expect(answer.data).toEqual({ shop: { name: 'Atlas', email: null } });
  expect(answer.errors).toMatchObject([{ code: 'ACCESS_DENIED', path: ['shop', 'email'] }]);
  const { signal } = new AbortController();
  await expect(client.requestComplete(OPERATION, { signal })).rejects.toMatchObject({
    kind: 'scope_missing',
  });
});

describe('retries', () => {
  it('continue after transient errors, with growing pauses', async () => {
    server.script(html(502), reset, json(503, {}), OK);
    const { ask, waits } = setUp();
    expect((await ask()).data).toEqual({ shop: { name: 'Atlas' } });
    expect(waits).toEqual([500, 1000, 2000]);
  });

  it('say what the shop has trouble with, and nothing where it asks for a pause', async () => {
    server.script(html(503), html(429, { 'retry-after': '1' }), OK);
    const reasons: (string | undefined)[] = [];
    await setUp().ask({ onWaiting: (_until: Date, reason?: string) => void reasons.push(reason) });
    expect(reasons).toEqual([expect.stringContaining('has trouble responding'), undefined]);
  });

  it('take Retry-After as seconds', async () => {
    server.script(html(429, { 'retry-after': '2.5' }), OK);
    const { ask, waits } = setUp();
    await ask();
    expect(waits).toEqual([3000]);
  });

  it.each<[string, Answer]>([
    ['a gateway page', html(502)],
    ['an internal error', graphqlErrors(withCode('INTERNAL_SERVER_ERROR', 'Internal error.'))],
    ['a broken connection', reset],
    ['half an answer', cutOff],
    ['silence', silence],
    ['a web page', html(200)],
  ])('do not repeat a write that may have happened, and say so: %s', async (_name, answer) => {
    server.script(answer, OK);
    const { failure } = setUp(patienceFor(answer));
    expect(await failure({ repeatable: false })).toMatchObject({ mayHaveRun: true });
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ['THROTTLED', graphqlErrors(withCode('THROTTLED', 'Throttled'))],
    ['429', html(429, { 'retry-after': '1.0' })],
  ])('repeat a write that was refused before it ran: %s', async (_name, answer) => {
    server.script(answer, OK);
    await setUp().ask({ repeatable: false });
    expect(server.requests).toHaveLength(2);
  });

  it('repeat a write that was never sent, and say that it did not happen', async () => {
    const { failure, waits } = setUp({ shop: await closedHost() });
    expect(await failure({ repeatable: false })).toMatchObject({ kind: 'transient', mayHaveRun: false });
    expect(waits).toHaveLength(4);
  });

  it('end at a deadline even if attempts are left', async () => {
    server.script(html(429, { 'retry-after': '60' }));
    expect((await setUp().failure()).kind).toBe('throttled');
    expect(server.requests).toHaveLength(3);
  });

  it('end at once when aborted', async () => {
    server.script(silence);
    const { client } = setUp();
    const stop = new AbortController();
    const asked = client.request(OPERATION, { signal: stop.signal });
    stop.abort(new Error('Sync was force stopped'));
    await expect(asked).rejects.toThrow('Sync was force stopped');
  });
});

describe('the cost bucket of a shop', () => {
  const cost = (requestedQueryCost: number, currentlyAvailable: number) => ({
    cost: {
      requestedQueryCost,
      actualQueryCost: requestedQueryCost,
      throttleStatus: { maximumAvailable: 1000, currentlyAvailable, restoreRate: 50 },
    },
  });
  const answer = (requested: number, available: number) =>
    json(200, { data: { shop: { name: 'Atlas' } }, extensions: cost(requested, available) });

  it('delays requests by the cost that Shopify reported', async () => {
    server.script(answer(200, 100), answer(200, 50));
    const { ask, waits } = setUp();
    await ask({ priority: 'person' });
    await ask({ priority: 'person' });
    expect(waits).toEqual([2000]);
  });

  it('delays requests by the cost for their size, even after one of another size', async () => {
    server.script(answer(25, 975), answer(115, 40), answer(25, 15));
    const { client, waits } = setUp();
    const { signal } = new AbortController();
    const ask = (variants: number) =>
      client.request(
        { document: OPERATION.document, expectedCost: 10 + 0.2 * variants },
        { signal, priority: 'person' },
      );
    await ask(50);
    await ask(500);
    // 40 points are left: enough for 25, but not for the previous request's 115.
    await ask(50);
    expect(waits).toEqual([]);
  });

  it('delays requests after THROTTLED by its numbers', async () => {
    const throttled = json(200, { errors: [withCode('THROTTLED', 'Throttled')], extensions: cost(202, 102) });
    server.script(throttled, answer(202, 700));
    const { ask, waits } = setUp();
    await ask({ priority: 'person' });
    // 202 to run, as much again for the client that emptied the bucket, minus the 102 available, at 50 per
    // second.
    expect(waits).toEqual([6040]);
  });
});
