import { SqlServerError, type SqlType, type SqlValue } from '../engine/engine.ts';
import { notACondition, sqlError, syntaxError } from '../engine/errors.ts';
import type { Expression } from '../parse/ast.ts';
import { isCollation, needCollation } from '../values/collation.ts';
import { converter } from '../values/convert.ts';
import { likePattern } from '../values/like.ts';
import { type Key, keyMaker } from '../values/order.ts';
import { BIGINT, commonType, familyOf, INT, isText, NULL_TYPE } from '../values/types.ts';
import { isAggregate, registerAggregate } from './aggregates.ts';
import { arithmetic } from './arithmetic.ts';
import { callFunction, globalVariable } from './functions.ts';
import {
  type Compiled,
  type Condition,
  type Env,
  NO_ROWS,
  node,
  once,
  resolveColumn,
  type Scope,
} from './scope.ts';

/**
 * Makes functions of rows out of expressions. Throws SQL Server's errors for names and types that do not fit.
 */

export function compile(expression: Expression, scope: Scope): Compiled {
  switch (expression.kind) {
    case 'column':
      return compileColumn(expression.name, scope);
    case 'literal': {
      const { value, type } = expression;
      return node(type, value === null, [], () => value);
    }
    case 'variable':
      return compileVariable(expression.name, scope);
    case 'minus':
      return compileArithmetic('-', { kind: 'literal', value: 0, type: INT }, expression.of, scope);
    case 'arithmetic':
      return compileArithmetic(expression.operator, expression.left, expression.right, scope);
    case 'cast':
      return compileCast(expression, scope);
    case 'case':
      return compileCase(expression, scope);
    case 'call':
      return compileCall(expression, scope);
    case 'rank':
      return { type: BIGINT, nullable: true, isConstant: false, get: (env) => env.rank };
    case 'collate': {
      const of = compile(expression.of, scope);
      if (!isCollation(expression.collation))
        throw sqlError(448, `Invalid collation '${expression.collation}'.`);
      const type: SqlType = { ...of.type, collation: expression.collation, isCollated: true };
      if (!isText(type))
        throw sqlError(447, `Expression type ${of.type.name} is invalid for COLLATE clause.`);
      return { ...of, type };
    }
    default:
      throw syntaxError(expression.kind === 'compare' ? expression.operator : expression.kind.toUpperCase());
  }
}

const notOneColumn = () =>
  sqlError(
    116,
    'Only one expression can be specified in the select list when the subquery is not introduced with EXISTS.',
  );

function compileColumn(name: string[], scope: Scope): Compiled {
  const { source, place, column } = resolveColumn(name, scope);
  if (scope.grouping !== null && !scope.grouping.columns.has(`${source}.${place}`))
    throw sqlError(
      8120,
      `Column '${scope.sources[source]?.alias}.${column.name}' is invalid in the select list because it is not contained in either an aggregate function or the GROUP BY clause.`,
    );
  const at = place + 1;
  const get = (env: Env): SqlValue => (env.rows[source]?.[at] as SqlValue | undefined) ?? null;
  return { type: column.type, nullable: column.nullable, isConstant: false, get };
}

function compileCall(call: Extract<Expression, { kind: 'call' }>, scope: Scope): Compiled {
  const { name, args } = call;
  const [first, second] = args;
  if (isAggregate(name)) {
    const of = first === undefined ? null : compile(first, { ...scope, grouping: null });
    return registerAggregate(call, of, scope.grouping);
  }
  if ((name === 'COALESCE' || name === 'ISNULL') && first !== undefined && second !== undefined)
    return compileCoalesce(args, scope);
  return callFunction(
    name,
    args.map((of) => compile(of, scope)),
    scope.context,
  );
}

/** The first that is not NULL. */
function compileCoalesce(args: Expression[], scope: Scope): Compiled {
  const branches = args
    .slice(0, -1)
    .map((of): [Expression, Expression] => [{ kind: 'not', of: { kind: 'is null', of } }, of]);
  const made = compileCase({ kind: 'case', branches, otherwise: args.at(-1) ?? null }, scope);
  return { ...made, nullable: args.every((of) => compile(of, scope).nullable) };
}

function compileVariable(name: string, { context }: Scope): Compiled {
  const variable = name.startsWith('@@')
    ? globalVariable(name, context)
    : context.variables.get(name.toLowerCase());
  if (variable === undefined) throw sqlError(137, `Must declare the scalar variable "${name}".`, 15, 2);
  return node(variable.type, true, [], () => variable.value);
}

function compileArithmetic(operator: string, left: Expression, right: Expression, scope: Scope): Compiled {
  const [a, b] = [compile(left, scope), compile(right, scope)];
  const { type, apply } = arithmetic(operator, a.type, b.type);
  return node(type, a.nullable || b.nullable, [a, b], (env) => apply(a.get(env), b.get(env)));
}

function compileCast(
  { of, type, style, isTry }: Extract<Expression, { kind: 'cast' }>,
  scope: Scope,
): Compiled {
  const value = compile(of, scope);
  const number = style === null ? 0 : Number(compile(style, scope).get(NO_ROWS));
  const convertedTo =
    isText(type) && isText(value.type) && value.type.collation !== undefined
      ? { ...type, collation: value.type.collation, ...(value.type.isCollated && { isCollated: true }) }
      : type;
  const convert = converter(value.type, convertedTo, { style: number, explicit: true });
  return node(convertedTo, value.nullable || isTry, [value], (env) => {
    const given = value.get(env);
    if (given === null) return null;
    try {
      return convert(given);
    } catch (error) {
      if (isTry && error instanceof SqlServerError) return null;
      throw error;
    }
  });
}

