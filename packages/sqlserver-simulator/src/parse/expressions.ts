import { needCollation } from '../values/collation.ts';
import { exactOf } from '../values/decimals.ts';
import { INT, makeType, NULL_TYPE, type SqlType } from '../values/types.ts';
import type { Expression, JsonColumn, OrderItem, Query, Select, SelectItem, Source } from './ast.ts';
import type { Cursor } from './cursor.ts';

/** `nvarchar(50)`, `decimal(10, 2)`, `varchar(max)`; with `isCast` the default length is 30. */
export function parseType(cursor: Cursor, isCast = false): SqlType {
  const name = cursor.identifier();
  if (!cursor.isSymbol('(')) return makeType(name, [], isCast);
  const args = cursor.parenthesized(() =>
    cursor.list(() => (cursor.tryWords('MAX') ? 'max' : wholeNumber(cursor))),
  );
  return makeType(name, args, isCast);
}

export function wholeNumber(cursor: Cursor): number {
  if (!/^\d+$/.test(cursor.token.text)) throw cursor.unexpected();
  return Number(cursor.take().text);
}

/** A value or a condition. */
export function parseExpression(cursor: Cursor): Expression {
  let left = conjunction(cursor);
  while (cursor.tryWords('OR')) left = { kind: 'or', left, right: conjunction(cursor) };
  return left;
}

function conjunction(cursor: Cursor): Expression {
  let left = negation(cursor);
  while (cursor.tryWords('AND')) left = { kind: 'and', left, right: negation(cursor) };
  return left;
}

function negation(cursor: Cursor): Expression {
  if (!cursor.tryWords('NOT')) return predicate(cursor);
  return { kind: 'not', of: negation(cursor) };
}

const COMPARISONS: Readonly<Record<string, string | undefined>> = {
  ...{ '=': '=', '<>': '<>', '!=': '<>', '<': '<', '>': '>', '<=': '<=', '>=': '>=', '!<': '>=', '!>': '<=' },
};

function predicate(cursor: Cursor): Expression {
  const of = sum(cursor);
  const compared = (operator: string, right: Expression): Expression => ({
    ...{ kind: 'compare', operator, left: of, right },
  });
  const operator = cursor.token.kind === 'symbol' ? COMPARISONS[cursor.token.text] : undefined;
  if (operator !== undefined) {
    cursor.take();
    return compared(operator, sum(cursor));
  }
  if (cursor.tryWords('IS')) {
    const isNot = cursor.tryWords('NOT');
    cursor.words('NULL');
    return negated({ kind: 'is null', of }, isNot);
  }
  const isNot = cursor.isWord('NOT') && ['IN', 'LIKE', 'BETWEEN'].includes(cursor.ahead(1).word);
  if (isNot) cursor.take();
  if (cursor.tryWords('IN')) {
    const found = cursor.parenthesized((): Expression => {
      if (cursor.isWord('SELECT')) return { kind: 'in query', of, query: parseQuery(cursor) };
      const equals = cursor.list(() => compared('=', sum(cursor)));
      return equals.reduce((left, right) => ({ kind: 'or', left, right }));
    });
    return negated(found, isNot);
  }
  if (cursor.tryWords('LIKE')) return negated({ kind: 'like', of, pattern: sum(cursor) }, isNot);
  if (!cursor.tryWords('BETWEEN')) return of;
  const left = compared('>=', sum(cursor));
  cursor.words('AND');
  return negated({ kind: 'and', left, right: compared('<=', sum(cursor)) }, isNot);
}

const negated = (of: Expression, isNot: boolean): Expression => (isNot ? { kind: 'not', of } : of);

function sum(cursor: Cursor): Expression {
  let left = product(cursor);
  while (cursor.isSymbol('+', '-')) {
    const operator = cursor.take().text;
    left = { kind: 'arithmetic', operator, left, right: product(cursor) };
  }
  return left;
}

function product(cursor: Cursor): Expression {
  let left = signed(cursor);
  while (cursor.isSymbol('*', '/')) {
    const operator = cursor.take().text;
    left = { kind: 'arithmetic', operator, left, right: signed(cursor) };
  }
  return left;
}

function signed(cursor: Cursor): Expression {
  if (cursor.trySymbol('-')) {
    const right = signed(cursor);
    if (right.kind === 'literal' && typeof right.value === 'number') return { ...right, value: -right.value };
    return { kind: 'arithmetic', operator: '-', left: { kind: 'literal', value: 0, type: INT }, right };
  }
  const of = primary(cursor);
  return cursor.tryWords('COLLATE') ? { kind: 'collate', of, collation: cursor.identifier() } : of;
}

