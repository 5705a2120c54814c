import { type Argument, SCALAR_FUNCTIONS } from '../../types/functions.ts';
import { isCharacter } from '../../types/type.ts';
import { asList, asNode, kindOf, type Node, nameParts, only } from '../batch/ast.ts';
import { SqlServerError } from '../engine.ts';
import { argumentCount, syntaxError, unknownFunction } from '../errors.ts';
import { AGGREGATES, translateAggregate } from './aggregates.ts';
import { comparable, convertTo, DEFAULT, type Expression, NULL_LITERAL, unify } from './expression.ts';
import { caseExpression } from './scalars.ts';
import type { Scope } from './scope.ts';
import { siteNumber } from './sites.ts';
import type { Translator } from './translator.ts';
import { translateWindow, WINDOW_FUNCTIONS } from './windows.ts';

/** A call: of an aggregate, a window function, or a function of one row's values. */
export function translateFunction(node: Node, scope: Scope, translator: Translator): Expression {
  only(node, ['name', 'args', 'over', 'within_group']);
  const parts = nameParts(node.name);
  const name = (parts.at(-1)?.name ?? '').toUpperCase();
  if (parts.length !== 1) throw unknownObjectFunction(parts.map((part) => part.name));
  const list = node.args === 'None' ? {} : asNode(asNode(node.args).List);
  only(list, ['args', 'duplicate_treatment']);
  const args = asList(list.args).map(argumentOf);
  const distinct = list.duplicate_treatment === 'Distinct';
  const over = (node.over ?? null) === null ? null : asNode(node.over);
  const order = asList(node.within_group);
  if (over !== null && (AGGREGATES.has(name) || WINDOW_FUNCTIONS.has(name)))
    return translateWindow(name, args, distinct, over, scope, translator);
  if (WINDOW_FUNCTIONS.has(name))
    throw new SqlServerError({
      number: 10753,
      class: 15,
      message: `The function '${name}' must have an OVER clause.`,
    });
  if (AGGREGATES.has(name)) return translateAggregate(name, args, distinct, order, scope, translator);
  if (over !== null || distinct || order.length > 0) throw syntaxError(over === null ? 'distinct' : 'over');
  return translateNamedFunction(name, args, scope, translator);
}

/** `*` is null. */
function argumentOf(value: unknown): unknown {
  const [kind, body] = kindOf(value);
  if (kind !== 'Unnamed') throw syntaxError(kind.toLowerCase());
  const [inner, expression] = kindOf(body);
  if (inner === 'Wildcard') return null;
  if (inner !== 'Expr') throw syntaxError('*');
  return expression;
}

function unknownObjectFunction(parts: readonly string[]): SqlServerError {
  const full = parts.join('.');
  const column = parts[0] ?? '';
  return new SqlServerError({
    number: 4121,
    message: `Cannot find either column "${column}" or the user-defined function or aggregate "${full}", or the name is ambiguous.`,
  });
}

/** A function of values, by its name in upper case. Throws 195 for one that SQL Server does not have here, and 174. */
export function translateNamedFunction(
  name: string,
  args: readonly unknown[],
  scope: Scope,
  translator: Translator,
): Expression {
  if (args.some((arg) => arg === null)) throw syntaxError('*');
  const scalar = (part: unknown): Expression => translator.scalar(part, scope);
  switch (name) {
    case 'COALESCE': {
      if (args.length < 2) throw syntaxError(')');
      const values = unify(args.map(scalar), 'COALESCE');
      const nullable = values.every((value) => value.nullable);
      return { ...merged(values), sql: `coalesce(${values.map(({ sql }) => sql).join(',')})`, nullable };
    }
    case 'ISNULL': {
      requireArguments(name, args, 2);
      const [first = NULL_LITERAL, second = NULL_LITERAL] = args.map(scalar);
      if (first.isNull) return second;
      const other = convertTo(second, first.type);
      const { constant: _constant, ...rest } = first;
      return {
        ...rest,
        sql: `coalesce(${first.sql},${other.sql})`,
        nullable: first.nullable && other.nullable,
      };
    }
    case 'NULLIF': {
      requireArguments(name, args, 2);
      const [first = NULL_LITERAL, second = NULL_LITERAL] = args.map(scalar);
      if (first.isNull)
        throw new SqlServerError({
          number: 4151,
          message:
            'The type of the first argument to NULLIF cannot be the NULL constant because the type of the first argument has to be known.',
        });
      const [a, b] = comparable(first, second, 'equal to');
      const { constant: _constant, ...rest } = first;
      return { ...rest, sql: `(CASE WHEN ${a}=${b} THEN NULL ELSE ${first.sql} END)`, nullable: true };
    }
    case 'IIF': {
      requireArguments(name, args, 3);
      const when = translator.predicate(args[0], scope);
      return caseExpression([{ when, value: scalar(args[1]) }], scalar(args[2]));
    }
    default: {
      const own = translator.context.sessionFunction(name);
      if (own === null) return callFunction(name, args, scope, translator);
      requireArguments(name, args, 0);
      const collation = { name: translator.context.defaultCollation, strength: 'default' } as const;
      return { sql: translator.context.bind(own.value), type: own.type, nullable: true, collation };
    }
  }
}

function requireArguments(name: string, args: readonly unknown[], count: number): void {
  if (args.length !== count) throw argumentCount(name, String(count));
}

const merged = (values: readonly Expression[]): Omit<Expression, 'sql' | 'nullable'> => ({
  type: values[0]?.type ?? { name: 'int' },
  collation: values[0]?.collation ?? DEFAULT,
});

function callFunction(
  name: string,
  args: readonly unknown[],
  scope: Scope,
  translator: Translator,
): Expression {
  const called = SCALAR_FUNCTIONS.get(name);
  if (called === undefined) throw unknownFunction(name);
  const { minArgs, maxArgs } = called;
  if (args.length < minArgs || args.length > maxArgs)
    throw argumentCount(name, minArgs === maxArgs ? String(minArgs) : `${minArgs} to ${maxArgs}`);
  const values = args.map((arg, index) =>
    called.datepart && index === 0 ? datepartOf(name, arg) : translator.scalar(arg, scope),
  );
  const result = called.result(values.map(argument));
  const types = values.map(({ type }) => type);
  const site = siteNumber({ name, types, result: result.type, collation: null, style: null });
  const kind = called.deterministic ? 'ts_call' : 'ts_ask';
  const text = values.find((value) => isCharacter(value.type) && !value.isNull);
  return {
    sql: `${kind}(${[site, ...values.map(({ sql }) => sql)].join(',')})`,
    type: result.type,
    nullable: result.nullable ?? values.some((value) => value.nullable),
    collation: text?.collation ?? { name: translator.context.defaultCollation, strength: 'default' },
  };
}

const argument = (value: Expression): Argument => ({
  type: value.type,
  nullable: value.nullable,
  constant: value.constant,
});

/** `day` in DATEADD(day, …) is a keyword, not a column. */
function datepartOf(name: string, node: unknown): Expression {
  const [kind, body] = kindOf(node);
  if (kind !== 'Identifier')
    throw new SqlServerError({
      number: 1023,
      class: 15,
      message: `Invalid parameter 1 specified for ${name.toLowerCase()}.`,
    });
  const word = String(asNode(body).value).toUpperCase();
  return {
    sql: `'${word.replaceAll("'", "''")}'`,
    type: { name: 'varchar', length: Math.max(1, word.length) },
    nullable: false,
    collation: DEFAULT,
    constant: word,
  };
}
