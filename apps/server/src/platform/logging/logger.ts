import { type DestinationStream, type Logger, pino } from 'pino';
import { errorEntry } from './error-entry.ts';
import { createLogOutput } from './log-output.ts';

export type { Logger } from 'pino';

/** Names of fields that may hold a secret; also redacted at two levels of nesting. */
const SECRET_FIELDS = [
  'password',
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
  'token',
  'token_hash',
  'client_secret',
  'clientSecret',
  'authorization',
  'cookie',
  'apikey',
  'connection_string',
  'connectionString',
  'mssql_password',
  'mssql_connection_string',
  'encryptionKey',
];

const REDACTED_PATHS = [
  ...SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
  'req.headers["x-shopify-access-token"]',
  '*.headers["x-shopify-access-token"]',
  'headers["x-shopify-access-token"]',
];

type LoggerOptions = {
  level: string;
  /** Default: standard output. */
  destination?: DestinationStream;
};

export function createLogger({ level, destination = createLogOutput() }: LoggerOptions): Logger {
  const options = {
    level,
    base: undefined,
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => errorEntry(error) },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, destination);
}
