import path from 'node:path';
import { z } from 'zod';
import { isEncryptionKey } from '../platform/crypto/encryption-key.ts';
import { Secret } from '../platform/crypto/secret.ts';
import { DATABASE_KINDS, type DatabaseKind } from '../platform/db/embedded/kind.ts';
import { isNetwork } from '../platform/network/host-rule.ts';

/** A setting that is missing or not valid; the message is one sentence that names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

type HostedAuthConfig = { projectUrl: string; anonKey: string; jwtSecret: Secret | null };

export type Config = {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Which kind of embedded database; null for the one that the data folder holds, or that runs here. */
  embeddedDatabase: DatabaseKind | null;
  /** A PostgreSQL to use instead of the embedded one. */
  databaseUrl: Secret | null;
  /** The address people open, without a slash at its end. */
  appUrl: string;
  /** The address under which shops reach this server with their webhooks, without a slash at its end. */
  webhooksUrl: string;
  /** 32 bytes in base64; null means: the key file in the data folder. */
  encryptionKey: Secret | null;
  /** The first account, made without a browser; of a hosted project its address alone. */
  admin: { email: string; password: Secret | null } | null;
  hostedAuth: HostedAuthConfig | null;
  smtpUrl: Secret | null;
  mailFrom: string;
  shopifyAllowedHosts: readonly string[];
  /** Where browsers may load the images of products from. */
  imageHosts: readonly string[];
  /** SQL Servers that may be contacted: names, addresses, networks; null: all but the link-local ones. */
  mssqlAllowedHosts: readonly string[] | null;
  /** Through which other hosts are reached with https; its address may hold a password. */
  httpsProxy: { url: Secret; except: string } | null;
  /** Addresses and networks whose word on who the client is counts, besides this machine's own. */
  trustedProxies: readonly string[];
  /** Sign-in tries per address in five minutes. */
  authRateLimit: number;
  /** Where audit log entries are sent, and the secret that signs them. The address may contain a token. */
  auditWebhook: { url: Secret; secret: Secret } | null;
  processRole: 'all' | 'web' | 'worker';
  /** Stores that this process syncs side by side. */
  syncConcurrency: number;
  /** Edits of stores that this process works on side by side, and how many of them may be of one store. */
  editConcurrency: number;
  editConcurrencyPerStore: number;
  /** Connections of this process to the PostgreSQL of `databaseUrl`. */
  databaseConnections: number;
  logLevel: string;
};

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const integer = (name: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
    .catch(() => {
      throw new ConfigError(`${name} has to be a whole number from ${min} to ${max}.`);
    });

/** An address with one of these protocols. */
const url = (name: string, protocols: string[], example: string) =>
  z.string().refine((value) => {
    const { protocol, hostname } = URL.parse(value) ?? {};
    return protocol !== undefined && protocols.includes(protocol) && hostname !== '';
  }, `${name} has to be an address like ${example}.`);

const webAddress = (name: string, example: string) =>
  url(name, ['http:', 'https:'], example).transform((value) => value.replace(/\/+$/, ''));

/** The web app is served at the root of its address. */
const isOrigin = (value: string) =>
  URL.canParse(value) && new URL(value).href === `${new URL(value).origin}/`;

/** A list separated by commas; blanks around its parts do not count. */
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== ''),
);

