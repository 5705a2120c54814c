import { z } from 'zod';
import { optionalText, passwordInput, secretInput, Uuid, WhereClause } from '../../api/common.ts';
import { filledIn, sent } from '../../api/conditions.ts';
import { MssqlPort } from '../store-fields.ts';
import { MSSQL_DEFAULT_PORT } from './constants.ts';

export const typedConnection = {
  server: optionalText(),
  database: optionalText().describe('If omitted, a test lists the databases to choose from'),
  username: optionalText(),
  password: passwordInput(),
  port: MssqlPort.optional().describe(`Default ${MSSQL_DEFAULT_PORT}`),
  connection_string: secretInput(),
  trust_server_certificate: z
    .boolean({ error: 'Must be true or false.' })
    .optional()
    .describe('Accept a self-signed certificate'),
};

const CONNECTION_SENTENCES = {
  server: 'Server is required.',
  username: 'Username is required.',
  password: 'Password is required.',
} as const;

type ConnectionField = keyof typeof CONNECTION_SENTENCES;
type Typed = { readonly [Name in ConnectionField | 'connection_string']?: string | null | undefined };

export function requireConnection(typed: Typed, context: z.RefinementCtx) {
  if (typed.connection_string) return;
  for (const [field, message] of Object.entries(CONNECTION_SENTENCES)) {
    if (!typed[field as ConnectionField]) context.addIssue({ code: 'custom', path: [field], message });
  }
}

/** The same for the API's documentation. */
export const connectionRules = [filledIn('connection_string'), filledIn('server', 'username', 'password')];

/**
 * A connection string overrides the single fields. With `store_id`, omitted fields and blank secrets are the
 * stored ones; the stored password is used only for the server and port that it belongs to.
 */
export const MssqlConnectionTest = z
  .object({
    ...typedConnection,
    store_id: Uuid.optional(),
    forget_connection_string: z
      .boolean({ error: 'Must be true or false.' })
      .default(false)
      .describe('With `store_id`: ignore the store’s connection string'),
    table: optionalText().describe('Also checked, if given'),
    where_clause: WhereClause,
  })
  .superRefine((test, context) => {
    if (!test.store_id) requireConnection(test, context);
  })
  .meta({ id: 'MssqlConnectionTest', anyOf: [...connectionRules, sent('store_id')] });
export type MssqlConnectionTest = z.infer<typeof MssqlConnectionTest>;
