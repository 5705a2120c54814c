import { asList, asNode, identifier, isNode, kindOf, nameParts, only } from '../batch/ast.ts';
import { SqlServerError } from '../engine.ts';
import { ambiguousColumn, syntaxError } from '../errors.ts';
import { keyOf } from './expression.ts';
import { isFunctionWord } from './literals.ts';
import { isDescending } from './order.ts';
import { isNamed, type Scope } from './scope.ts';
import type { Item, OrderKey, SelectOptions } from './selected.ts';
import type { Translator } from './translator.ts';

/** An item of the select list, which may stand for several columns. */
export function projectionItems(
  item: unknown,
  scope: Scope,
  assigned: string[],
  translator: Translator,
  options: SelectOptions,
): Item[] {
  const [kind, body] = kindOf(item);
  switch (kind) {
    case 'Wildcard':
      only(asNode(body), ['wildcard_token']);
      if (options.place === 'exists') return [nothing];
      if (scope.sources.length === 0)
        throw new SqlServerError({ number: 263, message: 'Must specify table to select from.' });
      return wildcard(scope, null);
    case 'QualifiedWildcard': {
      const [what, extra] = asList(body);
      only(asNode(extra), ['wildcard_token']);
      const [whatKind, name] = kindOf(what);
      if (whatKind !== 'ObjectName') throw syntaxError('*');
      return wildcard(
        scope,
        nameParts(name).map((part) => part.name),
      );
    }
    case 'UnnamedExpr':
      return [{ ...translator.scalar(body, scope), name: nameOfColumn(body) }];
    case 'ExprWithAlias': {
      const { expr, alias } = asNode(body);
      const { name, quoted } = identifier(alias);
      if (name.startsWith('@') && !quoted) {
        translator.context.variable(name);
        assigned.push(name.toLowerCase());
      }
      return [{ ...translator.scalar(expr, scope), name }];
    }
    default:
      throw syntaxError(kind.toLowerCase());
  }
}

export const nothing: Item = {
  sql: '1',
  name: '',
  type: { name: 'int' },
  nullable: false,
  collation: { name: '', strength: 'default' },
};

function nameOfColumn(node: unknown): string {
  const [kind, body] = kindOf(node);
  if (kind === 'Nested') return nameOfColumn(body);
  if (kind === 'Collate') return nameOfColumn(asNode(body).expr);
  const last =
    kind === 'Identifier'
      ? identifier(body)
      : kind === 'CompoundIdentifier'
        ? identifier(asList(body).at(-1))
        : null;
  if (last === null || last.quoted) return last?.name ?? '';
  const isNamed = !last.name.startsWith('@') && !(kind === 'Identifier' && isFunctionWord(last.name));
  return isNamed ? last.name : '';
}

function wildcard(scope: Scope, qualifier: readonly string[] | null): Item[] {
  const sources =
    qualifier === null ? scope.sources : scope.sources.filter((source) => isNamed(source, qualifier));
  if (sources.length === 0)
    throw new SqlServerError({
      number: 107,
      class: 15,
      message: `The column prefix '${qualifier?.join('.') ?? ''}' does not match with a table name or alias name used in the query.`,
    });
  return sources.flatMap((source) =>
    source.columns.map(({ name }) => ({ ...scope.resolve([source.name, name]), name })),
  );
}

/** A position, a column's new name, or an expression of the query's own columns. */
export function orderKey(
  item: unknown,
  items: readonly Item[],
  prefix: string,
  distinct: boolean,
  scope: Scope,
  translator: Translator,
): OrderKey {
  const { expr } = asNode(item);
  const direction = isDescending(item) ? ' DESC' : '';
  const [kind, body] = kindOf(expr);
  const index = positionOf(kind, body, items);
  if (index !== null) {
    const chosen = items[index];
    if (chosen === undefined) throw noPosition(index + 1);
    return { key: keyOf({ ...chosen, sql: `${prefix}${index}` }), plain: keyOf(chosen), direction };
  }
  const value = translator.scalar(expr, scope);
  if (value.constant !== undefined && kind === 'Value')
    throw new SqlServerError({
      number: 408,
      message: `A constant expression was encountered in the ORDER BY list, position 1.`,
    });
  const same = items.findIndex((other) => other.sql === value.sql);
  const plain = keyOf(value);
  if (same >= 0) return { key: keyOf({ ...value, sql: `${prefix}${same}` }), plain, direction };
  if (distinct)
    throw new SqlServerError({
      number: 145,
      class: 15,
      message: 'ORDER BY items must appear in the select list if SELECT DISTINCT is specified.',
    });
  return { key: plain, plain, direction };
}

const noPosition = (position: number): SqlServerError =>
  new SqlServerError({
    number: 108,
    class: 15,
    message: `The ORDER BY position number ${position} is out of range of the number of items in the select list.`,
  });

export function positionOf(
  kind: string,
  body: unknown,
  items: readonly { readonly name: string }[],
): number | null {
  if (kind === 'Value' && isNode(body)) {
    const [literal, digits] = kindOf(body.value);
    const text = String(asList(digits)[0]);
    if (literal === 'Number' && /^\d+$/.test(text)) {
      const position = Number(text);
      if (position < 1 || position > items.length) throw noPosition(position);
      return position - 1;
    }
  }
  if (kind !== 'Identifier') return null;
  const { name } = identifier(body);
  const matches = items.filter((item) => item.name.toLowerCase() === name.toLowerCase());
  if (matches.length > 1) throw ambiguousColumn(name);
  const [match] = matches;
  return match === undefined ? null : items.indexOf(match);
}

/** The items of OUTPUT: a list like a SELECT's, of one row. */
export function translateItems(
  items: readonly unknown[],
  scope: Scope,
  translator: Translator,
): readonly Item[] {
  const assigned: string[] = [];
  const translated = items.flatMap((item) =>
    projectionItems(item, scope, assigned, translator, { place: 'top' }),
  );
  if (assigned.length > 0) throw syntaxError('@');
  return translated;
}
