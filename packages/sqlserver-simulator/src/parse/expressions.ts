import type { SqlType } from '../engine/engine.ts';
import { needCollation } from '../values/collation.ts';
import { exactOf } from '../values/decimals.ts';
import { INT, makeType, NULL_TYPE } from '../values/types.ts';
import type { Expression, OrderItem, Query, Select, SelectItem, Source } from './ast.ts';
import type { Cursor } from './cursor.ts';

/** `nvarchar(50)`, `decimal(10, 2)`, `varchar(max)`; `isCast`: where no length means 30. */
export function parseType(cursor: Cursor, isCast = false): SqlType {
  const name = cursor.identifier();
  const args: (number | 'max')[] = [];
  if (cursor.isSymbol('(')) {
    cursor.parenthesized(() =>
      cursor.list(() => {
        const isMax = cursor.tryWords('MAX');
        if (!isMax && !/^\d+$/.test(cursor.token.text)) throw cursor.unexpected();
        args.push(isMax ? 'max' : Number(cursor.take().text));
      }),
    );
  }
  return makeType(name, args, isCast);
}

/** A value or a condition. */
export function parseExpression(cursor: Cursor): Expression {
  return cursor.nested(() => {
    let left = conjunction(cursor);
    while (cursor.tryWords('OR')) left = { kind: 'or', left, right: conjunction(cursor) };
    return left;
  });
}

function conjunction(cursor: Cursor): Expression {
  let left = negation(cursor);
  while (cursor.tryWords('AND')) left = { kind: 'and', left, right: negation(cursor) };
  return left;
}

function negation(cursor: Cursor): Expression {
  return cursor.tryWords('NOT')
    ? { kind: 'not', of: cursor.nested(() => negation(cursor)) }
    : predicate(cursor);
}

const COMPARISONS: Readonly<Record<string, string | undefined>> = {
  '=': '=',
  '<>': '<>',
  '!=': '<>',
  '<': '<',
  '>': '>',
  '<=': '<=',
  '>=': '>=',
  '!<': '>=',
  '!>': '<=',
};

function predicate(cursor: Cursor): Expression {
  const of = sum(cursor);
  const operator = cursor.token.kind === 'symbol' ? COMPARISONS[cursor.token.text] : undefined;
  if (operator !== undefined) {
    cursor.take();
    return { kind: 'compare', operator, left: of, right: sum(cursor) };
  }
  if (cursor.tryWords('IS')) {
    const isNot = cursor.tryWords('NOT');
    cursor.words('NULL');
    return negated({ kind: 'is null', of }, isNot);
  }
  const isNot = cursor.isWord('NOT') && ['IN', 'LIKE', 'BETWEEN'].includes(cursor.ahead(1).word);
  if (isNot) cursor.take();
  if (cursor.tryWords('IN')) {
    return negated(
      cursor.parenthesized(() =>
        cursor.isWord('SELECT')
          ? { kind: 'in query', of, query: parseQuery(cursor) }
          : { kind: 'in', of, list: cursor.list(() => sum(cursor)) },
      ),
      isNot,
    );
  }
  if (cursor.tryWords('LIKE')) {
    const pattern = sum(cursor);
    const escapedBy = cursor.tryWords('ESCAPE') ? sum(cursor) : null;
    return negated({ kind: 'like', of, pattern, escapedBy }, isNot);
  }
  if (cursor.tryWords('BETWEEN')) {
    const low = sum(cursor);
    cursor.words('AND');
    const left: Expression = { kind: 'compare', operator: '>=', left: of, right: low };
    const right: Expression = { kind: 'compare', operator: '<=', left: of, right: sum(cursor) };
    return negated({ kind: 'and', left, right }, isNot);
  }
  return of;
}

const negated = (of: Expression, isNot: boolean): Expression => (isNot ? { kind: 'not', of } : of);

function sum(cursor: Cursor): Expression {
  let left = product(cursor);
  while (['+', '-'].some((symbol) => cursor.isSymbol(symbol))) {
    const operator = cursor.take().text;
    left = { kind: 'arithmetic', operator, left, right: product(cursor) };
  }
  return left;
}