const HOST_NAME_PATTERN = /^(\*\.)?[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/;
const HOST_PATTERN = /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;

const Environment = z.object({
  PORT: integer('PORT', 1, 65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  EMBEDDED_DATABASE: z
    .enum(DATABASE_KINDS, { error: `EMBEDDED_DATABASE has to be ${DATABASE_KINDS.join(' or ')}.` })
    .optional(),
  DATABASE_URL: url(
    'DATABASE_URL',
    ['postgres:', 'postgresql:'],
    'postgres://user:password@db.example.com:5432/storefleet',
  ).optional(),
  APP_URL: webAddress('APP_URL', 'https://stores.example.com')
    .refine(
      isOrigin,
      'APP_URL has to be an address like https://stores.example.com, with nothing behind the name and port.',
    )
    .optional(),
  WEBHOOKS_URL: url('WEBHOOKS_URL', ['https:'], 'https://hooks.example.com')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  ENCRYPTION_KEY: z
    .string()
    .refine(
      isEncryptionKey,
      'ENCRYPTION_KEY has to be 32 bytes in base64, as `openssl rand -base64 32` prints them.',
    )
    .optional(),
  ADMIN_EMAIL: z.email('ADMIN_EMAIL has to be an email address.').optional(),
  ADMIN_PASSWORD: z.string().min(8, 'ADMIN_PASSWORD has to have at least 8 characters.').optional(),
  SUPABASE_URL: webAddress('SUPABASE_URL', 'https://project.supabase.co').optional(),
  SUPABASE_ANON_KEY: z.string().optional(),
  SUPABASE_JWT_SECRET: z.string().optional(),
  SMTP_URL: url('SMTP_URL', ['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>@]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/, {
      error: 'MAIL_FROM has to be an address like Storefleet <storefleet@example.com>.',
    })
    .default('Storefleet <storefleet@localhost.localdomain>'),
  SHOPIFY_ALLOWED_HOSTS: list
    .refine(
      (hosts) => hosts.length > 0 && hosts.every((host) => HOST_PATTERN.test(host)),
      'SHOPIFY_ALLOWED_HOSTS has to be a list of hosts such as *.myshopify.com, separated by commas.',
    )
    .default(['*.myshopify.com']),
  IMAGE_HOSTS: list
    .refine(
      (hosts) => hosts.length > 0 && hosts.every((host) => HOST_PATTERN.test(host)),
      'IMAGE_HOSTS has to be a list of hosts such as cdn.shopify.com, separated by commas.',
    )
    .default(['cdn.shopify.com']),
  HTTPS_PROXY: webAddress('HTTPS_PROXY', 'http://proxy.example.com:3128').optional(),
  NO_PROXY: z.string().default(''),
  MSSQL_ALLOWED_HOSTS: list
    .refine(
      (hosts) => hosts.length > 0 && hosts.every((host) => isNetwork(host) || HOST_NAME_PATTERN.test(host)),
      'MSSQL_ALLOWED_HOSTS has to be a list of names or networks such as *.db.example.com or 10.0.0.0/8, separated by commas.',
    )
    .optional(),
  TRUSTED_PROXIES: list
    .refine(
      (networks) => networks.every(isNetwork),
      'TRUSTED_PROXIES has to be a list of addresses or networks such as 10.0.0.0/8, separated by commas.',
    )
    .default([]),
  AUTH_RATE_LIMIT: integer('AUTH_RATE_LIMIT', 1, 1_000_000).default(150),
  AUDIT_WEBHOOK_URL: webAddress('AUDIT_WEBHOOK_URL', 'https://logs.example.com/storefleet').optional(),
  AUDIT_WEBHOOK_SECRET: z
    .string()
    .min(16, 'AUDIT_WEBHOOK_SECRET has to have at least 16 characters.')
    .optional(),
  PROCESS_ROLE: z
    .enum(['all', 'web', 'worker'], { error: 'PROCESS_ROLE has to be all, web or worker.' })
    .default('all'),
  SYNC_CONCURRENCY: integer('SYNC_CONCURRENCY', 1, 100).default(4),
  EDIT_CONCURRENCY: integer('EDIT_CONCURRENCY', 1, 100).default(8),
  EDIT_CONCURRENCY_PER_STORE: integer('EDIT_CONCURRENCY_PER_STORE', 1, 100).default(2),
  DATABASE_CONNECTIONS: integer('DATABASE_CONNECTIONS', 2, 500).default(10),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `LOG_LEVEL has to be one of ${LOG_LEVELS.join(', ')}.` })
    .default('info'),
});

