import { type ArithmeticOperator, arithmeticType } from '../../types/arithmetic.ts';
import { isCollation } from '../../types/compare.ts';
import { conversionKind } from '../../types/conversion-rules.ts';
import { familyOf, isCharacter, isInteger } from '../../types/type.ts';
import { asList, asNode, fingerprint, kindOf, type Node, only } from '../batch/ast.ts';
import { SqlServerError, type SqlType } from '../engine.ts';
import { operandClash, syntaxError } from '../errors.ts';
import type { StoredValue } from '../storage.ts';
import {
  commonCollation,
  comparable,
  convertTo,
  DEFAULT,
  type Expression,
  NULL_LITERAL,
  unify,
} from './expression.ts';
import { translateFunction, translateNamedFunction } from './functions.ts';
import { isFunctionWord, nameOf, translateDataType, translateLiteral } from './literals.ts';
import type { Scope } from './scope.ts';
import { siteNumber } from './sites.ts';
import type { Translator } from './translator.ts';

const OPERATORS: Record<string, ArithmeticOperator> = {
  Plus: '+',
  Minus: '-',
  Multiply: '*',
  Divide: '/',
  Modulo: '%',
  BitwiseAnd: '&',
  BitwiseOr: '|',
  BitwiseXor: '^',
};
const SIGNS: Record<string, string> = {
  Eq: '=',
  NotEq: '<>',
  Lt: '<',
  LtEq: '<=',
  Gt: '>',
  GtEq: '>=',
  And: 'AND',
  Or: 'OR',
  StringConcat: '||',
};

/** A value's expression. Conditions are none in T-SQL: they are a syntax error here. */
export function translateScalar(node: unknown, scope: Scope, translator: Translator): Expression {
  const { grouping } = scope;
  if (grouping !== null && scope.aggregates !== 'inside' && grouping.fingerprints.has(fingerprint(node))) {
    scope.grouping = null;
    try {
      return translateKind(node, scope, translator);
    } finally {
      scope.grouping = grouping;
    }
  }
  return translateKind(node, scope, translator);
}

function translateKind(node: unknown, scope: Scope, translator: Translator): Expression {
  const [kind, body] = kindOf(node);
  const inner = (part: unknown): Expression => translator.scalar(part, scope);
  switch (kind) {
    case 'Value':
      return translateLiteral(asNode(body), translator.context);
    case 'Identifier':
    case 'CompoundIdentifier':
      return translateName(kind, body, scope, translator);
    case 'Nested': {
      const value = inner(body);
      return { ...value, sql: `(${value.sql})` };
    }
    case 'UnaryOp':
      return translateUnary(asNode(body), inner);
    case 'BinaryOp':
      return translateBinary(asNode(body), inner);
    case 'Case':
      return translateCase(asNode(body), scope, translator);
    case 'Cast':
    case 'Convert':
      return translateCast(kind, asNode(body), inner);
    case 'Collate':
      return translateCollate(asNode(body), inner, translator);
    case 'Subquery': {
      const query = translator.query(asNode(body), scope, { place: 'subquery' });
      const [column] = query.columns;
      if (query.columns.length !== 1 || column === undefined) throw oneColumn();
      return { ...column, sql: singleValue(query.sql, `${query.prefix}0`), nullable: true };
    }
    case 'Function':
      return translateFunction(asNode(body), scope, translator);
    case 'Substring': {
      const part = asNode(body);
      only(part, ['expr', 'substring_from', 'substring_for', 'special', 'shorthand']);
      if (part.special !== true) throw syntaxError('from');
      return translateNamedFunction(
        'SUBSTRING',
        [part.expr, part.substring_from, part.substring_for],
        scope,
        translator,
      );
    }
    case 'Trim': {
      const part = asNode(body);
      only(part, ['expr', 'trim_what']);
      const given = part.trim_what ?? null;
      return translateNamedFunction(
        'TRIM',
        given === null ? [part.expr] : [given, part.expr],
        scope,
        translator,
      );
    }
    case 'Floor':
    case 'Ceil': {
      const part = asNode(body);
      return translateNamedFunction(kind === 'Floor' ? 'FLOOR' : 'CEILING', [part.expr], scope, translator);
    }
    case 'Tuple':
      throw syntaxError(',');
    case 'Like':
    case 'InList':
    case 'InSubquery':
    case 'Between':
    case 'Exists':
    case 'IsNull':
    case 'IsNotNull':
    case 'IsDistinctFrom':
    case 'IsNotDistinctFrom':
      throw syntaxError(kind.replace(/^Is/, 'is ').toLowerCase());
    default:
      throw syntaxError(kind.toLowerCase());
  }
}

