import { quoteIdentifier } from '../mapping/identifiers.ts';
import { allowed, takesDatePart } from './guard-names.ts';
import {
  type Fields,
  fieldsOf,
  identOf,
  isGiven,
  listOf,
  notAllowed,
  objectNameOf,
  refusal,
  refuse,
  shorten,
  variantOf,
  words,
} from './guard-syntax.ts';

/** Writes a parsed expression anew, in SQL Server's spelling, out of an allow-list. */

export type Scope = {
  /** Null where there are no values to bind. */
  readonly parameters: Set<string> | null;
  /** Writes a query within the expression, without its parentheses. */
  readonly subquery: (query: unknown) => string;
};

/** What follows a minus must not make a comment of it: `- -1`. */
const BLANK = ' ';

type Writer = (payload: unknown, scope: Scope) => string;

const WRITERS: Record<string, Writer | undefined> = {
  Identifier: (payload, scope) => identifier(payload, scope),
  CompoundIdentifier: (payload) => columnName(listOf(payload).map(identOf)),
  Value: (payload) => literal(fieldsOf(payload, ['value']).value),
  Nested: (payload, scope) => `(${expression(payload, scope)})`,
  Subquery: (payload, scope) => `(${scope.subquery(payload)})`,
  IsNull: (payload, scope) => `${expression(payload, scope)} IS NULL`,
  IsNotNull: (payload, scope) => `${expression(payload, scope)} IS NOT NULL`,
  BinaryOp: (payload, scope) => {
    const { left, op, right } = fieldsOf(payload, ['left', 'op', 'right']);
    return `${expression(left, scope)} ${operator(op)} ${expression(right, scope)}`;
  },
  UnaryOp: (payload, scope) => {
    const { op, expr } = fieldsOf(payload, ['op', 'expr']);
    const [name] = variantOf(op);
    const symbol = allowed.unaryOperator(name) ?? refuse(`The operator ${words(name)}`);
    return symbol + BLANK + expression(expr, scope);
  },
  InList: (payload, scope) => {
    const { expr, list, negated } = fieldsOf(payload, ['expr', 'list', 'negated']);
    return `${expression(expr, scope)} ${not(negated)}IN (${expressions(list, scope)})`;
  },
  InSubquery: (payload, scope) => {
    const { expr, subquery, negated } = fieldsOf(payload, ['expr', 'subquery', 'negated']);
    return `${expression(expr, scope)} ${not(negated)}IN (${scope.subquery(subquery)})`;
  },
  Exists: (payload, scope) => {
    const { subquery, negated } = fieldsOf(payload, ['subquery', 'negated']);
    return `${not(negated)}EXISTS (${scope.subquery(subquery)})`;
  },
  AnyOp: (payload, scope) => {
    const any = fieldsOf(payload, ['left', 'compare_op', 'right', 'is_some']);
    return quantified(any.is_some === true ? 'SOME' : 'ANY', any, scope);
  },
  AllOp: (payload, scope) => quantified('ALL', fieldsOf(payload, ['left', 'compare_op', 'right']), scope),
  Between: (payload, scope) => {
    const { expr, low, high, negated } = fieldsOf(payload, ['expr', 'low', 'high', 'negated']);
    return `${expression(expr, scope)} ${not(negated)}BETWEEN ${expression(low, scope)} AND ${expression(high, scope)}`;
  },
  Like: (payload, scope) => {
    const { expr, pattern, negated, escape_char } = fieldsOf(payload, [
      'expr',
      'pattern',
      'negated',
      'escape_char',
    ]);
    const escaped = escape_char ? ` ESCAPE ${literal(fieldsOf(escape_char, ['value']).value)}` : '';
    return `${expression(expr, scope)} ${not(negated)}LIKE ${expression(pattern, scope)}${escaped}`;
  },
  Case: (payload, scope) => {
    const { operand, conditions, else_result } = fieldsOf(payload, ['operand', 'conditions', 'else_result']);
    const cases = listOf(conditions).map((each) => {
      const { condition, result } = fieldsOf(each, ['condition', 'result']);
      return ` WHEN ${expression(condition, scope)} THEN ${expression(result, scope)}`;
    });
    const subject = operand ? ` ${expression(operand, scope)}` : '';
    const otherwise = else_result ? ` ELSE ${expression(else_result, scope)}` : '';
    return `CASE${subject}${cases.join('')}${otherwise} END`;
  },
  Cast: (payload, scope) => {
    const { kind, expr, data_type } = fieldsOf(payload, ['kind', 'expr', 'data_type']);
    if (kind !== 'Cast' && kind !== 'TryCast') {
      throw notAllowed('A cast with ::');
    }
    return `${kind === 'Cast' ? 'CAST' : 'TRY_CAST'}(${expression(expr, scope)} AS ${dataType(data_type)})`;
  },
  Convert: (payload, scope) => {
    const known = ['is_try', 'expr', 'data_type', 'styles', 'target_before_value'];
    const { is_try, expr, data_type, styles } = fieldsOf(payload, known);
    const style = listOf(styles).map((each) => `, ${expression(each, scope)}`);
    const name = is_try === true ? 'TRY_CONVERT' : 'CONVERT';
    return `${name}(${dataType(data_type)}, ${expression(expr, scope)}${style.join('')})`;
  },
  Collate: (payload, scope) => {
    const { expr, collation } = fieldsOf(payload, ['expr', 'collation']);
    const [name, ...more] = objectNameOf(collation);
    if (name === undefined || more.length > 0 || !/^(?!\d)\w+$/.test(name.value)) {
      throw notAllowed('A collation of this name');
    }
    return `${expression(expr, scope)} COLLATE ${name.value}`;
  },
  AtTimeZone: (payload, scope) => {
    const { timestamp, time_zone } = fieldsOf(payload, ['timestamp', 'time_zone']);
    return `${expression(timestamp, scope)} AT TIME ZONE ${expression(time_zone, scope)}`;
  },
  Substring: (payload, scope) => {
    const known = ['expr', 'substring_from', 'substring_for', 'special', 'shorthand'];
    const { expr, substring_from, substring_for } = fieldsOf(payload, known);
    return `SUBSTRING(${expressions([expr, substring_from, substring_for].filter(isGiven), scope)})`;
  },
  Trim: (payload, scope) => {
    const { expr, trim_what } = fieldsOf(payload, ['expr', 'trim_what']);
    const what = isGiven(trim_what) ? `${expression(trim_what, scope)} FROM ` : '';
    return `TRIM(${what}${expression(expr, scope)})`;
  },
  Floor: (payload, scope) => `FLOOR(${expression(fieldsOf(payload, ['expr', 'field']).expr, scope)})`,
  Function: (payload, scope) => functionCall(payload, scope),
};

