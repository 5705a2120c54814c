import { quoteIdentifier } from '../mapping/identifiers.ts';
import { columnName, expression, expressions, orderBy, plainName, type Scope } from './guard-expressions.ts';
import { allowed } from './guard-names.ts';
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

/** Writes a parsed query anew, out of what is let through and nothing else. `parameters`: see `Scope`. */
export function writeQuery(query: unknown, parameters: Set<string> | null): string {
  const scope: Scope = { parameters, subquery: (inner) => writeWhole(inner, scope) };
  return writeWhole(query, scope);
}

/** The condition of `SELECT … FROM … WHERE (condition)`, provided that the query is no more than that. */
export function writeCondition(query: unknown): string {
  const scope: Scope = { parameters: null, subquery: (inner) => writeWhole(inner, scope) };
  const [kind, select] = variantOf(fieldsOf(query, ['body']).body);
  if (kind !== 'Select') {
    throw unbalanced();
  }
  const { selection } = fieldsOf(select, ['projection', 'from', 'selection', 'group_by', 'flavor']);
  noGroups(select);
  const [form, condition] = isGiven(selection) ? variantOf(selection) : [];
  if (form !== 'Nested') {
    throw unbalanced();
  }
  return expression(condition, scope);
}

function unbalanced(): Error {
  return refusal(
    'The where clause is not one condition: its parentheses do not match, or it goes on after it.',
  );
}

function writeWhole(query: unknown, scope: Scope): string {
  const {
    with: ctes,
    body,
    order_by,
    limit_clause,
    fetch,
  } = fieldsOf(query, ['with', 'body', 'order_by', 'limit_clause', 'fetch']);
  const parts = [
    isGiven(ctes) ? writeCtes(ctes, scope) : '',
    writeBody(body, scope),
    isGiven(order_by) ? `ORDER BY ${writeOrder(order_by, scope)}` : '',
    isGiven(limit_clause) ? writeOffset(limit_clause, scope) : '',
    isGiven(fetch) ? writeFetch(fetch, scope) : '',
  ];
  return joined(parts);
}

function writeCtes(node: unknown, scope: Scope): string {
  const { cte_tables: tables } = fieldsOf(node, ['cte_tables']);
  const written = listOf(tables).map((table) => {
    const { alias, query } = fieldsOf(table, ['alias', 'query', 'closing_paren_token']);
    return `${writeAlias(alias)} AS (${writeWhole(query, scope)})`;
  });
  return `WITH ${written.join(', ')}`;
}

function writeOrder(node: unknown, scope: Scope): string {
  const [kind, items] = variantOf(fieldsOf(node, ['kind']).kind);
  if (kind !== 'Expressions') {
    throw notAllowed(words(kind));
  }
  return orderBy(items, scope);
}

function writeOffset(node: unknown, scope: Scope): string {
  const [kind, payload] = variantOf(node);
  if (kind !== 'LimitOffset') {
    throw notAllowed('LIMIT');
  }
  const { offset } = fieldsOf(payload, ['offset']);
  const { value, rows } = fieldsOf(offset, ['value', 'rows']);
  return `OFFSET ${expression(value, scope)} ${rows === 'Row' ? 'ROW' : 'ROWS'}`;
}

function writeFetch(node: unknown, scope: Scope): string {
  return `FETCH NEXT ${expression(fieldsOf(node, ['quantity']).quantity, scope)} ROWS ONLY`;
}

function writeBody(node: unknown, scope: Scope): string {
  const [kind, payload] = variantOf(node);
  switch (kind) {
    case 'Select':
      return writeSelect(payload, scope);
    case 'Query':
      return `(${writeWhole(payload, scope)})`;
    case 'SetOperation':
      return writeSetOperation(payload, scope);
    default:
      throw notAllowed(words(kind));
  }
}

function writeSetOperation(node: unknown, scope: Scope): string {
  const { left, op, set_quantifier, right } = fieldsOf(node, ['left', 'op', 'set_quantifier', 'right']);
  const [operation] = variantOf(op);
  const [quantifier] = variantOf(set_quantifier);
  if (!['Union', 'Except', 'Intersect'].includes(operation) || !['None', 'All'].includes(quantifier)) {
    throw notAllowed(words(operation));
  }
  const all = quantifier === 'All' ? ' ALL' : '';
  return `${writeBody(left, scope)} ${operation.toUpperCase()}${all} ${writeBody(right, scope)}`;
}

