import type { RouteById } from '@storefleet/contract/api';
import type { RouteBody } from '@storefleet/contract/api/route';
import { MSSQL_DEFAULT_PORT } from '@storefleet/contract/stores/mssql/constants';
import type { MssqlConnectionTestResult, MssqlTable } from '@storefleet/contract/stores/mssql/mssql';
import type { Store } from '@storefleet/contract/stores/stores';
import {
  changedValues,
  parseTags,
  type StoreDetailsValues,
  storeDetailsOf,
  textsOf,
  validateStoreDetails,
} from '../store-details.ts';
import { partsOf, type StringPart } from './connection-string.ts';

const TEXTS = [
  'mssql_server',
  'mssql_database',
  'mssql_username',
  'mssql_table',
  'mssql_where_clause',
] as const;

/** The SQL Server store form: every field as typed. */
export type MssqlStoreFormValues = StoreDetailsValues &
  Record<(typeof TEXTS)[number] | 'mssql_port' | 'mssql_password' | 'mssql_connection_string', string> & {
    /** Removes the stored connection string, which is never shown and so cannot be cleared. */
    mssql_forget_connection_string: boolean;
    mssql_trust_server_certificate: boolean;
  };

type Errors = Partial<Record<keyof MssqlStoreFormValues, string>>;
type CreateBody = RouteBody<RouteById<'mssql.createStore'>>;
type UpdateBody = RouteBody<RouteById<'stores.update'>>;
type TestBody = RouteBody<RouteById<'mssql.testConnection'>>;
type PreviewBody = RouteBody<RouteById<'mssql.previewTable'>>;
type InForce = NonNullable<MssqlConnectionTestResult['in_force']>;

/** The initial form of a store; null for a new one. Secrets are blank, which keeps them. */
export function mssqlStoreFormOf(store: Store | null): MssqlStoreFormValues {
  return {
    ...storeDetailsOf(store),
    ...textsOf(store, TEXTS),
    mssql_port: String(store?.mssql_port ?? MSSQL_DEFAULT_PORT),
    mssql_password: '',
    mssql_connection_string: '',
    mssql_forget_connection_string: false,
    mssql_trust_server_certificate: store?.mssql_trust_server_certificate ?? false,
  };
}

/** The effect of a connection string on a single field. */
export type FieldStanding = 'used' | 'overridden' | 'perhaps';

/** A stored string is unknown here; a typed one overrides what it sets. */
export function fieldStanding(
  values: MssqlStoreFormValues,
  saved: Store | null,
): (part: StringPart) => FieldStanding {
  if (!usesConnectionString(values, saved)) return () => 'used';
  if (isBlank(values.mssql_connection_string)) return () => 'perhaps';
  const parts = partsOf(values.mssql_connection_string);
  return (part) => (parts.has(part) ? 'overridden' : 'used');
}

/** Whether a typed or stored connection string overrides single fields. */
export function usesConnectionString(values: MssqlStoreFormValues, saved: Store | null): boolean {
  if (!isBlank(values.mssql_connection_string)) return true;
  return saved?.has_mssql_connection_string === true && !values.mssql_forget_connection_string;
}

/** A new connection string replaces the stored one, which then need not be removed. */
function dropsStoredString(values: MssqlStoreFormValues): boolean {
  return values.mssql_forget_connection_string && isBlank(values.mssql_connection_string);
}

/** `host\\instance`: with the default port, the server is asked for the instance's port. */
export function isNamedInstance(server: string): boolean {
  return /\\[^\\]/.test(server.trim());
}

/** A server with its port, as people paste it: `host,1444` as in SQL Server's tools, or `host:1444`. */
export function splitPort(server: string): { server: string; port: string } | null {
  const [, host, port] = /^(?:tcp:)?([^,:\\]+)[,:]\s*(\d+)$/i.exec(server.trim()) ?? [];
  return host === undefined || port === undefined ? null : { server: host.trim(), port };
}

/** `saved` is the store being edited: its secrets need not be entered again. */
export function validateMssqlStoreForm(values: MssqlStoreFormValues, saved: Store | null): Errors {
  const errors: Errors = validateStoreDetails(values);
  if (isBlank(values.shop_url)) errors.shop_url = 'Store identifier is required.';
  if (isBlank(values.mssql_server)) errors.mssql_server = 'Server is required.';
  if (!isPort(values.mssql_port)) errors.mssql_port = 'Port must be a number from 1 to 65535.';
  if (isBlank(values.mssql_database)) errors.mssql_database = 'Database is required.';
  if (isBlank(values.mssql_username)) errors.mssql_username = 'Username is required.';
  if (isPasswordMissing(values, saved)) errors.mssql_password = 'Password is required.';
  if (isBlank(values.mssql_table)) errors.mssql_table = 'Table is required.';
  return errors;
}

/** What is missing for a test, or null. */
export function mssqlConnectionTestProblem(values: MssqlStoreFormValues, saved: Store | null): string | null {
  if (usesConnectionString(values, saved)) return null;
  const missing = [
    ...(isBlank(values.mssql_server) ? ['server'] : []),
    ...(isBlank(values.mssql_username) ? ['username'] : []),
    ...(isPasswordMissing(values, saved) ? ['password'] : []),
  ];
  if (missing.length > 0) return `To test the connection, fill in ${listed.format(missing)}.`;
  return isPort(values.mssql_port) ? null : 'Port must be a number from 1 to 65535.';
}

