import { AUTH_REFRESH_THRESHOLD_TICKS, AUTH_REFRESH_TICK_MS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAuthSession } from './auth-session.ts';

const ADA = { id: '0190a000-0000-7000-8000-000000000001', aud: 'authenticated', email: 'ada@shops.example' };

/** Requests to the auth service, as `POST /token?grant_type=refresh_token`. */
const asked: string[] = [];

beforeEach(() => {
  // Each test is its own page in the same window.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
  asked.length = 0;
  vi.stubGlobal('fetch', async (address: string | URL, { method = 'GET', body }: RequestInit = {}) => {
    const url = new URL(address);
    asked.push(`${method} ${url.pathname}${url.search}`);
    const answer = url.pathname.endsWith('/token')
      ? sessionFor(3_600, 'renewed')
      : { ...ADA, ...JSON.parse(String(body ?? '{}')) };
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

function sessionFor(seconds: number, name: string) {
  return {
    access_token: `${name}-token`,
    refresh_token: `${name}-refresh`,
    expires_in: seconds,
    expires_at: Math.floor(Date.now() / 1_000) + seconds,
    token_type: 'bearer',
    user: ADA,
  };
}

async function openPage(stored: ReturnType<typeof sessionFor> | null, { isTyped = false } = {}) {
  if (stored) localStorage.setItem('storefleet.auth', JSON.stringify(stored));
  const session = createAuthSession({
    url: 'http://shops.example/auth/v1',
    anonKey: 'anon',
    hasUnsavedWork: () => isTyped,
  });
  await session.ready;
  return session;
}

test.each([
  [false, { status: 'signed-out' }],
  [true, { status: 'ended', email: ADA.email }],
])('logged out in another tab, with unsaved changes here: %s', async (isTyped, state) => {
  const here = await openPage(sessionFor(3_600, 'stored'), { isTyped });
  const elsewhere = await openPage(null);
  const told = new Promise<void>((resolve) =>
    here.subscribe(() => here.getState().status === state.status && resolve()),
  );
  await elsewhere.signOut('local');
  await told;
  expect(here.getState()).toEqual(state);
});

test('a token is refreshed when at most three ticks of 30 s remain', async () => {
  const threshold = (AUTH_REFRESH_TICK_MS * AUTH_REFRESH_THRESHOLD_TICKS) / 1_000;
  const session = await openPage(sessionFor(2 * threshold, 'stored'));
  await vi.advanceTimersByTimeAsync(AUTH_REFRESH_TICK_MS * (AUTH_REFRESH_THRESHOLD_TICKS - 1));
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(AUTH_REFRESH_TICK_MS);
  expect(asked).toEqual(['POST /auth/v1/token?grant_type=refresh_token']);
  expect(session.getState()).toMatchObject({
    status: 'signed-in',
    session: { access_token: 'renewed-token' },
  });
});

test('an account change updates the session and keeps it signed in', async () => {
  const session = await openPage(sessionFor(3_600, 'stored'));
  await session.client.updateUser({ data: { name: 'Ada Lovelace' } });
  expect(asked).toEqual(['PUT /auth/v1/user']);
  expect(session.getState()).toMatchObject({ session: { user: { data: { name: 'Ada Lovelace' } } } });
});

test('signing in requires an email address or phone number, and a password', async () => {
  const session = await openPage(null);
  const { error } = await session.client.signInWithPassword({ password: 'sails-and-anchors' } as never);
  expect(error?.message).toBe(messages.login.credentialsMissing);
  expect(asked).toEqual([]);
});
