import { SourceError } from '../../source-error.ts';
import type { SqlServer } from '../client/sql.ts';
import { formatTableName, parseTableName, quoteIdentifier, quoteTableName } from '../identifiers.ts';
import { changeColumnOf } from '../mapping/change-column.ts';
import {
  bindExpression,
  type ColumnInfo,
  dataTypeOf,
  isReadable,
  nameBeside,
  problemOfText,
} from '../mapping/column-types.ts';
import { type Mapping, targetLabel } from '../mapping/field-mapping.ts';
import { readTable, type TableInfo } from '../mapping/introspection.ts';

/**
 * A value that stands in another table, such as a price in a table of price lists: in the row that has the key of the
 * table's row, and the list of the mapping. It is joined as a column of the table, and written where it stands.
 */

/** The rows of a child table that hold one value for each row of the table. */
export type ChildRows = {
  /** For people. */
  readonly name: string;
  /** For statements. */
  readonly from: string;
  /** In the order of the table's own key. */
  readonly keys: readonly ColumnInfo[];
  readonly list: ColumnInfo;
  readonly listValue: string;
  /** Where its value stands. */
  readonly value: ColumnInfo;
  /** Shows which of its rows changed; null if nothing does. */
  readonly changes: ColumnInfo | null;
  /** Its name in a statement that joins it. */
  readonly alias: string;
};

/** The name of `changes` in a statement that joins it. */
export const changeAlias = ({ alias }: ChildRows): string => `${alias}_r`;

export type Children = ReadonlyMap<string, TableInfo>;

/** The child tables that mappings name, each once, as people write them. */
export const childTablesOf = (mappings: readonly Mapping[]): string[] => [
  ...new Set(mappings.flatMap(({ child_table: child }) => child?.name ?? [])),
];

/** The other tables that mappings name, as they are now; without those that are not there. */
export async function readChildren(
  server: SqlServer,
  mappings: readonly Mapping[],
  signal: AbortSignal,
): Promise<Children> {
  const children = new Map<string, TableInfo>();
  for (const name of childTablesOf(mappings)) {
    try {
      children.set(name, await readTable(server, parseTableName(name), signal));
    } catch (error) {
      if (!(error instanceof SourceError) || error.kind !== 'rejected') throw error;
    }
  }
  return children;
}

/** `place` tells it from other children of the plan. */
export function findChild(
  mapping: Mapping,
  {
    children,
    table,
    place,
  }: { readonly children: Children; readonly table: TableInfo; readonly place: number },
): ChildRows | { readonly problem: string } {
  const { child_table: child, source_field: source, target_field: target } = mapping;
  const label = targetLabel(target);
  const found = child === null ? undefined : children.get(child.name);
  if (child === null || found === undefined) {
    return {
      problem: `There is no table or view ${child?.name}, from which ${label} is to be read, or the user ${table.username} may not see it.`,
    };
  }
  const name = formatTableName(found);
  if (target === 'shopify_id') {
    return { problem: `${label} must be a column of the store’s own table, not of ${name}.` };
  }
  if (table.primaryKey.length !== child.key_columns.length) {
    const wanted = table.primaryKey.join(', ') || 'none';
    return {
      problem: `${label} is read from ${name} by the primary key of ${formatTableName(table)} (${wanted}): name as many key columns.`,
    };
  }
  const [value, list, ...keys] = [source, child.list_column, ...child.key_columns].map((column) => ({
    named: column,
    column: found.columns.find((each) => each.name.toLowerCase() === column.toLowerCase()),
  }));
  const missing = [value, list, ...keys].find((each) => !each?.column || !isReadable(each.column));
  if (missing !== undefined || !value?.column || !list?.column) {
    return { problem: `There is no column “${missing?.named}” of text, numbers or dates in ${name}.` };
  }
  const chosen = child.change_column || null;
  const changes = changeColumnOf(found, chosen, name);
  if (chosen !== null && 'refusal' in changes) return { problem: changes.refusal };
  const columns = keys.flatMap(({ column }) => column ?? []);
  const own = table.primaryKey.map((named) => table.columns.find((column) => column.name === named));
  const other = columns.find((column, at) => {
    const of = own[at];
    return of === undefined || !isReadable(of) || dataTypeOf(of) !== dataTypeOf(column);
  });
  if (other !== undefined) {
    return {
      problem: `The key column “${other.name}” of ${name} holds other values than the key of the table.`,
    };
  }
  const misfit = problemOfText(child.list_value, list.column);
  if (misfit !== null) {
    return {
      problem: `“${child.list_value}” cannot stand in the column “${list.column.name}” of ${name}: it ${misfit}.`,
    };
  }
  const isOne = new Set([list.column, ...columns].map((column) => column.name));
  if (found.primaryKey.length === 0 || found.primaryKey.some((column) => !isOne.has(column))) {
    return {
      problem: `A row could have several values of ${label} in ${name}: its primary key must be made of the key columns and “${list.column.name}”.`,
    };
  }
  return {
    name,
    from: quoteTableName(found),
    keys: columns,
    list: list.column,
    listValue: child.list_value,
    value: value.column,
    changes: 'column' in changes ? changes.column : null,
    alias: `storefleet_c${place}`,
  };
}

/** Joins the values to the rows: in columns with names of their own, as the table's own stand alone in statements. */
export function joinChildren(
  children: readonly ChildRows[],
  key: readonly ColumnInfo[],
  { lock = false }: { readonly lock?: boolean } = {},
): string {
  return children
    .map((child) => {
      const { from, keys, value, changes, alias } = child;
      const keyName = (at: number) => quoteIdentifier(`${alias}_k${at}`);
      const columns = [
        ...keys.map((column, at) => `${quoteIdentifier(column.name)} AS ${keyName(at)}`),
        `${quoteIdentifier(value.name)} AS ${quoteIdentifier(alias)}`,
        ...(changes === null
          ? []
          : [`${quoteIdentifier(changes.name)} AS ${quoteIdentifier(changeAlias(child))}`]),
      ];
      const isOfRow = keys.flatMap((column, at) => {
        const own = key[at];
        return own === undefined ? [] : `${keyName(at)} = ${nameBeside(column, own)}`;
      });
      return (
        ` LEFT JOIN (SELECT ${columns.join(', ')} FROM ${from}${lock ? ' WITH (UPDLOCK)' : ''} WHERE ${isOfList(child)}) ` +
        `AS ${quoteIdentifier(`${alias}_t`)} ON ${isOfRow.join(' AND ')}`
      );
    })
    .join('');
}

/** A row of the child table belongs to the list. */
export const isOfList = ({ list, listValue }: ChildRows): string =>
  `${quoteIdentifier(list.name)} = ${bindExpression(quoted(listValue), list)}`;

const quoted = (text: string) => `N'${text.replaceAll("'", "''")}'`;