export function expression(node: unknown, scope: Scope): string {
  const [kind, payload] = variantOf(node);
  const write = WRITERS[kind] ?? refuse(words(kind));
  return write(payload, scope);
}

export function expressions(nodes: unknown, scope: Scope): string {
  return listOf(nodes)
    .map((node) => expression(node, scope))
    .join(', ');
}

export function orderBy(items: unknown, scope: Scope): string {
  return listOf(items)
    .map((item) => {
      const { expr, options } = fieldsOf(item, ['expr', 'options']);
      const [asc] = Object.entries(fieldsOf(options, ['asc'])).flatMap(([, value]) =>
        typeof value === 'boolean' ? [value] : [],
      );
      return expression(expr, scope) + (asc === undefined ? '' : asc ? ' ASC' : ' DESC');
    })
    .join(', ');
}

export function columnName(parts: readonly { value: string; quoted: boolean }[]): string {
  if (parts.length > 3) {
    throw notAllowed(`The name ${shorten(parts.map((part) => part.value).join('.'))}`);
  }
  return parts.map(plainName).join('.');
}

/** A name always goes into brackets, so that it can be nothing else than a name. */
export function plainName({ value, quoted }: { value: string; quoted: boolean }): string {
  if (!quoted && /^[@$]/.test(value)) {
    throw notAllowed(`${shorten(value)} as a name`);
  }
  return quoteIdentifier(value);
}