function writeSelect(node: unknown, scope: Scope): string {
  const known = ['distinct', 'top', 'projection', 'from', 'selection', 'group_by', 'having', 'flavor'];
  const select = fieldsOf(node, known);
  if (select.flavor !== 'Standard') {
    throw notAllowed('A query that does not begin with SELECT');
  }
  const from = listOf(select.from).map((table) => writeJoined(table, scope));
  return joined([
    'SELECT',
    isGiven(select.distinct) ? writeDistinct(select.distinct) : '',
    isGiven(select.top) ? writeTop(select.top, scope) : '',
    listOf(select.projection)
      .map((item) => writeItem(item, scope))
      .join(', '),
    from.length > 0 ? `FROM ${from.join(', ')}` : '',
    isGiven(select.selection) ? `WHERE ${expression(select.selection, scope)}` : '',
    writeGroups(select, scope),
    isGiven(select.having) ? `HAVING ${expression(select.having, scope)}` : '',
  ]);
}

function writeDistinct(node: unknown): string {
  const [kind] = variantOf(node);
  if (kind !== 'Distinct') {
    throw notAllowed(words(kind));
  }
  return 'DISTINCT';
}

function writeTop(node: unknown, scope: Scope): string {
  const { quantity, percent, with_ties } = fieldsOf(node, ['quantity', 'percent', 'with_ties']);
  const [kind, payload] = variantOf(quantity);
  const count = kind === 'Constant' ? String(Number(payload)) : `(${expression(payload, scope)})`;
  return joined([`TOP ${count}`, percent === true ? 'PERCENT' : '', with_ties === true ? 'WITH TIES' : '']);
}

function writeItem(node: unknown, scope: Scope): string {
  const [kind, payload] = variantOf(node);
  switch (kind) {
    case 'UnnamedExpr':
      return expression(payload, scope);
    case 'ExprWithAlias': {
      const { expr, alias } = fieldsOf(payload, ['expr', 'alias']);
      const name = identOf(alias);
      if (!name.quoted && name.value.startsWith('@')) {
        throw notAllowed(`Assigning a value to ${shorten(name.value)}`);
      }
      return `${expression(expr, scope)} AS ${quoteIdentifier(name.value)}`;
    }
    case 'Wildcard':
      fieldsOf(payload, ['wildcard_token']);
      return '*';
    case 'QualifiedWildcard': {
      const [qualifier, options] = listOf(payload);
      fieldsOf(options, ['wildcard_token']);
      const [form, name] = variantOf(qualifier);
      if (form !== 'ObjectName') {
        throw notAllowed('A wildcard of this kind');
      }
      return `${columnName(objectNameOf(name))}.*`;
    }
    default:
      throw notAllowed(words(kind));
  }
}

function groupsOf(select: Fields): readonly unknown[] {
  const [kind, payload] = variantOf(select.group_by);
  const [items, modifiers] = kind === 'Expressions' ? listOf(payload) : [];
  if (kind !== 'Expressions' || listOf(modifiers).length > 0) {
    throw notAllowed('GROUP BY of this kind');
  }
  return listOf(items);
}

function writeGroups(select: Fields, scope: Scope): string {
  const items = groupsOf(select);
  return items.length > 0 ? `GROUP BY ${expressions(items, scope)}` : '';
}

function noGroups(select: unknown): void {
  if (groupsOf(fieldsOf(select, ['projection', 'from', 'selection', 'group_by', 'flavor'])).length > 0) {
    throw unbalanced();
  }
}

function writeJoined(node: unknown, scope: Scope): string {
  const { relation, joins } = fieldsOf(node, ['relation', 'joins']);
  return joined([writeTable(relation, scope), ...listOf(joins).map((join) => writeJoin(join, scope))]);
}

const JOINS: Record<string, string | undefined> = {
  Join: 'JOIN',
  Inner: 'JOIN',
  Left: 'LEFT JOIN',
  LeftOuter: 'LEFT JOIN',
  Right: 'RIGHT JOIN',
  RightOuter: 'RIGHT JOIN',
  FullOuter: 'FULL JOIN',
  CrossJoin: 'CROSS JOIN',
  CrossApply: 'CROSS APPLY',
  OuterApply: 'OUTER APPLY',
};

