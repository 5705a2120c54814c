import { createRequire } from 'node:module';
import type mssql from 'mssql';
import { Secret } from '../../../platform/crypto/secret.ts';
import { SourceError } from '../../source-error.ts';
import type { InForce } from './sql.ts';

const require = createRequire(import.meta.url);

/** Loaded only for the first SQL Server: it would take a seventh of every start. */
export const driver = (): typeof mssql => require('mssql');

/** How to connect to a SQL Server. */
export type SqlServerSettings = {
  /** A host name or address, followed by `\instance` for a named instance, whose port is looked up. */
  readonly server: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  readonly password: Secret | null;
  /** Overrides all of the above. */
  readonly connectionString: Secret | null;
  /** Accepts a certificate not signed by a trusted authority. */
  readonly trustServerCertificate: boolean;
};

/** Where and how to connect, from the separate fields or a connection string. */
export type ConnectionConfig = {
  readonly host: string;
  readonly instance: string | null;
  /** Null if the instance is asked for it. */
  readonly port: number | null;
  readonly database: string;
  readonly user: string;
  readonly password: Secret;
  /** `strict`: TLS before anything else (TDS 8.0), with a certificate that is always validated. */
  readonly encrypt: boolean | 'strict';
  readonly trustServerCertificate: boolean;
  readonly multiSubnetFailover: boolean;
  /** ApplicationIntent=ReadOnly: a listener may route to a secondary, and nothing may be written. */
  readonly readOnlyIntent: boolean;
};

const DEFAULT_PORT = 1433;

/** Throws a SourceError whose message never contains a password or connection string. */
export function connectionConfig(settings: SqlServerSettings): ConnectionConfig {
  const text = settings.connectionString?.reveal().trim() ?? '';
  return text === '' ? fromFields(settings) : fromConnectionString(text, settings);
}

export function inForce(config: ConnectionConfig): InForce {
  const { host, instance, port, database, user, encrypt, readOnlyIntent } = config;
  const server = instance === null ? host : `${host}\\${instance}`;
  return { server, port, database, username: user, encrypted: encrypt !== false, readOnlyIntent };
}

function fromFields(settings: SqlServerSettings): ConnectionConfig {
  const { host, instance, port } = parseServer(settings.server, settings.port);
  return complete({
    host,
    instance,
    port,
    database: settings.database.trim(),
    user: settings.username.trim(),
    password: settings.password,
    encrypt: true,
    trustServerCertificate: settings.trustServerCertificate,
    multiSubnetFailover: false,
    readOnlyIntent: false,
  });
}

/** `host`, `host\instance`, `host,port` and `tcp:host`, as SQL Server's own tools write them. */
function parseServer(text: string, fieldPort: number): Pick<ConnectionConfig, 'host' | 'instance' | 'port'> {
  const server = text.trim().replace(/^tcp:/i, '');
  if (/^(np|lpc|admin):|^\\\\/i.test(server)) throw namedPipe();
  const [, name = '', instance, portText] = /^([^\\,]*)(?:\\([^\\,]*))?(?:,\s*(\d+))?$/.exec(server) ?? [];
  if (name.trim() === '') {
    throw unusable(
      'The server must be a host name or an address, such as db.example.com or db.example.com\\SHOP.',
    );
  }
  return at(name.trim(), instance?.trim() ?? null, portText === undefined ? fieldPort : Number(portText));
}

/** Any port but the default locates the instance without a lookup. */
function at(name: string, instance: string | null, port: number) {
  const host = /^(\.|\(\.\)|\(local\))$/i.test(name) ? 'localhost' : name;
  const isNamed = instance !== null && instance !== '' && instance.toUpperCase() !== 'MSSQLSERVER';
  return { host, instance: isNamed ? instance : null, port: isNamed && port === DEFAULT_PORT ? null : port };
}

