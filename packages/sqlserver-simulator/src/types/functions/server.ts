import { randomUUID } from 'node:crypto';
import { findDatabase } from '../../catalogue/names.ts';
import type { SqlType } from '../../engine/engine.ts';
import { DEFAULT_COLLATION } from '../collation.ts';
import { toStored } from '../stored.ts';
import { type FunctionContext, INT, type ScalarFunction, SYSNAME, textOf } from './function.ts';

const GUID: SqlType = { name: 'uniqueidentifier' };

const NEWID: ScalarFunction = {
  minArgs: 0,
  maxArgs: 0,
  deterministic: false,
  result: () => ({ type: GUID, nullable: false }),
  call: () => toStored(randomUUID().toUpperCase(), GUID),
};

/** What is known of the session, as a name. */
function fact(find: (context: FunctionContext) => string | null, maxArgs = 0): ScalarFunction {
  return {
    minArgs: 0,
    maxArgs,
    deterministic: false,
    result: () => ({ type: SYSNAME }),
    call: (_args, _types, _result, context) => find(context),
  };
}

function own<T>(known: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

/** A property by its name; one that is not known is NULL. */
function property(
  type: SqlType,
  before: number,
  find: (
    name: string,
    context: FunctionContext,
    subject: string | null,
  ) => string | number | null | undefined,
): ScalarFunction {
  return {
    minArgs: before + 1,
    maxArgs: before + 1,
    deterministic: false,
    result: () => ({ type }),
    call: (args, types, _result, context) => {
      const name = textOf(args[before] ?? null, types[before]);
      const subject = before === 0 ? null : textOf(args[0] ?? null, types[0]);
      const found = name === null ? null : (find(name.toLowerCase(), context, subject) ?? null);
      return typeof found === 'number' && type.name === 'int'
        ? BigInt(found)
        : found === null
          ? null
          : String(found);
    },
  };
}

/** sql_variant is given as the characters of its value. */
const SERVERPROPERTY = property(SYSNAME, 0, (name, { session }) => {
  const version = /\d+\.\d+\.\d+\.\d+/.exec(session.version)?.[0] ?? session.version;
  const [major = '', minor = '', build = ''] = version.split('.');
  const known: Record<string, string | number> = {
    productversion: version,
    productmajorversion: major,
    productminorversion: minor,
    productbuild: build,
    productlevel: 'RTM',
    edition: 'Developer Edition (64-bit)',
    engineedition: 3,
    servername: session.serverName,
    machinename: session.serverName.split('\\')[0] ?? session.serverName,
    computernamephysicalnetbios: session.serverName.split('\\')[0] ?? session.serverName,
    collation: DEFAULT_COLLATION,
    isclustered: 0,
    ishadrenabled: 0,
    isintegratedsecurityonly: 0,
    issingleuser: 0,
    isfulltextinstalled: 0,
    processid: process.pid,
  };
  return own(known, name) ?? (name === 'instancename' ? session.serverName.split('\\')[1] : null);
});

const DATABASEPROPERTYEX = property(SYSNAME, 1, (name, { catalogue }, subject) => {
  const database = findDatabase(catalogue, subject ?? '');
  if (database === null) return null;
  const known: Record<string, string | number> = {
    collation: database.collation,
    status: 'ONLINE',
    updateability: 'READ_WRITE',
    useraccess: 'MULTI_USER',
    recovery: 'SIMPLE',
    version: 957,
  };
  return own(known, name);
});

const SESSIONPROPERTY = property(INT, 0, (name) => {
  const on = [
    'ansi_nulls',
    'ansi_padding',
    'ansi_warnings',
    'arithabort',
    'concat_null_yields_null',
    'quoted_identifier',
  ];
  return on.includes(name) ? 1 : name === 'numeric_roundabort' ? 0 : null;
});

const CONNECTIONPROPERTY = property(SYSNAME, 0, (name) => {
  const known: Record<string, string> = {
    net_transport: 'TCP',
    protocol_type: 'TSQL',
    auth_scheme: 'SQL',
    local_net_address: '127.0.0.1',
    client_net_address: '127.0.0.1',
  };
  return own(known, name);
});

const user = fact(({ session }) => session.user, 1);
/** A login that owns the server is dbo in each database. */
const databaseUser = fact(({ session }) => (session.user.toLowerCase() === 'sa' ? 'dbo' : session.user), 1);

export const serverFunctions: Readonly<Record<string, ScalarFunction>> = {
  NEWID,
  SERVERPROPERTY,
  DATABASEPROPERTYEX,
  SESSIONPROPERTY,
  CONNECTIONPROPERTY,
  SUSER_SNAME: user,
  SUSER_NAME: user,
  ORIGINAL_LOGIN: user,
  SYSTEM_USER: user,
  USER_NAME: databaseUser,
  CURRENT_USER: databaseUser,
  SESSION_USER: databaseUser,
  USER: databaseUser,
  HOST_NAME: fact(({ session }) => session.hostName ?? null),
  APP_NAME: fact(({ session }) => session.applicationName ?? null),
};