function identifier(node: unknown, { parameters }: Scope): string {
  const { value, quoted } = identOf(node);
  if (quoted) {
    return quoteIdentifier(value);
  }
  if (value.startsWith('@@')) {
    return allowed.variable(value) ?? refuse(shorten(value));
  }
  if (value.startsWith('@')) {
    return parameter(value, parameters);
  }
  return allowed.bareFunction(value) ?? plainName({ value, quoted });
}

/** To SQL Server `@A` is `@a`, which must not be declared twice. */
function parameter(name: string, parameters: Set<string> | null): string {
  if (parameters === null) {
    throw refusal(`${shorten(name)} has no value here. Write the value itself.`);
  }
  if (!/^@[\p{L}_][\p{L}\p{Nd}_]*$/u.test(name)) {
    throw refusal(`${shorten(name)} is not a name for a parameter: use letters, digits and underscores.`);
  }
  const isKnown = [...parameters].some((known) => `@${known}`.toLowerCase() === name.toLowerCase());
  if (!isKnown) parameters.add(name.slice(1));
  return name;
}

function literal(node: unknown): string {
  const [kind, payload] = variantOf(node);
  if (kind === 'Null') {
    return 'NULL';
  }
  const text = kind === 'Number' ? listOf(payload)[0] : payload;
  if (typeof text === 'string') {
    switch (kind) {
      case 'SingleQuotedString':
        return `'${text.replaceAll("'", "''")}'`;
      case 'NationalStringLiteral':
        return `N'${text.replaceAll("'", "''")}'`;
      case 'Number':
        if (/^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) {
          return text;
        }
        break;
      case 'HexStringLiteral':
        if (/^[\da-f]*$/i.test(text)) {
          return `0x${text}`;
        }
        break;
      case 'Placeholder':
        throw notAllowed(`${shorten(text)}, a value with a currency sign or a pseudo column,`);
    }
  }
  throw notAllowed('A value of this kind');
}

function operator(node: unknown): string {
  const [name] = variantOf(node);
  return allowed.operator(name) ?? refuse(`The operator ${words(name)}`);
}

function quantified(quantifier: string, { left, compare_op, right }: Fields, scope: Scope): string {
  return `${expression(left, scope)} ${operator(compare_op)} ${quantifier} ${expression(right, scope)}`;
}

const SIZE = /^\d{1,4}$/;

function dataType(node: unknown): string {
  const [kind, payload] = variantOf(node);
  const [custom, modifiers] = kind === 'Custom' ? listOf(payload) : [];
  const names = objectNameOf(custom);
  const given = kind === 'Custom' ? names.map((name) => name.value).join('.') : kind.toUpperCase();
  const name = allowed.dataType(given) ?? refuse(`The type ${shorten(given)}`);
  const sizes = sizesOf(kind === 'Custom' ? modifiers : payload);
  return sizes.length === 0 ? name : `${name}(${sizes.join(', ')})`;
}

function sizesOf(node: unknown): string[] {
  if (node === undefined || node === null || node === 'None') {
    return [];
  }
  if (typeof node === 'number' || (typeof node === 'string' && SIZE.test(node))) {
    return [String(node)];
  }
  if (typeof node === 'string' && node.toUpperCase() === 'MAX') {
    return ['MAX'];
  }
  if (Array.isArray(node)) {
    return node.flatMap(sizesOf);
  }
  const [kind, payload] = variantOf(node);
  switch (kind) {
    case 'IntegerLength':
      return sizesOf(fieldsOf(payload, ['length']).length);
    case 'Precision':
    case 'PrecisionAndScale':
      return sizesOf(payload);
    default:
      throw notAllowed('A type of this size');
  }
}

