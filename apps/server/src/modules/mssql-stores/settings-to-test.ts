import type { MssqlConnectionTest } from '@storefleet/contract/stores/mssql/connection';
import { MSSQL_DEFAULT_PORT } from '@storefleet/contract/stores/mssql/constants';
import type { SqlServerSettings } from '../../connectors/mssql/client/connection-config.ts';
import { Secret } from '../../platform/crypto/secret.ts';
import { invalidField, validationFailed } from '../../platform/http/problem.ts';

/**
 * The settings a form will connect with: what was entered, else what is stored. A stored password is only
 * sent to the server it is stored for, or a person could have it sent to one of their own.
 */
export function settingsToTest(
  input: MssqlConnectionTest,
  stored: SqlServerSettings | null,
): SqlServerSettings {
  const typed = {
    server: input.server ?? stored?.server ?? '',
    port: input.port ?? stored?.port ?? MSSQL_DEFAULT_PORT,
    database: input.database ?? stored?.database ?? '',
    username: input.username ?? stored?.username ?? '',
    trustServerCertificate: input.trust_server_certificate ?? stored?.trustServerCertificate ?? false,
  };
  const connectionString = connectionStringToTest(input, stored);
  if (connectionString !== null) {
    return { ...typed, password: passwordBesideString(input, typed, stored), connectionString };
  }
  requireFields(typed);
  return { ...typed, password: passwordToTest(input, typed, stored), connectionString: null };
}

function connectionStringToTest(input: MssqlConnectionTest, stored: SqlServerSettings | null): Secret | null {
  if (input.connection_string) return new Secret(input.connection_string);
  return input.forget_connection_string ? null : (stored?.connectionString ?? null);
}

/**
 * The password for a connection string that lacks one. The stored string may name no server, and would send
 * its own or the stored password to an entered server; an entered string could send the stored password
 * anywhere.
 */
function passwordBesideString(
  input: MssqlConnectionTest,
  typed: Address,
  stored: SqlServerSettings | null,
): Secret | null {
  if (!input.connection_string && stored !== null && !isSameServer(typed, stored)) {
    throw invalidField(
      'server',
      'The stored connection string overrides the server and the port. To try another server, enter the connection string again or drop it.',
    );
  }
  if (input.password) return new Secret(input.password);
  return input.connection_string ? null : (stored?.password ?? null);
}

type Address = Pick<SqlServerSettings, 'server' | 'port'>;

function passwordToTest(
  input: MssqlConnectionTest,
  typed: Address,
  stored: SqlServerSettings | null,
): Secret {
  if (input.password) return new Secret(input.password);
  if (!stored?.password) throw invalidField('password', 'Password is required.');
  if (!isSameServer(typed, stored)) {
    throw invalidField(
      'password',
      `Enter the password: the stored one is only sent to ${stored.server}, port ${stored.port}.`,
    );
  }
  return stored.password;
}

/** By host, instance and port. */
function isSameServer(a: Address, b: Address): boolean {
  return a.server.trim().toLowerCase() === b.server.trim().toLowerCase() && a.port === b.port;
}

function requireFields(settings: Pick<SqlServerSettings, 'server' | 'database' | 'username'>): void {
  const sentences = {
    server: 'Server is required.',
    database: 'Database is required.',
    username: 'Username is required.',
  } as const;
  const errors = (['server', 'database', 'username'] as const)
    .filter((field) => settings[field] === '')
    .map((field) => ({ path: field, message: sentences[field] }));
  if (errors.length > 0) throw validationFailed(errors);
}