/** Several rows are error 512. */
const singleValue = (query: string, column: string): string =>
  `(SELECT CASE WHEN count(*) > 1 THEN ts_not_single() ELSE max(${column}) END FROM (${query}))`;

const oneColumn = (): SqlServerError =>
  new SqlServerError({
    number: 116,
    message:
      'Only one expression can be specified in the select list when the subquery is not introduced with EXISTS.',
  });

function translateName(kind: string, body: unknown, scope: Scope, translator: Translator): Expression {
  const parts = nameOf(kind, body);
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && !first.quoted) {
    if (first.name.startsWith('@@')) return translateGlobal(first.name, translator);
    if (first.name.startsWith('@')) {
      const { type, value } = translator.context.variable(first.name);
      return variableExpression(type, value, translator);
    }
    if (isFunctionWord(first.name))
      return translateNamedFunction(first.name.toUpperCase(), [], scope, translator);
  }
  return scope.resolve(parts.map((part) => part.name));
}

function translateGlobal(name: string, translator: Translator): Expression {
  const found = translator.context.global(name);
  if (found === null) throw syntaxError(name);
  return variableExpression(found.type, found.value, translator);
}

function variableExpression(
  type: Expression['type'],
  value: StoredValue,
  { context }: Translator,
): Expression {
  const collation = { name: context.defaultCollation, strength: 'default' } as const;
  return { sql: context.bind(value), type, nullable: true, collation, constant: value };
}

function translateUnary(node: Node, inner: (part: unknown) => Expression): Expression {
  const value = inner(node.expr);
  const { constant: _constant, ...rest } = value;
  switch (node.op) {
    case 'Plus':
      return value;
    case 'Minus': {
      if (value.isNull) return NULL_LITERAL;
      if (!['exact', 'approximate'].includes(familyOf(value.type)) || value.type.name === 'bit')
        throw invalidOperand(value.type.name, 'minus');
      const type = value.type.name === 'tinyint' ? ({ name: 'smallint' } as const) : value.type;
      const site = siteNumber({
        name: 'negate',
        types: [value.type],
        result: type,
        collation: null,
        style: null,
      });
      if (isInteger(type) && typeof value.constant === 'bigint')
        return { ...rest, sql: `(-${value.sql})`, type, constant: -value.constant };
      return { ...rest, sql: `ts_negate(${value.sql},${site})`, type };
    }
    case 'BitwiseNot':
      if (value.isNull) return NULL_LITERAL;
      if (value.type.name === 'bit') return { ...rest, sql: `(1-${value.sql})` };
      if (!isInteger(value.type)) throw invalidOperand(value.type.name, "'~'");
      if (value.type.name === 'tinyint') return { ...rest, sql: `(255-${value.sql})` };
      return { ...rest, sql: `(~${value.sql})` };
    default:
      throw syntaxError(String(node.op).toLowerCase());
  }
}

const invalidOperand = (type: string, operator: string): SqlServerError =>
  new SqlServerError({
    number: 8117,
    message: `Operand data type ${type} is invalid for ${operator} operator.`,
  });

function translateBinary(node: Node, inner: (part: unknown) => Expression): Expression {
  const name = String(node.op);
  const op = OPERATORS[name];
  if (op === undefined) throw syntaxError(SIGNS[name] ?? name);
  mustBeBracketed(name, node);
  const left = inner(node.left);
  const right = inner(node.right);
  return arithmeticExpression(op, left, right);
}

export function arithmeticExpression(
  op: ArithmeticOperator,
  left: Expression,
  right: Expression,
): Expression {
  if (left.isNull && right.isNull) return NULL_LITERAL;
  const leftType = left.isNull ? right.type : left.type;
  const rightType = right.isNull ? left.type : right.type;
  const type = arithmeticType(op, digitsOf(left, leftType, rightType), digitsOf(right, rightType, leftType));
  if (type === null) throw noOperator(op, leftType, rightType);
  const collation = commonCollation(left, right, 'add');
  const site = siteNumber({
    name: op,
    types: [leftType, rightType],
    result: type,
    collation: null,
    style: null,
  });
  const nullable = left.nullable || right.nullable;
  return { sql: `ts_arithmetic(${left.sql},${right.sql},${site})`, type, nullable, collation };
}

/** Beside a decimal an integer that is written out counts as a decimal of its own digits, not of all its type's. */
function digitsOf({ constant }: Expression, type: SqlType, other: SqlType): SqlType {
  if (typeof constant !== 'bigint' || !isInteger(type) || !/^(decimal|numeric)$/.test(other.name))
    return type;
  return { name: 'decimal', precision: String(constant).replace('-', '').length, scale: 0 };
}

