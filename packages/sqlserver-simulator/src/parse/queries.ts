import type { Expression, OrderItem, Query, Select, SelectItem, Source } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { parseExpression, parseOrderBy } from './expressions.ts';

/** `SELECT … [UNION ALL SELECT …] [ORDER BY …]` */
export function parseQuery(cursor: Cursor): Query {
  return cursor.nested(() => {
    const selects: [Select, ...Select[]] = [parseSelect(cursor)];
    while (cursor.tryWords('UNION')) {
      cursor.words('ALL');
      selects.push(parseSelect(cursor));
    }
    const orderBy: OrderItem[] = cursor.isWord('ORDER') ? parseOrderBy(cursor) : [];
    return { selects, orderBy };
  });
}

function parseSelect(cursor: Cursor): Select {
  cursor.words('SELECT');
  const isDistinct = cursor.tryWords('DISTINCT');
  if (!isDistinct) cursor.tryWords('ALL');
  const top = cursor.tryWords('TOP') ? parseTop(cursor) : null;
  const items = cursor.list(() => parseItem(cursor));
  const from = cursor.tryWords('FROM') ? parseFrom(cursor) : [];
  const where = cursor.tryWords('WHERE') ? parseExpression(cursor) : null;
  const groupBy = cursor.tryWords('GROUP', 'BY') ? cursor.list(() => parseExpression(cursor)) : [];
  const having = cursor.tryWords('HAVING') ? parseExpression(cursor) : null;
  return { top, isDistinct, items, from, where, groupBy, having };
}

function parseTop(cursor: Cursor): Expression {
  const top: Expression = cursor.isSymbol('(')
    ? cursor.parenthesized(() => parseExpression(cursor))
    : { kind: 'literal', value: Number(cursor.take().text), type: { name: 'int' } };
  // PERCENT and WITH TIES are not here.
  if (cursor.isWord('PERCENT', 'WITH') || (top.kind === 'literal' && !Number.isInteger(top.value)))
    throw cursor.unexpected();
  return top;
}

function parseItem(cursor: Cursor): SelectItem {
  if (cursor.trySymbol('*')) return { kind: 'star', table: null };
  if (cursor.isIdentifier() && cursor.ahead(1).text === '.' && cursor.ahead(2).text === '*') {
    const table = cursor.identifier();
    cursor.symbol('.');
    cursor.symbol('*');
    return { kind: 'star', table };
  }
  // `name = value` is an older way to say `value AS name`.
  if (cursor.isIdentifier() && cursor.ahead(1).kind === 'symbol' && cursor.ahead(1).text === '=') {
    const alias = cursor.identifier();
    cursor.symbol('=');
    return { kind: 'value', of: parseExpression(cursor), alias };
  }
  const of = parseExpression(cursor);
  return { kind: 'value', of, alias: parseAlias(cursor) };
}

function parseAlias(cursor: Cursor): string | null {
  const isNamed = cursor.tryWords('AS');
  if (cursor.token.kind === 'text') return cursor.take().text;
  return isNamed || cursor.isIdentifier() ? cursor.identifier() : null;
}

function parseFrom(cursor: Cursor): Source[] {
  const sources = [parseSource(cursor, null)];
  for (;;) {
    const isOuter = cursor.tryWords('LEFT');
    if (isOuter) cursor.tryWords('OUTER');
    const isInner = !isOuter && cursor.tryWords('INNER');
    if (!isOuter && !isInner && !cursor.isWord('JOIN')) return sources;
    cursor.words('JOIN');
    sources.push(parseSource(cursor, { isOuter }));
  }
}

function parseSource(cursor: Cursor, join: { readonly isOuter: boolean } | null): Source {
  const name = cursor.name();
  const alias = parseAlias(cursor);
  const hints = cursor.tryWords('WITH')
    ? cursor.parenthesized(() => cursor.list(() => cursor.identifier().toUpperCase()))
    : [];
  if (join === null) return { name, alias, hints, join };
  cursor.words('ON');
  return { name, alias, hints, join: { ...join, on: parseExpression(cursor) } };
}
