import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Database } from '@storefleet/server/platform/db/database';
import { createLogger } from '@storefleet/server/platform/logging/logger';
import { openTestApp } from '@storefleet/test-support/app';
import { type TestClock, testClock } from '@storefleet/test-support/clock';
import { closedAtEnd } from '@storefleet/test-support/closed-at-end';
import { openTestDatabase } from '@storefleet/test-support/database';
import { type AuthError, GoTrueClient } from '@supabase/auth-js';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';

export const goodPassword = 'tulip-Mango-41';
export const otherPassword = 'quarry Lantern 58';

/** One key for all servers of a test file, as for all processes of an installation. */
const encryptionKey = randomBytes(32).toString('base64');

export type AuthTestServer = Awaited<ReturnType<typeof authTestServer>>;

type SignedIn = { client: GoTrueClient; accessToken: string; refreshToken: string };

type ClientOptions = { flowType?: 'implicit' | 'pkce'; storage?: Map<string, string> };

type AuthTestServerOptions = {
  triesPerAddress?: number;
  smtpUrl?: string;
  /** The server to share an installation with, as its second process. */
  sharedWith?: { db: Database; clock: TestClock; origin: string };
  /** The public address. Default: that of the installation's first process. */
  appUrl?: string;
};

/** A server with its sign-in service and its own database, until the tests end. */
export async function authTestServer(options: AuthTestServerOptions = {}) {
  const { sharedWith, appUrl = sharedWith?.origin, smtpUrl, triesPerAddress } = options;
  const db = sharedWith?.db ?? (await openTestDatabase());
  const clock = sharedWith?.clock ?? testClock(new Date());
  const log: string[] = [];
  const app = await openTestApp({
    db,
    clock,
    logger: createLogger({ level: 'info', destination: { write: (line: string) => void log.push(line) } }),
    environment: {
      PROCESS_ROLE: 'web',
      ENCRYPTION_KEY: encryptionKey,
      MAIL_FROM: 'Storefleet <storefleet@shops.example>',
      ...(appUrl && { APP_URL: appUrl }),
      ...(smtpUrl && { SMTP_URL: smtpUrl }),
      ...(triesPerAddress && { AUTH_RATE_LIMIT: String(triesPerAddress) }),
    },
  });
  await db.query(
    `insert into settings (key, value, created_at, updated_at) values ('app_name', 'Atlas Stores', now(), now())
     on conflict do nothing`,
  );
  const { url: origin, services } = app;
  const { auth } = services;
  const { embedded } = auth;
  if (embedded === null) throw new Error('This test server is for the embedded service.');
  const outbox = path.join(app.dataDir, 'outbox');

  const client = ({ flowType = 'implicit', storage = new Map() }: ClientOptions = {}) =>
    new GoTrueClient({
      url: `${origin}/auth/v1`,
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
      autoRefreshToken: false,
      flowType,
    });
  const addMember = (email: string, password = goodPassword) =>
    embedded.members.create({ email, password, emailConfirmed: true });
  async function signedInClient(email: string, password = goodPassword): Promise<SignedIn> {
    const signedIn = client();
    const { data, error } = await signedIn.signInWithPassword({ email, password });
    if (error !== null) throw error;
    const { access_token, refresh_token } = data.session;
    return { client: signedIn, accessToken: access_token, refreshToken: refresh_token };
  }

  return {
    auth,
    embedded,
    db,
    clock,
    /** The server's address, without a path. */
    origin,
    /** Every line the server has logged. */
    log,
    client,
    addMember,
    /** Throws if signing in failed. */
    signedInClient,
    /** A new member with this address, signed in. */
    async signedInMember(email: string) {
      const member = await addMember(email);
      return { member, ...(await signedInClient(email)) };
    },
    async expectSignedIn(
      token: string | null | undefined,
      as: { id?: string; email?: string; name?: string | null } = {},
    ) {
      await expect(auth.authenticate(`Bearer ${token}`)).resolves.toMatchObject(as);
    },
    /** The token gives no access: its session has ended, or its person was disabled. */
    async expectSignedOut(token: string | undefined) {
      await expect(auth.authenticate(`Bearer ${token}`)).rejects.toMatchObject({ status: 401 });
    },
    call: (target: string, init?: RequestInit) => fetch(`${origin}${target}`, init),
    /** All mails so far, oldest first, once none is being sent. */
    async outbox() {
      await embedded.settled();
      const files = await readdir(outbox).catch(() => []);
      return Promise.all(
        files.sort().map(async (file) => PostalMime.parse(await readFile(path.join(outbox, file)))),
      );
    },
  };
}

/** Accepts any mail until the test ends. */
export async function startMailServer() {
  const received: Email[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      received.push(await PostalMime.parse(await buffer(stream)));
      done();
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  closedAtEnd({ close: () => new Promise<void>((closed) => smtp.close(closed)) });
  return { url: `smtp://127.0.0.1:${port}`, received };
}

/** The code of the refusal; undefined if the call succeeded. */
export async function codeOf(
  call: Promise<{ error: Pick<AuthError, 'code'> | null }>,
): Promise<string | undefined> {
  return (await call).error?.code;
}

export function linkIn(mail: Email | undefined): URL {
  const url = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  if (url === undefined) throw new Error('The mail holds no link.');
  return new URL(url);
}
