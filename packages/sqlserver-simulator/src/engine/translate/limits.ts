import { needsSortKey } from '../../types/compare.ts';
import { asNode, kindOf, type Node, only } from '../batch/ast.ts';
import { SqlServerError } from '../engine.ts';
import { syntaxError } from '../errors.ts';
import { convertTo, keyOf } from './expression.ts';
import type { Scope } from './scope.ts';
import type { OrderKey, OutputColumn, SelectOptions, TranslatedSelect } from './selected.ts';
import type { Translator } from './translator.ts';

/** OFFSET … FETCH as LIMIT … OFFSET. */
export function pagingOf(node: Node, translator: Translator, scope: Scope): string {
  if ((node.limit_clause ?? null) === null) {
    if ((node.fetch ?? null) !== null) throw syntaxError('fetch');
    return '';
  }
  const [kind, body] = kindOf(node.limit_clause);
  const limit = asNode(body);
  if (kind !== 'LimitOffset') throw syntaxError('limit');
  only(limit, ['offset'], 'limit');
  const offset = asNode(limit.offset);
  if (offset.rows !== 'Rows' && offset.rows !== 'Row') throw syntaxError('offset');
  const count = (part: unknown, least: 0 | 1): string =>
    `ts_count(${convertTo(translator.scalar(part, scope), { name: 'bigint' }).sql},${least})`;
  let rows = '-1';
  if ((node.fetch ?? null) !== null) {
    const fetch = asNode(node.fetch);
    only(fetch, ['quantity'], 'fetch');
    rows = count(fetch.quantity, 1);
  }
  return ` LIMIT ${rows} OFFSET ${count(offset.value, 0)}`;
}

export type Top = { readonly count: string; readonly percent: boolean; readonly ties: boolean };

export function topOf(node: unknown, scope: Scope, translator: Translator): Top | null {
  if ((node ?? null) === null) return null;
  const top = asNode(node);
  only(top, ['with_ties', 'percent', 'quantity']);
  const [kind, body] = kindOf(top.quantity);
  const value = kind === 'Constant' ? { sql: String(body) } : translator.scalar(body, scope);
  const percent = top.percent === true;
  const typed = 'type' in value ? convertTo(value, { name: percent ? 'float' : 'bigint' }).sql : value.sql;
  return { count: percent ? typed : `ts_count(${typed},0)`, percent, ties: top.with_ties === true };
}

/** Throws 1033: a subquery's rows have no order. */
export function mayOrder(order: readonly unknown[], limited: boolean, { place }: SelectOptions): void {
  if (order.length > 0 && !limited && place !== 'top')
    throw new SqlServerError({
      number: 1033,
      class: 15,
      message:
        'The ORDER BY clause is invalid in views, inline functions, derived tables, subqueries, and common table expressions, unless TOP, OFFSET or FOR XML is also specified.',
    });
}

/** Rows that SQL Server holds equal are one. */
export function distinctRows(inner: string, columns: readonly OutputColumn[], prefix: string): string {
  const keyed = columns.map((column, index) => keyOf({ ...column, sql: `${prefix}${index}` }));
  if (!columns.some((column) => needsSortKey(column.type))) return `SELECT DISTINCT * FROM (${inner})`;
  return `SELECT * FROM (${inner}) GROUP BY ${keyed.join(',')}`;
}

/** A SELECT with its TOP, ORDER BY and paging. `rest` is what stands behind the select list. */
export function limited(parts: {
  readonly inner: string;
  readonly rest?: string;
  readonly prefix: string;
  readonly columns: readonly OutputColumn[];
  readonly assigned: readonly string[];
  readonly into: readonly string[] | null;
  readonly scope: Scope;
  readonly keys: readonly OrderKey[];
  readonly top: Top | null;
  readonly paging: string;
  readonly options: SelectOptions;
}): TranslatedSelect {
  const { inner, rest = '', prefix, columns, assigned, into, scope, keys, top, paging, options } = parts;
  const result = { prefix, columns, assigned, into, scope, ties: null };
  const orderBy =
    keys.length === 0 ? '' : ` ORDER BY ${keys.map(({ key, direction }) => key + direction).join(',')}`;
  if (top === null) return { ...result, sql: `${inner}${rest}${orderBy}${paging}` };
  if (top.ties && keys.length === 0)
    throw new SqlServerError({
      number: 1062,
      message: 'The TOP N WITH TIES clause is not allowed without a corresponding ORDER BY clause.',
    });
  const count = top.percent ? `(SELECT ts_percent(${top.count},count(*)) FROM (${inner}${rest}))` : top.count;
  if (!top.ties) return { ...result, sql: `${inner}${rest}${orderBy} LIMIT ${count}` };
  if (options.place === 'top' && !top.percent) {
    const hidden = keys.map(({ plain }, index) => `${plain} AS ${prefix}k${index}`);
    const sql = `${inner},${hidden.join(',')}${rest}${orderBy}`;
    if (rest !== '') return { ...result, sql, ties: { count, keys: keys.length } };
  }
  const ranked = `${inner}${rest === '' ? '' : rest}`;
  const names = columns.map((_, index) => `${prefix}${index}`).join(',');
  const over = `rank() OVER (${orderBy.trim()}) AS ${prefix}rank`;
  const sql = `SELECT ${names} FROM (SELECT *,${over} FROM (${ranked})) WHERE ${prefix}rank <= ${count}${orderBy}`;
  return { ...result, sql };
}
