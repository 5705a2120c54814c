import type { Expression } from '../parse/ast.ts';
import { DEFAULT_COLLATION, isCollation, needCollation } from '../values/collation.ts';
import { converter } from '../values/convert.ts';
import { sqlError, syntaxError } from '../values/errors.ts';
import { type Key, keyMaker } from '../values/order.ts';
import type { SqlValue } from '../values/sql-value.ts';
import { BIGINT, commonType, INT, isText, NULL_TYPE, type SqlType } from '../values/types.ts';
import { registerAggregate } from './aggregates.ts';
import { arithmetic } from './arithmetic.ts';
import { callFunction, globalVariable } from './functions.ts';
import { type Compiled, type Condition, type Env, node, once, resolveColumn, type Scope } from './scope.ts';

/**
 * Compiles expressions into functions of rows. Throws SQL Server's errors for unknown names and mismatched
 * types.
 */
export function compile(expression: Expression, scope: Scope): Compiled {
  switch (expression.kind) {
    case 'column':
      return compileColumn(expression.name, scope);
    case 'literal':
      return node(expression.type, expression.value === null, [], () => expression.value);
    case 'variable':
      return compileVariable(expression.name, scope);
    case 'arithmetic': {
      const [a, b] = [compile(expression.left, scope), compile(expression.right, scope)];
      const { type, apply } = arithmetic(expression.operator, a.type, b.type);
      return node(type, a.nullable || b.nullable, [a, b], (env) => apply(a.get(env), b.get(env)));
    }
    case 'cast':
      return compileCast(expression, scope);
    case 'case':
      return compileCase(expression, scope);
    case 'call':
      return callFunction(
        expression.name,
        expression.args.map((of) => compile(of, scope)),
        scope.context,
      );
    case 'aggregate': {
      const of = expression.of === null ? null : compile(expression.of, { ...scope, grouping: null });
      return registerAggregate(expression, of, scope.grouping);
    }
    case 'rank':
      return { type: BIGINT, nullable: true, isConstant: false, get: ({ rank = null }) => rank };
    case 'collate': {
      const { collation } = expression;
      const of = compile(expression.of, scope);
      const isDefault = collation.toUpperCase() === 'DATABASE_DEFAULT';
      if (!isDefault && !isCollation(collation)) throw sqlError(448, `Invalid collation '${collation}'.`);
      if (!isText(of.type))
        throw sqlError(447, `Expression type ${of.type.name} is invalid for COLLATE clause.`);
      return { ...of, type: { ...of.type, collation: isDefault ? DEFAULT_COLLATION : collation } };
    }
    default:
      throw syntaxError(expression.kind === 'compare' ? expression.operator : expression.kind.toUpperCase());
  }
}

function compileColumn(name: string[], scope: Scope): Compiled {
  const { source, position, column } = resolveColumn(name, scope);
  if (scope.grouping !== null && !scope.grouping.columns.has(`${source}.${position}`))
    throw sqlError(
      8120,
      `Column '${scope.sources[source]?.alias}.${column.name}' is invalid in the select list because it is not contained in either an aggregate function or the GROUP BY clause.`,
    );
  const get = ({ rows }: Env): SqlValue => rows[source]?.[position] ?? null;
  return { type: column.type, nullable: column.nullable, isConstant: false, get };
}

function compileVariable(name: string, { context }: Scope): Compiled {
  const variable = name.startsWith('@@')
    ? globalVariable(name, context)
    : context.variables.get(name.toLowerCase());
  if (variable === undefined) throw sqlError(137, `Must declare the scalar variable "${name}".`, 15, 2);
  return node(variable.type, true, [], () => variable.value);
}

function compileCast({ of, type, style }: Extract<Expression, { kind: 'cast' }>, scope: Scope): Compiled {
  const value = compile(of, scope);
  const { collation } = value.type;
  const to = isText(type) && collation !== undefined ? { ...type, collation } : type;
  const convert = converter(value.type, to, { style });
  return node(to, value.nullable, [value], (env) => {
    const given = value.get(env);
    return given === null ? null : convert(given);
  });
}

/** Implicitly converts a value to another type. */
function as(value: Compiled, type: SqlType): (env: Env) => SqlValue {
  const convert = converter(value.type, type);
  return (env) => {
    const given = value.get(env);
    return given === null ? null : convert(given);
  };
}