function functionCall(payload: unknown, scope: Scope): string {
  const known = ['name', 'parameters', 'args', 'over', 'within_group', 'null_treatment'];
  const fields = fieldsOf(payload, known);
  const parts = objectNameOf(fields.name);
  const [part] = parts;
  const name = parts.length === 1 && part !== undefined && !part.quoted ? part.value : null;
  const bare = name === null ? null : allowed.bareFunction(name);
  if (bare !== null && fields.args === 'None') {
    return bare;
  }
  const callable = name === null ? null : allowed.function(name);
  if (callable === null || fields.parameters !== 'None') {
    throw notAllowed(`The function ${shorten(parts.map((each) => each.value).join('.'))}`);
  }
  const [kind, args] = variantOf(fields.args);
  if (kind !== 'List') {
    throw notAllowed(`The function ${callable} in this form`);
  }
  const list = fieldsOf(args, ['duplicate_treatment', 'args']);
  const distinct = isGiven(list.duplicate_treatment) ? `${duplicates(list.duplicate_treatment)} ` : '';
  const given = listOf(list.args).map((argument, index) =>
    index === 0 && takesDatePart(callable) ? datePart(argument) : functionArgument(argument, scope),
  );
  const within = listOf(fields.within_group);
  return [
    `${callable}(${distinct}${given.join(', ')})`,
    within.length === 0 ? '' : ` WITHIN GROUP (ORDER BY ${orderBy(within, scope)})`,
    isGiven(fields.null_treatment) ? ` ${words(variantOf(fields.null_treatment)[0])}` : '',
    isGiven(fields.over) ? ` OVER ${window(fields.over, scope)}` : '',
  ].join('');
}

function duplicates(node: unknown): string {
  const [kind] = variantOf(node);
  return kind === 'Distinct' ? 'DISTINCT' : 'ALL';
}

function functionArgument(node: unknown, scope: Scope): string {
  const value = unnamed(node);
  const [kind, payload] = variantOf(value);
  if (kind === 'Wildcard') {
    return '*';
  }
  if (kind !== 'Expr') {
    throw notAllowed('An argument of this kind');
  }
  return expression(payload, scope);
}

function datePart(node: unknown): string {
  const [kind, payload] = variantOf(unnamed(node));
  const [expr, ident] = kind === 'Expr' ? variantOf(payload) : ['', undefined];
  const part = expr === 'Identifier' ? allowed.datePart(identOf(ident).value) : null;
  return part ?? refuse('A part of a date of this name');
}

function unnamed(node: unknown): unknown {
  const [kind, payload] = variantOf(node);
  if (kind !== 'Unnamed') {
    throw notAllowed('An argument with a name');
  }
  return payload;
}

function window(node: unknown, scope: Scope): string {
  const [kind, payload] = variantOf(node);
  if (kind !== 'WindowSpec') {
    throw notAllowed('A named window');
  }
  const { partition_by, order_by, window_frame } = fieldsOf(payload, [
    'partition_by',
    'order_by',
    'window_frame',
  ]);
  const parts = [
    listOf(partition_by).length > 0 ? `PARTITION BY ${expressions(partition_by, scope)}` : '',
    listOf(order_by).length > 0 ? `ORDER BY ${orderBy(order_by, scope)}` : '',
    isGiven(window_frame) ? frame(window_frame, scope) : '',
  ];
  return `(${parts.filter((part) => part !== '').join(' ')})`;
}

function frame(node: unknown, scope: Scope): string {
  const { units, start_bound, end_bound } = fieldsOf(node, ['units', 'start_bound', 'end_bound']);
  const [unit] = variantOf(units);
  if (unit !== 'Rows' && unit !== 'Range') {
    throw notAllowed('A window of this kind');
  }
  const start = bound(start_bound, scope);
  const range = isGiven(end_bound) ? `BETWEEN ${start} AND ${bound(end_bound, scope)}` : start;
  return `${unit.toUpperCase()} ${range}`;
}

function bound(node: unknown, scope: Scope): string {
  const [kind, distance] = variantOf(node);
  if (kind === 'CurrentRow') {
    return 'CURRENT ROW';
  }
  if (kind !== 'Preceding' && kind !== 'Following') {
    throw notAllowed('A window of this kind');
  }
  const side = kind.toUpperCase();
  return isGiven(distance) ? `${expression(distance, scope)} ${side}` : `UNBOUNDED ${side}`;
}

function not(negated: unknown): string {
  return negated === true ? 'NOT ' : '';
}