export function toMssqlCreateBody(values: MssqlStoreFormValues): CreateBody {
  const { mssql_forget_connection_string: _, mssql_port, tags, ...rest } = values;
  return { ...rest, mssql_port: portOf(mssql_port), tags: parseTags(tags) };
}

export function toMssqlUpdateBody(values: MssqlStoreFormValues, saved: Store): UpdateBody {
  const {
    mssql_port,
    mssql_forget_connection_string: _,
    ...changed
  } = changedValues(values, mssqlStoreFormOf(saved));
  return {
    ...changed,
    ...(mssql_port !== undefined && { mssql_port: portOf(mssql_port) }),
    ...(dropsStoredString(values) && { mssql_forget_connection_string: true }),
  };
}

/** Omits fields that a typed connection string overrides: they do not affect the result. */
export function toMssqlConnectionTestBody(values: MssqlStoreFormValues, saved: Store | null): TestBody {
  const standing = fieldStanding(values, saved);
  const counts = (part: StringPart) => standing(part) !== 'overridden';
  return {
    ...(counts('server') && { server: values.mssql_server }),
    ...(counts('server') && isPort(values.mssql_port) && { port: portOf(values.mssql_port) }),
    ...(counts('database') && { database: values.mssql_database }),
    ...(counts('username') && { username: values.mssql_username, password: values.mssql_password }),
    connection_string: values.mssql_connection_string,
    trust_server_certificate: counts('trust') && values.mssql_trust_server_certificate,
    table: values.mssql_table,
    where_clause: values.mssql_where_clause,
    ...(saved && { store_id: saved.id, forget_connection_string: dropsStoredString(values) }),
  };
}

/** The same for a preview of a table's rows before the store exists. */
export function toTablePreviewBody(values: MssqlStoreFormValues): PreviewBody {
  return { ...toMssqlConnectionTestBody(values, null), table: values.mssql_table };
}

/** Whether two tests used the same connection, whichever tables they read. */
export function isSameConnection(one: TestBody, other: TestBody): boolean {
  return isSameTable({ ...one, table: null }, { ...other, table: null });
}

/** Whether two tests used the same server and login, whichever databases they opened. */
export function isSameServer(one: TestBody, other: TestBody): boolean {
  return isSameConnection({ ...one, database: null }, { ...other, database: null });
}

/** Whether two tests read the same table, whichever rows: mappings do not depend on these. */
export function isSameTable(one: TestBody, other: TestBody): boolean {
  const tableOf = ({ where_clause, ...rest }: TestBody) => JSON.stringify(rest);
  return tableOf(one) === tableOf(other);
}

/** A name and identifier from the table, if none were typed. */
export function withNamesOf(
  { name }: Pick<MssqlTable, 'name'>,
  database: string,
  values: MssqlStoreFormValues,
): MssqlStoreFormValues {
  const identifier = `${database} ${name}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return {
    ...values,
    shop_name: isBlank(values.shop_name) ? `${name} (${database})` : values.shop_name,
    shop_url: isBlank(values.shop_url) ? identifier : values.shop_url,
  };
}

/** The label of a form field in a test. */
export const testedField = (name: keyof MssqlStoreFormValues): string => name.replace(/^mssql_/, '');

type ConnectionValues = Pick<
  MssqlStoreFormValues,
  'mssql_server' | 'mssql_port' | 'mssql_database' | 'mssql_username'
>;

/** The single fields that match the connection string's connection, or null if they already do. */
export function fieldsInForce(values: MssqlStoreFormValues, inForce: InForce): ConnectionValues | null {
  const wanted: ConnectionValues = {
    mssql_server: inForce.server,
    mssql_port: inForce.port === null ? values.mssql_port : String(inForce.port),
    mssql_database: inForce.database,
    mssql_username: inForce.username,
  };
  const names = Object.keys(wanted) as (keyof ConnectionValues)[];
  return names.every((name) => values[name].trim() === wanted[name]) ? null : wanted;
}

/** Whether the form connects elsewhere than the saved store, whose tables then do not apply. */
export function isOtherConnection(values: MssqlStoreFormValues, saved: Store): boolean {
  const before = mssqlStoreFormOf(saved);
  return connectionFields.some((name) => values[name] !== before[name]);
}

const connectionFields = [
  'mssql_server',
  'mssql_port',
  'mssql_database',
  'mssql_username',
  'mssql_password',
  'mssql_connection_string',
  'mssql_forget_connection_string',
  'mssql_trust_server_certificate',
] as const;

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function isPasswordMissing(values: MssqlStoreFormValues, saved: Store | null): boolean {
  return isBlank(values.mssql_password) && !saved?.has_mssql_password;
}

/** Blank means the default port. */
function isPort(text: string): boolean {
  return isBlank(text) || (/^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535);
}

function portOf(text: string): number {
  return isBlank(text) ? MSSQL_DEFAULT_PORT : Number(text);
}