/** What the string lacks comes from the fields, except that a user comes with its own password. */
function fromConnectionString(text: string, settings: SqlServerSettings): ConnectionConfig {
  const parsed = parseConnectionString(text);
  const { options } = parsed;
  if (parsed.authentication_type !== undefined && parsed.authentication_type !== 'default') {
    throw unusable(`The connection string asks for a sign-in of another kind. ${SQL_LOGIN}`);
  }
  if (parsed.domain !== undefined) {
    throw unusable(`The connection string names a Windows user (domain\\user). ${SQL_LOGIN}`);
  }
  if (
    parsed.user === undefined &&
    /(integrated\s*security|trusted_connection)\s*=\s*["']?(true|yes|sspi)/i.test(text)
  ) {
    throw unusable(`The connection string asks for a Windows sign-in. ${SQL_LOGIN}`);
  }
  if (!isPort(parsed.port) && parsed.server !== undefined) {
    throw unusable('The port in the connection string is not a number from 1 to 65535.');
  }
  const place =
    parsed.server === undefined
      ? parseServer(settings.server, settings.port)
      : at(parsed.server, options.instanceName ?? null, parsed.port ?? DEFAULT_PORT);
  const named = parsed.user !== undefined;
  const words = keywordsOf(text);
  const isStrict = words.get('encrypt') === 'strict';
  return complete({
    ...place,
    database: parsed.database ?? settings.database.trim(),
    user: parsed.user ?? settings.username.trim(),
    password: named ? new Secret(parsed.password ?? '') : settings.password,
    encrypt: isStrict ? 'strict' : options.encrypt !== false,
    trustServerCertificate: !isStrict && (options.trustServerCertificate ?? settings.trustServerCertificate),
    multiSubnetFailover: options.multiSubnetFailover ?? false,
    readOnlyIntent: words.get('applicationintent') === 'readonly',
  });
}

const KEYWORD = /(?:^|;)\s*([^=;]+?)\s*=\s*("(?:[^"]|"")*"|'(?:[^']|'')*'|[^;]*)/g;

/** Keywords without spaces, values in lower case: the driver weakens Strict and ReadOnly. */
function keywordsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(KEYWORD)].map(([, keyword = '', value = '']) => [
      keyword.replaceAll(/\s/g, '').toLowerCase(),
      value
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
        .toLowerCase(),
    ]),
  );
}

const SQL_LOGIN = 'Use an SQL Server login: User ID=…;Password=….';

type ParsedString = {
  server?: string | undefined;
  port?: number | null | undefined;
  database?: string | undefined;
  user?: string | undefined;
  password?: string | undefined;
  domain?: string | undefined;
  authentication_type?: string | undefined;
  options: {
    instanceName?: string | undefined;
    encrypt?: boolean | string | undefined;
    trustServerCertificate?: boolean | undefined;
    multiSubnetFailover?: boolean | undefined;
  };
};

function parseConnectionString(text: string): ParsedString {
  let parsed: ParsedString;
  try {
    parsed = driver().ConnectionPool.parseConnectionString(text);
  } catch (error) {
    if (error instanceof Error && /named pipes/i.test(error.message)) throw namedPipe();
    throw unreadableString();
  }
  if (parsed.server === undefined && parsed.user === undefined && parsed.database === undefined) {
    throw unreadableString();
  }
  return parsed;
}

function complete(
  config: Omit<ConnectionConfig, 'password'> & { password: Secret | null },
): ConnectionConfig {
  const { database, user, password } = config;
  if (user === '') throw unusable(`There is no user. ${SQL_LOGIN}`);
  if (password === null || password.reveal() === '') {
    throw new SourceError({ kind: 'auth', message: `Enter the password of the user ${user}.` });
  }
  if (database === '') {
    throw unusable('There is no database. Fill in its name, or write Database=… in the connection string.');
  }
  return { ...config, password };
}

function isPort(port: number | null | undefined): boolean {
  return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
}

function unreadableString(): SourceError {
  return unusable(
    'The connection string cannot be read. It looks like ' +
      'Server=db.example.com,1433;Database=Shop;User ID=reader;Password=…;Encrypt=true; values with a semicolon go in quotes.',
  );
}

function namedPipe(): SourceError {
  return unusable(
    'Named pipes cannot be used. Connect over TCP: write the host name, and the port where it is not 1433.',
  );
}

function unusable(message: string): SourceError {
  return new SourceError({ kind: 'rejected', message });
}
