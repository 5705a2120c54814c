import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { AuthService } from '@storefleet/server/modules/auth/auth.service';
import type { EmbeddedAuth } from '@storefleet/server/modules/auth/embedded/embedded-auth';
import type { Database } from '@storefleet/server/platform/db/database';
import { createLogger } from '@storefleet/server/platform/logging/logger';
import { createTestApp } from '@storefleet/test-support/app';
import { testClock } from '@storefleet/test-support/clock';
import { createTestDatabase } from '@storefleet/test-support/database';
import { type AuthError, GoTrueClient } from '@supabase/auth-js';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect } from 'vitest';

export const goodPassword = 'tulip-Mango-41';
export const otherPassword = 'quarry Lantern 58';

/** One key for all servers of a test file, as for all processes of an installation. */
const encryptionKey = randomBytes(32).toString('base64');

export type AuthTestServer = {
  auth: AuthService;
  embedded: EmbeddedAuth;
  db: Database;
  clock: ReturnType<typeof testClock>;
  /** The server's address, without a path. */
  origin: string;
  /** Every line the server has logged. */
  log: string[];
  client(options?: ClientOptions): GoTrueClient;
  call(path: string, init?: RequestInit): Promise<Response>;
  /** All mails so far, oldest first, once none is being sent. */
  outbox(): Promise<Email[]>;
  addMember(email: string, password?: string): Promise<{ id: string; email: string }>;
  /** Throws if signing in failed. */
  signedInClient(email: string, password?: string): Promise<SignedIn>;
  /** A new member with this address, signed in. */
  signedInMember(email: string): Promise<SignedIn & { member: { id: string; email: string } }>;
  expectSignedIn(
    token: string | null | undefined,
    as?: { id?: string; email?: string; name?: string | null },
  ): Promise<void>;
  /** The token gives no access: its session has ended, or its person was disabled. */
  expectSignedOut(token: string | undefined): Promise<void>;
  close(): Promise<void>;
};

type SignedIn = { client: GoTrueClient; accessToken: string; refreshToken: string };

type ClientOptions = { flowType?: 'implicit' | 'pkce'; storage?: Map<string, string> };

export type AuthTestServerOptions = {
  triesPerAddress?: number;
  smtpUrl?: string;
  /** The server to share an installation with, as its second process. */
  sharedWith?: AuthTestServer;
  /** The public address. Default: that of the installation's first process. */
  appUrl?: string;
};

/** A server with its sign-in service and its own database. */
export async function startAuthTestServer(options: AuthTestServerOptions = {}): Promise<AuthTestServer> {
  const { sharedWith, appUrl = sharedWith?.origin, smtpUrl, triesPerAddress } = options;
  const db = sharedWith?.db ?? (await createTestDatabase());
  const clock = sharedWith?.clock ?? testClock(new Date());
  const log: string[] = [];
  const app = await createTestApp({
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
    origin,
    log,
    client,
    addMember,
    signedInClient,
    async signedInMember(email) {
      const member = await addMember(email);
      return { member, ...(await signedInClient(email)) };
    },
    async expectSignedIn(token, as = {}) {
      await expect(auth.authenticate(`Bearer ${token}`)).resolves.toMatchObject(as);
    },
    async expectSignedOut(token) {
      await expect(auth.authenticate(`Bearer ${token}`)).rejects.toMatchObject({ status: 401 });
    },
    call: (target, init) => fetch(`${origin}${target}`, init),
    async outbox() {
      await embedded.settled();
      const files = await readdir(outbox).catch(() => []);
      return Promise.all(
        files.sort().map(async (file) => PostalMime.parse(await readFile(path.join(outbox, file)))),
      );
    },
    async close() {
      await app.close();
      if (sharedWith === undefined) await db.close();
    },
  };
}

/** One server for all tests of a file or a group. */
export async function authTestServer(options?: AuthTestServerOptions): Promise<AuthTestServer> {
  const server = await startAuthTestServer(options);
  afterAll(() => server.close());
  return server;
}

/** Accepts any mail. */
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
  const close = () => new Promise<void>((closed) => smtp.close(closed));
  return { url: `smtp://127.0.0.1:${port}`, received, close };
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
