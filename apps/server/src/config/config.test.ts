import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('defaults', () => {
  it('need no variable at all', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: path.resolve('data'),
      databaseUrl: null,
      embeddedDatabase: null,
      appUrl: 'http://localhost:8080',
      webhooksUrl: 'http://localhost:8080',
      encryptionKey: null,
      admin: null,
      hostedAuth: null,
      smtpUrl: null,
      mssqlAllowedHosts: null,
      mailFrom: 'Storefleet <storefleet@localhost.localdomain>',
      shopifyAllowedHosts: ['*.myshopify.com'],
      imageHosts: ['cdn.shopify.com'],
      httpsProxy: null,
      trustedProxies: [],
      authRateLimit: 150,
      auditWebhook: null,
      processRole: 'all',
      syncConcurrency: 4,
      editConcurrency: 8,
      editConcurrencyPerStore: 2,
      databaseConnections: 10,
      logLevel: 'info',
    });
  });

  it('take the address people open from the port, and drop a slash at its end', () => {
    expect(readConfig({ PORT: '9000' }).appUrl).toBe('http://localhost:9000');
    expect(readConfig({ APP_URL: 'https://stores.example.com/' }).appUrl).toBe('https://stores.example.com');
  });

  it('take the address for webhooks from the one people open, unless it has its own', () => {
    expect(readConfig({ APP_URL: 'https://stores.example.com' }).webhooksUrl).toBe(
      'https://stores.example.com',
    );
    expect(readConfig({ WEBHOOKS_URL: 'https://hooks.example.com/' }).webhooksUrl).toBe(
      'https://hooks.example.com',
    );
  });

  it('read lists of hosts', () => {
    const hosts = readConfig({
      SHOPIFY_ALLOWED_HOSTS: '*.myshopify.com, *.LOCALHOST:4010',
    }).shopifyAllowedHosts;
    expect(hosts).toEqual(['*.myshopify.com', '*.localhost:4010']);
    expect(readConfig({}).shopifyAllowedHosts).toEqual(['*.myshopify.com']);
    expect(readConfig({}).mssqlAllowedHosts).toBeNull();
    expect(readConfig({ MSSQL_ALLOWED_HOSTS: '*.DB.example.com, 10.0.0.0/8' }).mssqlAllowedHosts).toEqual([
      '*.db.example.com',
      '10.0.0.0/8',
    ]);
    expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, fd00::1' }).trustedProxies).toEqual([
      '10.0.0.0/8',
      'fd00::1',
    ]);
  });

  it.each([
    { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'a.example' },
    { https_proxy: 'http://proxy:3128/', no_proxy: 'a.example' },
  ])('take a proxy from %j', (environment) => {
    const { httpsProxy } = readConfig(environment);
    expect([httpsProxy?.url.reveal(), httpsProxy?.except]).toEqual(['http://proxy:3128', 'a.example']);
    expect(readConfig({ NO_PROXY: 'a.example' }).httpsProxy).toBeNull();
  });
});