function product(cursor: Cursor): Expression {
  let left = signed(cursor);
  while (cursor.isSymbol('*') || cursor.isSymbol('/')) {
    const operator = cursor.take().text;
    left = { kind: 'arithmetic', operator, left, right: signed(cursor) };
  }
  return left;
}

function signed(cursor: Cursor): Expression {
  if (cursor.trySymbol('-')) {
    const of = cursor.nested(() => signed(cursor));
    if (of.kind === 'literal' && typeof of.value === 'number') return { ...of, value: -of.value };
    return { kind: 'minus', of };
  }
  let of = primary(cursor);
  while (cursor.tryWords('COLLATE')) of = { kind: 'collate', of, collation: cursor.identifier() };
  return of;
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
    case 'word':
      return keyword(cursor, word);
    default:
      return namePrimary(cursor);
  }
}

/** Without an N in front of it, characters that the code page lacks are lost. */
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

function keyword(cursor: Cursor, word: string): Expression {
  switch (word) {
    case 'NULL':
      cursor.take();
      return { kind: 'literal', value: null, type: NULL_TYPE };
    case 'CASE':
      return parseCase(cursor);
    case 'CAST':
    case 'TRY_CAST':
      cursor.take();
      return cursor.parenthesized(() => {
        const of = parseExpression(cursor);
        cursor.words('AS');
        return { kind: 'cast', of, type: parseType(cursor, true), style: null, isTry: word === 'TRY_CAST' };
      });
    case 'CONVERT':
    case 'TRY_CONVERT':
      cursor.take();
      return cursor.parenthesized(() => {
        const type = parseType(cursor, true);
        cursor.symbol(',');
        const of = parseExpression(cursor);
        const style = cursor.trySymbol(',') ? parseExpression(cursor) : null;
        return { kind: 'cast', of, type, style, isTry: word === 'TRY_CONVERT' };
      });
    default:
      return namePrimary(cursor);
  }
}

function namePrimary(cursor: Cursor): Expression {
  if (cursor.token.kind === 'word' && cursor.ahead(1).kind === 'symbol' && cursor.ahead(1).text === '(')
    return parseCall(cursor);
  return { kind: 'column', name: cursor.name() };
}

function parseCase(cursor: Cursor): Expression {
  cursor.words('CASE');
  const branches: [Expression, Expression][] = [];
  while (cursor.tryWords('WHEN')) {
    const when = parseExpression(cursor);
    cursor.words('THEN');
    branches.push([when, parseExpression(cursor)]);
  }
  if (branches.length === 0) throw cursor.unexpected();
  const otherwise = cursor.tryWords('ELSE') ? parseExpression(cursor) : null;
  cursor.words('END');
  return { kind: 'case', branches, otherwise };
}

function parseCall(cursor: Cursor): Expression {
  const name = cursor.take().word;
  return cursor.nested(() => {
    cursor.symbol('(');
    const isDistinct = cursor.tryWords('DISTINCT');
    const isStar = cursor.trySymbol('*');
    const args = isStar || cursor.isSymbol(')') ? [] : cursor.list(() => parseExpression(cursor));
    cursor.symbol(')');
    if (!cursor.isWord('OVER')) return { kind: 'call', name, args, isDistinct, isStar };
    // Of the window functions the one that tells products apart.
    if (name !== 'DENSE_RANK' || args.length > 0) throw cursor.unexpected();
    cursor.take();
    return cursor.parenthesized(() => ({ kind: 'rank', order: parseOrderBy(cursor) }));
  });
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
  return { top, isDistinct, items, from, where, groupBy };
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
  if (cursor.trySymbol('*')) return { kind: 'star' };
  return { kind: 'value', of: parseExpression(cursor), alias: parseAlias(cursor) };
}

function parseAlias(cursor: Cursor): string | null {
  return cursor.tryWords('AS') || cursor.isIdentifier() ? cursor.identifier() : null;
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