function compileCase(expression: Extract<Expression, { kind: 'case' }>, scope: Scope): Compiled {
  const condition = compileCondition(expression.when, scope);
  const [then, otherwise] = [compile(expression.then, scope), compile(expression.otherwise, scope)];
  const common = commonType(then.type, otherwise.type);
  const type = common === NULL_TYPE ? INT : common;
  const [first, second] = [as(then, type), as(otherwise, type)];
  const get = (env: Env): SqlValue => (condition(env) === true ? first(env) : second(env));
  return { type, nullable: then.nullable || otherwise.nullable, isConstant: false, get };
}

export function compileCondition(expression: Expression, scope: Scope): Condition {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const left = compileCondition(expression.left, scope);
      const right = compileCondition(expression.right, scope);
      const deciding = expression.kind === 'or';
      return (env) => {
        const first = left(env);
        if (first === deciding) return deciding;
        const second = right(env);
        return second === deciding ? deciding : first === null || second === null ? null : !deciding;
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
    case 'in query':
      return inQuery(expression, scope);
    case 'like':
      return likeCondition(expression, scope);
    default: {
      const near = expression.kind === 'column' ? (expression.name.at(-1) ?? '') : ')';
      throw sqlError(
        4145,
        `An expression of non-boolean type specified in a context where a condition is expected, near '${near}'.`,
        15,
      );
    }
  }
}

/** A value's comparison key in a type. */
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

function comparison(operator: string, left: Compiled, right: Compiled): Condition {
  const type = commonType(left.type, right.type);
  const [a, b] = [keyed(left, type), keyed(right, type)];
  const test = TESTS[operator] ?? (() => false);
  return (env) => {
    const first = a(env);
    const second = first === null ? null : b(env);
    return first === null || second === null ? null : test(first, second);
  };
}

function inQuery({ of, query }: Extract<Expression, { kind: 'in query' }>, scope: Scope): Condition {
  const value = compile(of, scope);
  const { columns, rows } = scope.context.planQuery(query, scope.context);
  const [column] = columns;
  if (column === undefined || columns.length > 1)
    throw sqlError(
      116,
      'Only one expression can be specified in the select list when the subquery is not introduced with EXISTS.',
    );
  const type = commonType(value.type, column.type);
  const key = keyed(value, type);
  const get = ({ rows: [row] }: Env): SqlValue => row?.[0] ?? null;
  const ofRow = keyed({ ...column, isConstant: false, get }, type);
  const found = once(() => new Set([...rows()].map((row) => ofRow({ rows: [row] }))));
  return (env) => {
    const given = key(env);
    if (given !== null && found(env).has(given)) return true;
    return found(env).size > 0 && (given === null || found(env).has(null)) ? null : false;
  };
}

function likeCondition({ of, pattern }: Extract<Expression, { kind: 'like' }>, scope: Scope): Condition {
  const [value, wanted] = [compile(of, scope), compile(pattern, scope)];
  const wide: SqlType = { name: 'nvarchar', length: 'max' };
  const [left, right] = [value, wanted].map(({ type }) => (isText(type) ? type : wide));
  const { fold } = needCollation(commonType(left ?? wide, right ?? wide).collation);
  const [text, matched] = [as(value, wide), as(wanted, wide)];
  const made = new Map<string, RegExp>();
  return (env) => {
    const [given, like] = [text(env), matched(env)];
    if (given === null || like === null) return null;
    const source = String(like);
    const expression = made.get(source) ?? likePattern(fold(source));
    made.set(source, expression);
    return expression.test(fold(String(given)));
  };
}

/** A LIKE pattern as a regular expression over folded texts: `%`, `_`, `[a-f]` and `[^abc]`. */
function likePattern(pattern: string): RegExp {
  const characters = [...pattern];
  const literal = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  let source = '';
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '%') {
      source += '.*';
    } else if (character === '_') {
      source += '.';
    } else if (character === '[') {
      const end = characters.indexOf(']', at + 1);
      // An unclosed bracket never matches.
      if (end < 0) return /(?!)/;
      const negated = characters[at + 1] === '^';
      const set = characters.slice(at + (negated ? 2 : 1), end);
      const parts = set.map((part, index) =>
        part === '-' && index > 0 && index < set.length - 1 ? '-' : literal(part),
      );
      source += set.length === 0 ? '(?!)' : `[${negated ? '^' : ''}${parts.join('')}]`;
      at = end;
    } else {
      source += literal(character);
    }
  }
  return new RegExp(`^${source}$`, 'su');
}