/** Reads the environment once; whatever is wrong in it stops the start. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable means the same as none: that is how a compose file or a .env leaves one out.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  // Proxies are often named in lower case, as other programs have it.
  const { https_proxy: HTTPS_PROXY, no_proxy: NO_PROXY } = given;
  const result = Environment.safeParse({ HTTPS_PROXY, NO_PROXY, ...given });
  if (!result.success) throw new ConfigError(result.error.issues[0]?.message);
  const env = result.data;

  const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`;
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(env.DATA_DIR),
    embeddedDatabase: env.EMBEDDED_DATABASE ?? null,
    databaseUrl: secret(env.DATABASE_URL),
    appUrl,
    webhooksUrl: env.WEBHOOKS_URL ?? appUrl,
    encryptionKey: secret(env.ENCRYPTION_KEY),
    admin: readAdmin(env.ADMIN_EMAIL, env.ADMIN_PASSWORD, env.SUPABASE_URL !== undefined),
    hostedAuth: readHostedAuth(env.SUPABASE_URL, env.SUPABASE_ANON_KEY, env.SUPABASE_JWT_SECRET),
    smtpUrl: secret(env.SMTP_URL),
    mailFrom: env.MAIL_FROM,
    shopifyAllowedHosts: env.SHOPIFY_ALLOWED_HOSTS,
    imageHosts: env.IMAGE_HOSTS,
    mssqlAllowedHosts: env.MSSQL_ALLOWED_HOSTS ?? null,
    httpsProxy: env.HTTPS_PROXY ? { url: new Secret(env.HTTPS_PROXY), except: env.NO_PROXY } : null,
    trustedProxies: env.TRUSTED_PROXIES,
    authRateLimit: env.AUTH_RATE_LIMIT,
    auditWebhook: readAuditWebhook(env.AUDIT_WEBHOOK_URL, env.AUDIT_WEBHOOK_SECRET),
    processRole: env.PROCESS_ROLE,
    syncConcurrency: env.SYNC_CONCURRENCY,
    editConcurrency: env.EDIT_CONCURRENCY,
    editConcurrencyPerStore: env.EDIT_CONCURRENCY_PER_STORE,
    databaseConnections: env.DATABASE_CONNECTIONS,
    logLevel: env.LOG_LEVEL,
  });
}

const secret = (value: string | undefined) => (value === undefined ? null : new Secret(value));

function readAdmin(
  email: string | undefined,
  password: string | undefined,
  isHosted: boolean,
): Config['admin'] {
  if (email === undefined && password === undefined) return null;
  if (email === undefined)
    throw new ConfigError('ADMIN_EMAIL is missing: ADMIN_PASSWORD is set, and they go together.');
  if (isHosted) return { email, password: null };
  if (password === undefined) {
    throw new ConfigError('ADMIN_PASSWORD is missing: ADMIN_EMAIL is set, and they go together.');
  }
  return { email, password: new Secret(password) };
}

function readAuditWebhook(url: string | undefined, secret: string | undefined): Config['auditWebhook'] {
  if (url === undefined && secret === undefined) return null;
  if (url === undefined)
    throw new ConfigError('AUDIT_WEBHOOK_URL is missing: AUDIT_WEBHOOK_SECRET is set, and they go together.');
  if (secret === undefined)
    throw new ConfigError('AUDIT_WEBHOOK_SECRET is missing: AUDIT_WEBHOOK_URL is set, and they go together.');
  return { url: new Secret(url), secret: new Secret(secret) };
}

function readHostedAuth(
  url: string | undefined,
  anonKey: string | undefined,
  jwtSecret: string | undefined,
): HostedAuthConfig | null {
  if (url === undefined) {
    if (anonKey === undefined && jwtSecret === undefined) return null;
    const present = anonKey === undefined ? 'SUPABASE_JWT_SECRET' : 'SUPABASE_ANON_KEY';
    throw new ConfigError(`SUPABASE_URL is missing: ${present} is set, and they go together.`);
  }
  if (anonKey === undefined) {
    throw new ConfigError('SUPABASE_ANON_KEY is missing: SUPABASE_URL is set, and they go together.');
  }
  return { projectUrl: url, anonKey, jwtSecret: secret(jwtSecret) };
}