function writeJoin(node: unknown, scope: Scope): string {
  const { relation, join_operator } = fieldsOf(node, ['relation', 'join_operator']);
  const [kind, constraint] = variantOf(join_operator);
  const operator = JOINS[kind] ?? refuse(words(kind));
  const [form, condition] = isGiven(constraint) ? variantOf(constraint) : ['None', undefined];
  if (form !== 'None' && form !== 'On') {
    throw notAllowed(`A join with ${words(form)}`);
  }
  const on = form === 'On' ? ` ON ${expression(condition, scope)}` : '';
  return `${operator} ${writeTable(relation, scope)}${on}`;
}

function writeTable(node: unknown, scope: Scope): string {
  const [kind, payload] = variantOf(node);
  switch (kind) {
    case 'Table':
      return writeNamedTable(payload);
    case 'Derived': {
      const { subquery, alias } = fieldsOf(payload, ['subquery', 'alias']);
      const as = isGiven(alias) ? ` AS ${writeAlias(alias)}` : '';
      return `(${writeRowsOrQuery(subquery, scope)})${as}`;
    }
    case 'NestedJoin': {
      const { table_with_joins } = fieldsOf(payload, ['table_with_joins']);
      return `(${writeJoined(table_with_joins, scope)})`;
    }
    default:
      throw notAllowed(`${words(kind)} as a table`);
  }
}

/** Only a table made of values may stand without SELECT. */
function writeRowsOrQuery(query: unknown, scope: Scope): string {
  const { body } = fieldsOf(query, ['with', 'body', 'order_by', 'limit_clause', 'fetch']);
  const [kind, payload] = variantOf(body);
  if (kind !== 'Values') {
    return writeWhole(query, scope);
  }
  fieldsOf(query, ['body']);
  const rows = listOf(fieldsOf(payload, ['rows']).rows).map((row) => {
    const { content } = fieldsOf(row, ['content', 'opening_token', 'closing_token']);
    return `(${expressions(content, scope)})`;
  });
  return `VALUES ${rows.join(', ')}`;
}

function writeNamedTable(node: unknown): string {
  const { name, alias, with_hints, args } = fieldsOf(node, ['name', 'alias', 'with_hints', 'args']);
  const parts = objectNameOf(name);
  const shown = shorten(parts.map((part) => part.value).join('.'));
  if (isGiven(args)) {
    throw notAllowed(`The function ${shown} as a table`);
  }
  const [schema, ...rest] = parts;
  if (schema === undefined || rest.length > 1) {
    throw refusal(
      `${shown} is a table of another database or server. Only tables of this store's own database can be read: write schema.name.`,
    );
  }
  if (rest.length === 1 && isSystemSchema(schema.value)) {
    throw notAllowed(`The system view ${shown}`);
  }
  if (isGiven(alias) && listOf(fieldsOf(alias, ['name', 'columns', 'explicit']).columns).length > 0) {
    throw notAllowed(`A list behind the table ${shown}, or OPTION,`);
  }
  const hints = listOf(with_hints).map(writeHint);
  return joined([
    parts.map(plainName).join('.'),
    isGiven(alias) ? `AS ${writeAlias(alias)}` : '',
    hints.length > 0 ? `WITH (${hints.join(', ')})` : '',
  ]);
}

/** Many collations take letters of any width for the same. */
function isSystemSchema(name: string): boolean {
  return name.normalize('NFKC').trim().toLowerCase() === 'sys';
}

function writeHint(node: unknown): string {
  const [kind, payload] = variantOf(node);
  const name = kind === 'Identifier' ? identOf(payload).value : words(kind);
  return allowed.tableHint(name) ?? refuse(`The table hint ${shorten(name)}`);
}

function writeAlias(node: unknown): string {
  const { name, columns } = fieldsOf(node, ['name', 'columns', 'explicit']);
  const names = listOf(columns).map((column) => plainName(identOf(fieldsOf(column, ['name']).name)));
  const list = names.length > 0 ? ` (${names.join(', ')})` : '';
  return plainName(identOf(name)) + list;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