/** Null where there is nothing to do. */
function as(value: Compiled, type: SqlType): (env: Env) => SqlValue {
  const convert = converter(value.type, type);
  return (env) => {
    const given = value.get(env);
    return given === null ? null : convert(given);
  };
}

function compileCase({ branches, otherwise }: Extract<Expression, { kind: 'case' }>, scope: Scope): Compiled {
  const conditions = branches.map(([when]) => compileCondition(when, scope));
  const results = branches.map(([, then]) => compile(then, scope));
  const last = otherwise === null ? null : compile(otherwise, scope);
  const all = last === null ? results : [...results, last];
  const type = all.map((result) => result.type).reduce(commonType, NULL_TYPE);
  const values = results.map((result) => as(result, type));
  const rest = last === null ? () => null : as(last, type);
  const nullable = last === null || all.some((result) => result.nullable);
  return {
    type: type === NULL_TYPE ? INT : type,
    nullable,
    isConstant: false,
    get(env) {
      const at = conditions.findIndex((condition) => condition(env) === true);
      return (values[at] ?? rest)(env);
    },
  };
}

export function compileCondition(expression: Expression, scope: Scope): Condition {
  switch (expression.kind) {
    case 'and': {
      const [left, right] = [
        compileCondition(expression.left, scope),
        compileCondition(expression.right, scope),
      ];
      return (env) => {
        const first = left(env);
        if (first === false) return false;
        const second = right(env);
        return second === false ? false : first === null || second === null ? null : true;
      };
    }
    case 'or': {
      const [left, right] = [
        compileCondition(expression.left, scope),
        compileCondition(expression.right, scope),
      ];
      return (env) => {
        const first = left(env);
        if (first === true) return true;
        const second = right(env);
        return second === true ? true : first === null || second === null ? null : false;
      };
    }
    case 'not': {
      const of = compileCondition(expression.of, scope);
      return (env) => {
        const is = of(env);
        return is === null ? null : !is;
      };
    }
    case 'compare':
      return comparison(
        expression.operator,
        compile(expression.left, scope),
        compile(expression.right, scope),
      );
    case 'is null': {
      const of = compile(expression.of, scope);
      return (env) => of.get(env) === null;
    }
    case 'in': {
      const of = compile(expression.of, scope);
      return anyOf(expression.list.map((item) => comparison('=', of, compile(item, scope))));
    }
    case 'in query':
      return inQuery(expression, scope);
    case 'like':
      return likeCondition(expression, scope);
    default:
      throw notACondition(expression.kind === 'column' ? (expression.name.at(-1) ?? '') : ')');
  }
}

function anyOf(conditions: readonly Condition[]): Condition {
  return (env) => {
    let isUnknown = false;
    for (const condition of conditions) {
      const is = condition(env);
      if (is === true) return true;
      if (is === null) isUnknown = true;
    }
    return isUnknown ? null : false;
  };
}

/** A value as it is compared in a type. */
export function keyed(value: Compiled, type: SqlType): (env: Env) => Key | null {
  const get = as(value, type);
  const keyOf = keyMaker(type);
  const key = (env: Env): Key | null => {
    const given = get(env);
    return given === null ? null : keyOf(given);
  };
  return value.isConstant ? once(key) : key;
}

const TESTS: Readonly<Record<string, (left: Key, right: Key) => boolean>> = {
  '=': (left, right) => left === right,
  '<>': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
};

export function comparison(operator: string, left: Compiled, right: Compiled): Condition {
  const type = commonType(left.type, right.type);
  const [a, b] = [keyed(left, type), keyed(right, type)];
  const test = TESTS[operator] ?? (() => false);
  // Integers may come as numbers and as bigints.
  const isInteger = familyOf(type) === 'integer' && left.type.name !== right.type.name;
  return (env) => {
    const first = a(env);
    const second = first === null ? null : b(env);
    if (first === null || second === null) return null;
    return isInteger ? test(BigInt(first), BigInt(second)) : test(first, second);
  };
}

function inQuery({ of, query }: Extract<Expression, { kind: 'in query' }>, scope: Scope): Condition {
  const value = compile(of, scope);
  const { columns, rows } = scope.context.planQuery(query, scope.context);
  const [column] = columns;
  if (column === undefined || columns.length > 1) throw notOneColumn();
  const found = once(() => [...rows()]);
  const item = (at: SqlValue): Compiled => ({ ...column, isConstant: false, get: () => at });
  return (env) => {
    let isUnknown = false;
    for (const [other = null] of found(env)) {
      const is = comparison('=', value, item(other))(env);
      if (is === true) return true;
      if (is === null) isUnknown = true;
    }
    return isUnknown ? null : false;
  };
}

function likeCondition(
  { of, pattern, escapedBy }: Extract<Expression, { kind: 'like' }>,
  scope: Scope,
): Condition {
  const [value, wanted] = [compile(of, scope), compile(pattern, scope)];
  const wide: SqlType = { name: 'nvarchar', length: 'max' };
  const { fold } = needCollation(
    commonType(isText(value.type) ? value.type : wide, isText(wanted.type) ? wanted.type : wide).collation,
  );
  const escaped = escapedBy === null ? null : String(compile(escapedBy, scope).get(NO_ROWS));
  if (escaped !== null && escaped.length !== 1)
    throw sqlError(506, `The invalid escape character "${escaped}" was specified in a LIKE predicate.`);
  const [text, matched] = [as(value, wide), as(wanted, wide)];
  const made = new Map<string, RegExp>();
  return (env) => {
    const [given, like] = [text(env), matched(env)];
    if (given === null || like === null) return null;
    const source = String(like);
    const expression = made.get(source) ?? likePattern(fold(source), escaped);
    made.set(source, expression);
    return expression.test(fold(String(given)));
  };
}
