import { conversionKind } from '../../types/conversion-rules.ts';
import { isCharacter } from '../../types/type.ts';
import { asList, asNode, kindOf, type Node, only } from '../batch/ast.ts';
import { SqlServerError } from '../engine.ts';
import { noCondition, operandClash, syntaxError } from '../errors.ts';
import {
  commonCollation,
  commonTypeOf,
  comparable,
  convertTo,
  type Expression,
  keyOf,
} from './expression.ts';
import type { Scope } from './scope.ts';
import { siteNumber } from './sites.ts';
import type { Translator } from './translator.ts';

const COMPARISONS: Record<string, readonly [sign: string, name: string]> = {
  Eq: ['=', 'equal to'],
  NotEq: ['<>', 'not equal to'],
  Lt: ['<', 'less than'],
  LtEq: ['<=', 'less than or equal to'],
  Gt: ['>', 'greater than'],
  GtEq: ['>=', 'greater than or equal to'],
};

/** A condition of T-SQL as one of SQLite, true, false or unknown alike. Values alone are error 4145. */
export function translatePredicate(node: unknown, scope: Scope, translator: Translator): string {
  const [kind, body] = kindOf(node);
  const scalar = (part: unknown): Expression => translator.scalar(part, scope);
  const negate = (negated: unknown, sql: string): string => (negated === true ? `(NOT ${sql})` : sql);
  switch (kind) {
    case 'Nested':
      return `(${translator.predicate(body, scope)})`;
    case 'UnaryOp': {
      const { op, expr } = asNode(body);
      if (op !== 'Not') break;
      return `(NOT ${translator.predicate(expr, scope)})`;
    }
    case 'BinaryOp': {
      const { op, left, right } = asNode(body);
      if (op === 'And' || op === 'Or') {
        const parts = operandsOf(op, asNode(body)).map((part) => translator.predicate(part, scope));
        return balanced(op.toUpperCase(), parts);
      }
      const comparison = COMPARISONS[String(op)];
      if (comparison === undefined) break;
      const [a, b] = comparable(scalar(left), scalar(right), comparison[1]);
      return `(${a} ${comparison[0]} ${b})`;
    }
    case 'IsNull':
      return `(${scalar(body).sql} IS NULL)`;
    case 'IsNotNull':
      return `(${scalar(body).sql} IS NOT NULL)`;
    case 'IsDistinctFrom':
    case 'IsNotDistinctFrom': {
      const [left, right] = asList(body);
      const [a, b] = comparable(scalar(left), scalar(right), 'is distinct from');
      return `(${a} ${kind === 'IsDistinctFrom' ? 'IS NOT' : 'IS'} ${b})`;
    }
    case 'Between': {
      const part = asNode(body);
      const value = scalar(part.expr);
      const [atLeast, low] = comparable(value, scalar(part.low), 'between');
      const [atMost, high] = comparable(value, scalar(part.high), 'between');
      return negate(part.negated, `(${atLeast} >= ${low} AND ${atMost} <= ${high})`);
    }
    case 'Like':
      return translateLike(asNode(body), scope, translator);
    case 'InList': {
      const part = asNode(body);
      return negate(part.negated, inList(scalar(part.expr), asList(part.list).map(scalar)));
    }
    case 'InSubquery': {
      const part = asNode(body);
      return negate(part.negated, inSubquery(scalar(part.expr), asNode(part.subquery), scope, translator));
    }
    case 'Exists': {
      const part = asNode(body);
      const query = translator.query(asNode(part.subquery), scope, { place: 'exists' });
      return negate(part.negated, `EXISTS(${query.sql})`);
    }
    default:
  }
  translator.scalar(node, scope);
  throw noCondition(nearOf(kind, body));
}

/** `a OR b OR c`, which the parser nests to the left. */
function operandsOf(op: 'And' | 'Or', node: Node): unknown[] {
  const operands: unknown[] = [];
  let rest: Node = node;
  for (;;) {
    operands.push(rest.right);
    const [kind, body] = kindOf(rest.left);
    if (kind !== 'BinaryOp' || asNode(body).op !== op) break;
    rest = asNode(body);
  }
  return [rest.left, ...operands.reverse()];
}

/** As a tree of little depth, which SQLite limits. */
function balanced(op: string, parts: readonly string[]): string {
  const [first = ''] = parts;
  if (parts.length < 2) return first;
  const middle = Math.ceil(parts.length / 2);
  return `(${balanced(op, parts.slice(0, middle))} ${op} ${balanced(op, parts.slice(middle))})`;
}

function nearOf(kind: string, body: unknown): string {
  if (kind === 'Identifier') return String(asNode(body).value);
  return kind === 'CompoundIdentifier' ? String(asNode(asList(body).at(-1)).value) : ')';
}

function inList(value: Expression, items: readonly Expression[]): string {
  if (items.length === 0) throw syntaxError(')');
  const type = commonTypeOf([value, ...items]);
  const plain =
    items.every((item) => item.isNull || isSameKind(item, type)) && (value.isNull || isSameKind(value, type));
  if (!plain) return `(${items.map((item) => comparable(value, item, 'in').join('=')).join(' OR ')})`;
  let collation = value.collation;
  for (const item of items) collation = commonCollation({ ...value, collation }, item, 'in');
  const key = (item: Expression): string => (item.isNull ? 'NULL' : keyOf({ ...item, type, collation }));
  return `(${key(value)} IN (${items.map(key).join(',')}))`;
}

const isSameKind = (item: Expression, type: Expression['type']): boolean =>
  item.type.name === type.name || (isCharacter(item.type) && isCharacter(type));

function inSubquery(value: Expression, node: Node, scope: Scope, translator: Translator): string {
  const query = translator.query(node, scope, { place: 'subquery' });
  const [column] = query.columns;
  if (query.columns.length !== 1 || column === undefined)
    throw new SqlServerError({
      number: 116,
      message:
        'Only one expression can be specified in the select list when the subquery is not introduced with EXISTS.',
    });
  const [left, right] = comparable(value, { ...column, sql: `${query.prefix}0` }, 'in');
  return `(${left} IN (SELECT ${right} FROM (${query.sql})))`;
}

function translateLike(node: Node, scope: Scope, translator: Translator): string {
  only(node, ['negated', 'any', 'expr', 'pattern', 'escape_char']);
  const text = (part: Expression): Expression => {
    if (isCharacter(part.type) || part.isNull) return part;
    const type = { name: 'nvarchar', length: 4000 } as const;
    if (conversionKind(part.type, type) !== 'implicit') throw operandClash(part.type.name, 'nvarchar');
    return convertTo(part, { name: 'varchar', length: 8000 });
  };
  const value = text(translator.scalar(node.expr, scope));
  const pattern = text(translator.scalar(node.pattern, scope));
  const escaped =
    (node.escape_char ?? null) === null ? null : escapeCharacter(node.escape_char, scope, translator);
  const collation = commonCollation(value, pattern, 'like').name;
  const site = siteNumber({
    name: 'like',
    types: [value.type, pattern.type],
    result: { name: 'bit' },
    collation,
    style: null,
  });
  const sql = `ts_like(${value.sql},${pattern.sql},${escaped ?? 'NULL'},${site})`;
  return node.negated === true ? `(NOT ${sql})` : sql;
}

/** A literal comes as a bare value where other expressions come as themselves. */
function escapeCharacter(node: unknown, scope: Scope, translator: Translator): string {
  const isLiteral = Object.hasOwn(asNode(node), 'value');
  return translator.scalar(isLiteral ? { Value: node } : node, scope).sql;
}
