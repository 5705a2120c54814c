import { toStored } from '../../types/stored.ts';
import type { SqlType } from '../engine.ts';
import type { StoredValue } from '../storage.ts';
import type { Variable } from '../translate/context.ts';
import type { SessionState } from './session-state.ts';

const INT: SqlType = { name: 'int' };
const SYSNAME: SqlType = { name: 'nvarchar', length: 128 };
const IDENTITY: SqlType = { name: 'numeric', precision: 38, scale: 0 };

const int = (value: number): Variable => ({ type: INT, value: BigInt(value) });
const text = (value: string, length = 128): Variable => ({ type: { ...SYSNAME, length }, value });
const identity = (value: StoredValue): Variable => ({
  type: IDENTITY,
  value: value === null ? null : toStored(String(value), IDENTITY),
});

/** A name with two at-signs; null for one that SQL Server does not have. */
export function globalVariable(name: string, state: SessionState): Variable | null {
  const { server, transaction, options } = state;
  switch (name.toLowerCase()) {
    case '@@version':
      return text(server.version, 300);
    case '@@servername':
      return text(server.serverName);
    case '@@servicename':
      return text('MSSQLSERVER');
    case '@@spid':
      return { type: { name: 'smallint' }, value: BigInt(state.spid) };
    case '@@trancount':
      return int(transaction.depth);
    case '@@rowcount':
      return int(state.rowCount);
    case '@@error':
      return int(state.error);
    case '@@identity':
      return identity(state.identity);
    case '@@lock_timeout':
      return int(options.lockTimeout);
    case '@@textsize':
      return int(options.textSize);
    case '@@datefirst':
      return { type: { name: 'tinyint' }, value: 7n };
    case '@@language':
      return text('us_english');
    case '@@langid':
      return { type: { name: 'smallint' }, value: 0n };
    case '@@max_precision':
      return { type: { name: 'tinyint' }, value: 38n };
    case '@@max_connections':
      return int(32_767);
    case '@@nestlevel':
      return int(0);
    case '@@fetch_status':
      return int(0);
    case '@@options':
      return int(5432 | (options.noCount ? 512 : 0) | (options.xactAbort ? 16_384 : 0));
    case '@@microsoftversion':
      return int(0x10_00_00_00);
    case '@@procid':
      return int(0);
    default:
      return null;
  }
}

/** Functions that tell of the session itself, by name in upper case. */
export function sessionFunction(name: string, state: SessionState): Variable | null {
  const { caught, transaction } = state;
  switch (name) {
    case 'SCOPE_IDENTITY':
      return identity(state.identity);
    case 'ROWCOUNT_BIG':
      return { type: { name: 'bigint' }, value: BigInt(state.rowCount) };
    case 'XACT_STATE':
      return {
        type: { name: 'smallint' },
        value: transaction.depth === 0 ? 0n : transaction.doomed ? -1n : 1n,
      };
    case 'ERROR_NUMBER':
      return { type: INT, value: caught === null ? null : BigInt(caught.number) };
    case 'ERROR_MESSAGE':
      return { type: { name: 'nvarchar', length: 4000 }, value: caught?.message ?? null };
    case 'ERROR_SEVERITY':
      return { type: INT, value: caught === null ? null : BigInt(caught.class) };
    case 'ERROR_STATE':
      return { type: INT, value: caught === null ? null : BigInt(caught.state) };
    case 'ERROR_LINE':
      return { type: INT, value: caught === null ? null : BigInt(caught.line) };
    case 'ERROR_PROCEDURE':
      return { type: SYSNAME, value: null };
    default:
      return null;
  }
}