function primary(cursor: Cursor): Expression {
  const { kind, text, word } = cursor.token;
  switch (kind) {
    case 'text':
      cursor.take();
      return textLiteral(text, word === 'N');
    case 'number':
      cursor.take();
      return numberLiteral(text);
    case 'binary': {
      cursor.take();
      const value = Buffer.from(text.slice(2).padStart(Math.ceil((text.length - 2) / 2) * 2, '0'), 'hex');
      return { kind: 'literal', value, type: { name: 'varbinary', length: Math.max(1, value.length) } };
    }
    case 'variable':
      cursor.take();
      return { kind: 'variable', name: text };
    case 'symbol':
      return cursor.parenthesized(() => parseExpression(cursor));
    default:
      return parseWord(cursor);
  }
}

/** Without a leading N, characters missing from the code page are lost. */
function textLiteral(text: string, isUnicode: boolean): Expression {
  const length = text.length > (isUnicode ? 4000 : 8000) ? 'max' : Math.max(1, text.length);
  if (isUnicode) return { kind: 'literal', value: text, type: { name: 'nvarchar', length } };
  const { encode, decode } = needCollation();
  return { kind: 'literal', value: decode(encode(text)), type: { name: 'varchar', length } };
}

function numberLiteral(text: string): Expression {
  if (/e/i.test(text)) return { kind: 'literal', value: Number(text), type: { name: 'float' } };
  if (/^\d+$/.test(text) && Number(text) <= 2_147_483_647)
    return { kind: 'literal', value: Number(text), type: INT };
  const { unscaled, scale } = exactOf(text);
  const value = scale === 0 ? unscaled.toString() : text.replace(/^\./, '0.').replace(/\.$/, '');
  const precision = Math.max(unscaled.toString().length, scale, 1);
  return { kind: 'literal', value, type: { name: 'numeric', precision, scale } };
}

/** An expression that starts with a keyword, a call or a name. */
function parseWord(cursor: Cursor): Expression {
  if (cursor.tryWords('NULL')) return NULL;
  if (cursor.tryWords('CASE', 'WHEN')) {
    const when = parseExpression(cursor);
    cursor.words('THEN');
    const then = parseExpression(cursor);
    const otherwise = cursor.tryWords('ELSE') ? parseExpression(cursor) : NULL;
    cursor.words('END');
    return { kind: 'case', when, then, otherwise };
  }
  if (cursor.token.kind !== 'word' || cursor.ahead(1).text !== '(')
    return { kind: 'column', name: cursor.name() };
  const name = cursor.take().word;
  return cursor.parenthesized(() => parseCall(cursor, name));
}

const NULL: Expression = { kind: 'literal', value: null, type: NULL_TYPE };

function parseCall(cursor: Cursor, name: string): Expression {
  switch (name) {
    case 'CAST': {
      const of = parseExpression(cursor);
      cursor.words('AS');
      return { kind: 'cast', of, type: parseType(cursor, true), style: 0 };
    }
    case 'CONVERT': {
      const type = parseType(cursor, true);
      cursor.symbol(',');
      const of = parseExpression(cursor);
      return { kind: 'cast', of, type, style: cursor.trySymbol(',') ? wholeNumber(cursor) : 0 };
    }
    case 'COUNT':
    case 'COUNT_BIG':
    case 'SUM': {
      if (name !== 'SUM' && cursor.trySymbol('*'))
        return { kind: 'aggregate', name, of: null, isDistinct: false };
      const isDistinct = cursor.tryWords('DISTINCT');
      return { kind: 'aggregate', name, of: parseExpression(cursor), isDistinct };
    }
    case 'DENSE_RANK': {
      cursor.symbol(')');
      cursor.words('OVER');
      cursor.symbol('(');
      return { kind: 'rank', order: parseOrderBy(cursor) };
    }
  }
  const args = cursor.isSymbol(')') ? [] : cursor.list(() => parseExpression(cursor));
  const [then, otherwise] = args;
  if (name !== 'COALESCE' || then === undefined || otherwise === undefined || args.length > 2)
    return { kind: 'call', name, args };
  return { kind: 'case', when: { kind: 'not', of: { kind: 'is null', of: then } }, then, otherwise };
}

