import { convertStored } from '../../types/convert.ts';
import type { Node } from '../batch/ast.ts';
import { SqlServerError } from '../engine.ts';
import { evaluate } from './run-query.ts';
import type { SessionState, Variables } from './session-state.ts';

/** Options that drivers set and that change nothing here when they have these values. */
const ACCEPTED: Record<string, readonly string[]> = {
  ANSI_NULLS: ['ON'],
  ANSI_PADDING: ['ON'],
  ANSI_WARNINGS: ['ON', 'OFF'],
  ANSI_NULL_DFLT_ON: ['ON'],
  ANSI_DEFAULTS: ['ON'],
  ARITHABORT: ['ON', 'OFF'],
  ARITHIGNORE: ['OFF'],
  CONCAT_NULL_YIELDS_NULL: ['ON'],
  CURSOR_CLOSE_ON_COMMIT: ['ON', 'OFF'],
  NUMERIC_ROUNDABORT: ['OFF'],
  QUOTED_IDENTIFIER: ['ON'],
  FMTONLY: ['OFF'],
  NOEXEC: ['OFF'],
  PARSEONLY: ['OFF'],
  NO_BROWSETABLE: ['ON', 'OFF'],
  SHOWPLAN_ALL: ['OFF'],
  SHOWPLAN_TEXT: ['OFF'],
  SHOWPLAN_XML: ['OFF'],
  FORCEPLAN: ['OFF'],
  REMOTE_PROC_TRANSACTIONS: ['OFF'],
  LANGUAGE: ['US_ENGLISH', 'ENGLISH'],
  DATEFORMAT: ['MDY'],
  DATEFIRST: ['7'],
  DEADLOCK_PRIORITY: ['LOW', 'NORMAL', 'HIGH'],
  STATISTICS: ['OFF', 'ON'],
  'STATISTICS IO': ['OFF', 'ON'],
  'STATISTICS TIME': ['OFF', 'ON'],
  'STATISTICS XML': ['OFF'],
  'STATISTICS PROFILE': ['OFF'],
};

/** `SET name value`. Throws 195 for an option that SQL Server does not have, and 50000 for one that changes answers. */
export function setOption(
  name: string,
  value: string | Node,
  state: SessionState,
  variables: Variables,
): void {
  const { options } = state;
  const word = typeof value === 'string' ? value : textOf(value, state, variables);
  switch (name) {
    case 'NOCOUNT':
      options.noCount = word === 'ON';
      return;
    case 'XACT_ABORT':
      options.xactAbort = word === 'ON';
      return;
    case 'IMPLICIT_TRANSACTIONS':
      options.implicitTransactions = word === 'ON';
      return;
    case 'LOCK_TIMEOUT':
      options.lockTimeout = Math.max(-1, Number(word));
      return;
    case 'ROWCOUNT':
      options.rowCount = Math.max(0, Number(word));
      return;
    case 'TEXTSIZE':
      // 0 and -1 stand for the greatest size.
      options.textSize = Number(word) > 0 ? Number(word) : 2_147_483_647;
      return;
    default:
      break;
  }
  const accepted = ACCEPTED[name];
  if (accepted === undefined)
    throw new SqlServerError({
      number: 195,
      class: 15,
      state: 5,
      message: `'${name}' is not a recognized SET option.`,
    });
  if (!accepted.includes(word))
    throw new SqlServerError({
      number: 50_000,
      message: `This simulator does not know SET ${name} ${word}: use ${accepted.join(' or ')}.`,
    });
}

function textOf(value: Node, state: SessionState, variables: Variables): string {
  const { value: given, type } = evaluate(value, state, variables);
  return String(
    convertStored(given, type, { name: 'nvarchar', length: 128 }, { explicit: false }),
  ).toUpperCase();
}