function noOperator(op: ArithmeticOperator, left: SqlType, right: SqlType): SqlServerError {
  if (left.name === right.name) return invalidOperand(left.name, operatorNames[op]);
  if (conversionKind(left, right) === 'none' || conversionKind(right, left) === 'none')
    return operandClash(left.name, right.name);
  return new SqlServerError({
    number: 402,
    message: `The data types ${left.name} and ${right.name} are incompatible in the ${operatorNames[op]} operator.`,
  });
}

const operatorNames: Record<ArithmeticOperator, string> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '%': 'modulo',
  '&': "'&'",
  '|': "'|'",
  '^': "'^'",
};

/**
 * T-SQL gives `&`, `|` and `^` the rank of plus and minus, from left to right; the parser ranks them below. Where the
 * two would differ the brackets have to be written.
 */
function mustBeBracketed(name: string, node: Node): void {
  if (!name.startsWith('Bitwise')) return;
  for (const side of [node.left, node.right]) {
    const [kind, body] = kindOf(side);
    if (kind !== 'BinaryOp') continue;
    const inside = String(asNode(body).op);
    if (inside !== name && !['Multiply', 'Divide', 'Modulo'].includes(inside))
      throw syntaxError(OPERATORS[name] ?? name);
  }
}

function translateCase(node: Node, scope: Scope, translator: Translator): Expression {
  only(node, ['operand', 'conditions', 'else_result', 'case_token', 'end_token']);
  const operand = (node.operand ?? null) === null ? null : translator.scalar(node.operand, scope);
  const branches = asList(node.conditions).map((branch) => {
    const { condition, result } = asNode(branch);
    if (operand === null)
      return { when: translator.predicate(condition, scope), value: translator.scalar(result, scope) };
    const [left, right] = comparable(operand, translator.scalar(condition, scope), 'CASE');
    return { when: `(${left}=${right})`, value: translator.scalar(result, scope) };
  });
  const otherwise =
    (node.else_result ?? null) === null ? NULL_LITERAL : translator.scalar(node.else_result, scope);
  return caseExpression(branches, otherwise);
}

export function caseExpression(
  branches: readonly { readonly when: string; readonly value: Expression }[],
  otherwise: Expression,
): Expression {
  const results = [...branches.map(({ value }) => value), otherwise];
  if (results.every((result) => result.isNull))
    throw new SqlServerError({
      number: 8133,
      message:
        'At least one of the result expressions in a CASE specification must be an expression other than the NULL constant.',
    });
  const unified = unify(results, 'CASE');
  const whens = branches
    .map(({ when }, index) => `WHEN ${when} THEN ${unified[index]?.sql ?? 'NULL'}`)
    .join(' ');
  const [first] = unified;
  return {
    sql: `(CASE ${whens} ELSE ${unified.at(-1)?.sql ?? 'NULL'} END)`,
    type: first?.type ?? { name: 'int' },
    nullable: results.some((result) => result.nullable),
    collation: first?.collation ?? DEFAULT,
  };
}

function translateCast(kind: string, node: Node, inner: (part: unknown) => Expression): Expression {
  only(node, ['expr', 'data_type', 'kind', 'is_try', 'styles', 'target_before_value']);
  if (kind === 'Cast' && node.kind !== 'Cast' && node.kind !== 'TryCast') throw syntaxError('::');
  if (kind === 'Convert' && node.target_before_value !== true) throw syntaxError('convert');
  const attempt = node.is_try === true || node.kind === 'TryCast';
  const type = translateDataType(node.data_type);
  const value = inner(node.expr);
  const styles = asList(node.styles).map((style) => inner(style));
  const [style] = styles;
  if (styles.length > 1) throw syntaxError(',');
  if (style !== undefined && style.constant === null) return { ...NULL_LITERAL, isNull: false, type };
  if (style !== undefined && typeof style.constant !== 'bigint') throw syntaxError('convert');
  const number = style === undefined ? {} : { style: Number(style.constant) };
  const result = convertTo(value, type, { explicit: true, attempt, ...number });
  const collation = isCharacter(value.type) ? value.collation : DEFAULT;
  return { ...result, isNull: false, collation };
}

function translateCollate(
  node: Node,
  inner: (part: unknown) => Expression,
  { context }: Translator,
): Expression {
  const value = inner(node.expr);
  const [, body] = kindOf(asList(node.collation)[0]);
  const written = String(asNode(body).value);
  const isDefault = /^(database|catalog)_default$/i.test(written);
  const name = isDefault ? context.defaultCollation : written;
  if (!isCharacter(value.type) && !value.isNull)
    throw new SqlServerError({
      number: 447,
      message: `Expression type ${value.type.name} is invalid for COLLATE clause.`,
    });
  if (!isCollation(name)) throw new SqlServerError({ number: 448, message: `Invalid collation '${name}'.` });
  context.useCollation(name);
  return { ...value, collation: { name, strength: 'explicit' } };
}