/** `SELECT … ORDER BY …`, or `SELECT … UNION ALL SELECT …` */
export function parseQuery(cursor: Cursor): Query {
  const selects = [parseSelect(cursor)];
  while (cursor.tryWords('UNION')) {
    cursor.words('ALL');
    selects.push(parseSelect(cursor));
  }
  const [first] = selects;
  if (first === undefined || !cursor.isWord('ORDER')) return skipOption(cursor, selects);
  if (selects.length > 1) throw cursor.unexpected();
  return skipOption(cursor, [{ ...first, orderBy: parseOrderBy(cursor) }]);
}

/** Hints after a statement, without an effect on results. */
export function skipOption<T>(cursor: Cursor, statement: T): T {
  if (!cursor.tryWords('OPTION')) return statement;
  cursor.parenthesized(() =>
    cursor.list(() => cursor.tryWords('LOOP', 'JOIN') || cursor.words('FORCE', 'ORDER')),
  );
  return statement;
}

function parseSelect(cursor: Cursor): Select {
  cursor.words('SELECT');
  const isDistinct = cursor.tryWords('DISTINCT');
  const top = cursor.tryWords('TOP') ? cursor.parenthesized(() => parseExpression(cursor)) : null;
  const items = cursor.list((): SelectItem => {
    if (!isDistinct && cursor.trySymbol('*')) return 'star';
    return { of: parseExpression(cursor), alias: parseAlias(cursor) };
  });
  const from = cursor.tryWords('FROM') ? parseFrom(cursor) : [];
  const where = parseWhere(cursor);
  const groupBy = cursor.tryWords('GROUP', 'BY') ? cursor.list(() => parseExpression(cursor)) : [];
  const distinct = isDistinct ? items.flatMap((item) => (item === 'star' ? [] : item.of)) : [];
  return { top, items, from, where, groupBy: [...groupBy, ...distinct], orderBy: [] };
}

export function parseWhere(cursor: Cursor): Expression | null {
  return cursor.tryWords('WHERE') ? parseExpression(cursor) : null;
}

function parseOrderBy(cursor: Cursor): OrderItem[] {
  cursor.words('ORDER', 'BY');
  return cursor.list(() => {
    const of = parseExpression(cursor);
    const isDescending = cursor.tryWords('DESC');
    if (!isDescending) cursor.tryWords('ASC');
    return { of, isDescending };
  });
}

function parseAlias(cursor: Cursor): string | null {
  return cursor.tryWords('AS') || cursor.isIdentifier() ? cursor.identifier() : null;
}

export function parseFrom(cursor: Cursor): Source[] {
  const sources = [parseSource(cursor, null)];
  for (;;) {
    const isOuter = cursor.tryWords('LEFT');
    if (!isOuter && !cursor.isWord('JOIN')) return sources;
    cursor.words('JOIN');
    sources.push(parseSource(cursor, { isOuter }));
  }
}

function parseSource(cursor: Cursor, join: { readonly isOuter: boolean } | null): Source {
  const json = cursor.tryWords('OPENJSON') ? parseJson(cursor) : null;
  const query = cursor.isSymbol('(') ? cursor.parenthesized(() => parseQuery(cursor)) : null;
  const isVariable = cursor.token.kind === 'variable';
  const name = json !== null || query !== null ? [] : isVariable ? [cursor.take().text] : cursor.name();
  const alias = parseAlias(cursor);
  const hints = cursor.tryWords('WITH')
    ? cursor.parenthesized(() => cursor.list(() => cursor.identifier().toUpperCase()))
    : [];
  if (join === null) return { name, query, json, alias, hints, join };
  cursor.words('ON');
  return { name, query, json, alias, hints, join: { ...join, on: parseExpression(cursor) } };
}

/** `OPENJSON(@rows) WITH (id int '$[0]', …)`, for an array of arrays. */
function parseJson(cursor: Cursor): NonNullable<Source['json']> {
  const of = cursor.parenthesized(() => parseExpression(cursor));
  cursor.words('WITH');
  const column = (): JsonColumn => {
    const [name, type] = [cursor.identifier(), parseType(cursor)];
    const place = /^\$\[(\d+)\]$/.exec(cursor.token.text);
    if (cursor.token.kind !== 'text' || place === null) throw cursor.unexpected();
    cursor.take();
    return { name, type, at: Number(place[1]) };
  };
  return { of, columns: cursor.parenthesized(() => cursor.list(column)) };
}