describe('a bad setting', () => {
  const cases: [Record<string, string>, string][] = [
    [{ PORT: 'http' }, 'PORT has to be a whole number from 1 to 65535.'],
    [{ PORT: '70000' }, 'PORT has to be a whole number from 1 to 65535.'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL has to be an address like postgres://'],
    [{ APP_URL: 'stores.example.com' }, 'APP_URL has to be an address like https://stores.example.com.'],
    [{ APP_URL: 'https://example.com/stores' }, 'with nothing behind the name and port.'],
    [{ APP_URL: 'https://example.com?stores' }, 'with nothing behind the name and port.'],
    [{ WEBHOOKS_URL: 'http://hooks.example.com' }, 'WEBHOOKS_URL has to be an address like https://hooks'],
    [
      { HTTPS_PROXY: 'socks5://proxy:1080' },
      'HTTPS_PROXY has to be an address like http://proxy.example.com',
    ],
    [{ ENCRYPTION_KEY: 'short' }, 'ENCRYPTION_KEY has to be 32 bytes in base64'],
    [{ ADMIN_EMAIL: 'me@example.com' }, 'ADMIN_PASSWORD is missing'],
    [{ ADMIN_PASSWORD: 'correct horse' }, 'ADMIN_EMAIL is missing'],
    [{ ADMIN_EMAIL: 'me', ADMIN_PASSWORD: 'correct horse' }, 'ADMIN_EMAIL has to be an email address.'],
    [{ AUDIT_WEBHOOK_URL: 'logs.example.com' }, 'AUDIT_WEBHOOK_URL has to be an address like https://'],
    [{ AUDIT_WEBHOOK_URL: 'https://logs.example.com' }, 'AUDIT_WEBHOOK_SECRET is missing'],
    [{ AUDIT_WEBHOOK_SECRET: 'sixteen-characters' }, 'AUDIT_WEBHOOK_URL is missing'],
    [{ SUPABASE_ANON_KEY: 'key' }, 'SUPABASE_URL is missing'],
    [{ SUPABASE_URL: 'https://project.supabase.co' }, 'SUPABASE_ANON_KEY is missing'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL has to be an address like smtps://'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL has to be an address like smtps://'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM has to be an address'],
    [{ SHOPIFY_ALLOWED_HOSTS: 'https://shop/' }, 'SHOPIFY_ALLOWED_HOSTS has to be a list of hosts'],
    [{ TRUSTED_PROXIES: 'proxy.example.com' }, 'TRUSTED_PROXIES has to be a list of addresses'],
    [
      { MSSQL_ALLOWED_HOSTS: 'db.example.com:1433' },
      'MSSQL_ALLOWED_HOSTS has to be a list of names or networks',
    ],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES has to be a list of addresses'],
    [{ AUTH_RATE_LIMIT: '0' }, 'AUTH_RATE_LIMIT has to be a whole number'],
    [{ SYNC_CONCURRENCY: '0' }, 'SYNC_CONCURRENCY has to be a whole number from 1 to 100.'],
    [{ EDIT_CONCURRENCY: 'many' }, 'EDIT_CONCURRENCY has to be a whole number from 1 to 100.'],
    [
      { EDIT_CONCURRENCY_PER_STORE: '-1' },
      'EDIT_CONCURRENCY_PER_STORE has to be a whole number from 1 to 100.',
    ],
    [{ DATABASE_CONNECTIONS: '1' }, 'DATABASE_CONNECTIONS has to be a whole number from 2 to 500.'],
    [{ PROCESS_ROLE: 'boss' }, 'PROCESS_ROLE has to be all, web or worker.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL has to be one of trace'],
  ];

  it.each(cases)('%j stops the start with a sentence that names it', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(sentence);
  });
});

it('takes the address of a first account alone where a hosted project holds the passwords', () => {
  const hosted = { SUPABASE_URL: 'https://project.supabase.co', SUPABASE_ANON_KEY: 'public' };
  expect(readConfig({ ...hosted, ADMIN_EMAIL: 'me@example.com' }).admin).toEqual({
    email: 'me@example.com',
    password: null,
  });
});

it('keeps secrets from being printed', () => {
  const key = randomBytes(32).toString('base64');
  const config = readConfig({
    ENCRYPTION_KEY: key,
    DATABASE_URL: 'postgres://me:hunter22@db/app',
    SMTP_URL: 'smtp://me:hunter22@mail',
    ADMIN_EMAIL: 'me@example.com',
    ADMIN_PASSWORD: 'hunter22',
    SUPABASE_URL: 'https://project.supabase.co',
    SUPABASE_ANON_KEY: 'public',
    SUPABASE_JWT_SECRET: 'hunter22',
  });
  const printed = `${JSON.stringify(config)} ${inspect(config, { depth: 5 })}`;
  expect(printed).not.toContain('hunter22');
  expect(printed).not.toContain(key);
  expect(config.databaseUrl?.reveal()).toBe('postgres://me:hunter22@db/app');
});
