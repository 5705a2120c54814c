import { testClock } from '@storefleet/test-support/clock';
import { expect, it } from 'vitest';
import { Secret } from '../../../platform/crypto/secret.ts';
import type { SourceError } from '../../source-error.ts';
import {
  type Answer,
  html,
  json,
  patienceFor,
  silence,
  useScriptedServer,
} from '../testing/scripted-server.ts';
import type { Grant } from './grant.ts';
import { askForToken } from './token-endpoint.ts';
import { GrantEndedError } from './token-errors.ts';

const server = useScriptedServer();

const clientCredentials: Grant = { kind: 'client_credentials' };
const code: Grant = { kind: 'code', code: new Secret('code-of-shopify') };
const refresh: Grant = { kind: 'refresh_token', refreshToken: new Secret('shprt_old') };

function ask(grant: Grant, ...answers: Answer[]) {
  server.script(...answers);
  return askForToken(
    {
      clock: testClock('2026-11-20T12:00:00.000Z'),
      allowedHosts: [server.host],
      ...answers.map(patienceFor).at(0),
    },
    {
      shopUrl: server.host,
      app: { clientId: 'client-1', clientSecret: new Secret('shpss_secret') },
      grant,
      signal: new AbortController().signal,
    },
  );
}

const refusal = (grant: Grant, answer: Answer) =>
  ask(grant, answer).then(
    () => expect.unreachable('A token was given.'),
    (error: SourceError) => error,
  );

const text =
  (status: number, body: string): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(body);
  };

it('sends the grant, and reads the token’s expiry', async () => {
  const given = {
    access_token: 'shpat_new',
    scope: 'read_products, write_products',
    expires_in: 3600,
    refresh_token: 'shprt_new',
    refresh_token_expires_in: '7776000',
  };
  const granted = await ask(code, json(200, given));
  expect(granted).toMatchObject({
    scopes: ['read_products', 'write_products'],
    expiresAt: new Date('2026-11-20T13:00:00.000Z'),
    refreshTokenExpiresAt: new Date('2027-02-18T12:00:00.000Z'),
  });
  expect([granted.token.reveal(), granted.refreshToken?.reveal()]).toEqual(['shpat_new', 'shprt_new']);
  expect(JSON.parse(server.bodies[0] ?? '')).toEqual({
    client_id: 'client-1',
    client_secret: 'shpss_secret',
    code: 'code-of-shopify',
    expiring: '1',
  });
  expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/admin/oauth/access_token' });

  const lasting = await ask(refresh, json(200, { access_token: 'shpat_new' }));
  expect(lasting).toMatchObject({
    scopes: [],
    expiresAt: null,
    refreshToken: null,
    refreshTokenExpiresAt: null,
  });
  expect(JSON.parse(server.bodies[0] ?? '')).toMatchObject({
    grant_type: 'refresh_token',
    refresh_token: 'shprt_old',
  });
});

it.each<[string, Grant, Answer, string, string]>([
  [
    'a page with the code in it',
    clientCredentials,
    text(400, '<h1>Oauth error app_not_installed: The application is not installed on this shop.</h1>'),
    'auth',
    'The app is not installed in',
  ],
  [
    'plain text',
    clientCredentials,
    text(400, 'Oauth error shop_not_permitted: Client credentials cannot be performed on this shop.'),
    'rejected',
    'another organisation than the app',
  ],
  [
    'an app that nobody knows',
    code,
    text(400, 'Oauth error invalid_request: Could not find Shopify API application with api_key client-1'),
    'auth',
    'Shopify knows no app with the client id client-1.',
  ],
  [
    'a used code',
    code,
    json(400, { error: 'invalid_request', error_description: 'The code was not found' }),
    'auth',
    'Shopify says: "The code was not found"',
  ],
  ['a wrong secret', refresh, json(401, { error: 'invalid_client' }), 'auth', 'not accept the client secret'],
  ['nothing but a status', clientCredentials, text(400, ''), 'auth', 'gave the app client-1 no access token'],
  ['a login page', clientCredentials, html(401), 'auth', 'gave the app client-1 no access token'],
  ['no shop', code, json(404, { errors: 'Not Found' }), 'unavailable', 'There is no shop at'],
  [
    'a frozen shop',
    refresh,
    json(402, { errors: 'Unavailable Shop' }),
    'unavailable',
    'is frozen at Shopify',
  ],
  ['too many requests', refresh, json(429, {}, { 'retry-after': '2.0' }), 'throttled', 'in a minute'],
  ['a fault of Shopify', refresh, html(503), 'transient', 'has trouble responding'],
  ['a page with status 200', code, html(200), 'unavailable', 'a web page instead of data'],
  ['a bad token', code, json(200, { access_token: 'a\r\nb' }), 'unavailable', 'instead of data'],
  ['silence', clientCredentials, silence, 'transient', 'did not answer in time'],
])('explains %s', async (_case, grant, answer, kind, sentence) => {
  const error = await refusal(grant, answer);
  expect([error.kind, error.message]).toEqual([kind, expect.stringContaining(sentence)]);
  // A job that waits for the token may retry, whatever it was about to do.
  expect(error.mayHaveRun).toBe(false);
});

it('distinguishes a connection that has ended from an app that is set up wrongly', async () => {
  const ended = await refusal(refresh, json(400, { error: 'invalid_grant' }));
  expect(ended).toBeInstanceOf(GrantEndedError);
  const wrong = await refusal(refresh, json(400, { error: 'invalid_client' }));
  expect(wrong).not.toBeInstanceOf(GrantEndedError);
});

it('does not repeat secrets that a shop returns', async () => {
  const said = { error: 'strange', error_description: 'shpss_secret and code-of-shopify are not known' };
  const { message } = await refusal(code, json(400, said));
  expect(message).toContain('[redacted] and [redacted] are not known');
});
