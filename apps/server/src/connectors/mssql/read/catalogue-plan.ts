import { createHash } from 'node:crypto';
import type { MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import { isStock, locationOf } from '@storefleet/contract/attributes/stock';
import { mappingTargetKey } from '@storefleet/contract/stores/mssql/mapping-rules';
import { SourceError } from '../../source-error.ts';
import { formatTableName, quoteTableName } from '../identifiers.ts';
import { type ColumnInfo, describeType, isReadable } from '../mapping/column-types.ts';
import { definitionOf, typedMapping } from '../mapping/custom-fields.ts';
import { isBlank, type Mapping, mapValue, targetLabel } from '../mapping/field-mapping.ts';
import { findColumn, type TableInfo } from '../mapping/introspection.ts';
import { type ChildRows, type Children, findChild, joinChildren } from './child-values.ts';

/** How a table is read as a catalogue: which columns, by what key, and what makes rows one product. */

export type MappedColumn = {
  readonly mapping: Mapping;
  readonly column: ColumnInfo;
  /** Its index in the plan's `columns`. */
  readonly at: number;
  /** Where its value stands, if in another table. */
  readonly child?: ChildRows | undefined;
  /** Of a custom field. */
  readonly definition?: MetafieldDefinition | undefined;
};

export type TablePlan = {
  readonly table: TableInfo;
  readonly children: Children;
  /** The values of other tables that are joined. */
  readonly joined: readonly ChildRows[];
  /** For people. */
  readonly name: string;
  /** For statements. */
  readonly from: string;
  /** Behind `from`, where `columns` are selected: joins the values of other tables. */
  readonly joins: string;
  /** The same while the rows are locked for an edit. */
  readonly lockedJoins: string;
  /** A checked condition, or null. */
  readonly condition: string | null;
  /** Every column that is read, each once. */
  readonly columns: readonly ColumnInfo[];
  readonly fields: readonly MappedColumn[];
  /** The names of those whose stock is read. */
  readonly locations: readonly string[];
  /** Indexes of the primary key's columns; empty for a table without a key. */
  readonly key: readonly number[];
  readonly productId: MappedColumn | null;
  /** True if rows are grouped into products by product id; else each row is a product. */
  readonly isGrouped: boolean;
  /** Depends on table, where clause and mappings: a run does not resume under a different one. */
  readonly fingerprint: string;
  /** Why rows cannot be changed, or null. */
  readonly readOnlyBecause: string | null;
};

type PlanOptions = {
  readonly condition: string | null;
  /** The other tables that mappings name. */
  readonly children?: Children | undefined;
  readonly mappings: readonly Mapping[];
};

/** Throws a SourceError that says what to do if the table cannot be read as a catalogue. */
export function planTable(table: TableInfo, options: PlanOptions): TablePlan {
  const { plan, problem } = draftPlan(table, options);
  if (problem !== null) throw new SourceError({ kind: 'rejected', message: problem });
  return plan;
}

/** The plan without unusable mappings, and the first problem found. */
export function draftPlan(
  table: TableInfo,
  { condition, mappings, children = new Map() }: PlanOptions,
): { readonly plan: TablePlan; readonly problem: string | null } {
  const name = formatTableName(table);
  const columns: ColumnInfo[] = [];
  const problems: string[] = [];
  const placeOf = (column: ColumnInfo) => {
    const at = columns.indexOf(column);
    return at === -1 ? columns.push(column) - 1 : at;
  };

  const keyColumns = readableKey(table);
  const key = keyColumns.map(placeOf);
  const fields: MappedColumn[] = [];
  for (const [place, mapping] of mappings.entries()) {
    const child = mapping.child_table && findChild(mapping, { children, table, place });
    if (child && 'problem' in child) {
      problems.push(child.problem);
      continue;
    }
    const column = child ? { ...child.value, alias: child.alias } : findColumn(table, mapping.source_field);
    const problem = problemOf(mapping, column, child?.name ?? name);
    if (column === null || problem !== null) problems.push(problem ?? '');
    else {
      const placed = { mapping: typedMapping(mapping, column), column, at: placeOf(column) };
      fields.push({ ...placed, child: child ?? undefined, definition: definitionOf(placed) });
    }
  }
  const joined = fields.flatMap(({ child }) => child ?? []);
  problems.push(...problemsOfAll(mappings, name));

  const productId = fields.find(({ mapping }) => mapping.target_field === 'shopify_id') ?? null;
  if (key.length === 0 && productId === null) {
    problems.push(
      `${unkeyed(table, name)} Map the column that tells its products apart to ${targetLabel('shopify_id')}.`,
    );
  }
  const plan: TablePlan = {
    table,
    children,
    joined,
    name,
    from: quoteTableName(table),
    joins: joinChildren(joined, keyColumns),
    lockedJoins: joinChildren(joined, keyColumns, { lock: true }),
    condition,
    columns,
    fields,
    locations: fields.flatMap(({ mapping: { target_field: target } }) =>
      isStock(target) ? locationOf(target) : [],
    ),
    key,
    productId,
    isGrouped: productId !== null && !(key.length === 1 && key[0] === productId.at),
    fingerprint: fingerprintOf(table, keyColumns, { condition, mappings }),
    readOnlyBecause: readOnlyBecause(table, { name, key, fields }),
  };
  return { plan, problem: problems[0] ?? null };
}

function readableKey(table: TableInfo): ColumnInfo[] {
  const readable = table.primaryKey.flatMap((name) => {
    const column = findColumn(table, name);
    return column !== null && isReadable(column) ? [column] : [];
  });
  return readable.length === table.primaryKey.length ? readable : [];
}

/** Types that SQL Server can neither sort nor compare. */
const INCOMPARABLE: ReadonlySet<string> = new Set(['text', 'ntext', 'xml', 'json']);

export function isComparable(column: ColumnInfo): boolean {
  return !INCOMPARABLE.has(column.type);
}

/** Why a column cannot be mapped, for whoever is about to; null if it can. */
export function refusalOfColumn(table: TableInfo, mapping: Mapping, children: Children): string | null {
  const child = mapping.child_table && findChild(mapping, { children, table, place: 0 });
  if (child) return 'problem' in child ? child.problem : problemOf(mapping, child.value, child.name);
  const column = findColumn(table, mapping.source_field);
  const name = formatTableName(table);
  return column === null
    ? `There is no column “${mapping.source_field}” in ${name}. Choose one of its columns.`
    : problemOf(mapping, column, name);
}

function problemOf(mapping: Mapping, column: ColumnInfo | null, table: string): string | null {
  const { source_field: source, target_field: target } = mapping;
  const label = targetLabel(target);
  if (column === null) {
    return `The column “${source}” is mapped to ${label} but is not in ${table} any more. Map another column, or delete this mapping.`;
  }
  if (!isReadable(column)) {
    return `The column “${source}” is mapped to ${label}, but its type ${describeType(column)} holds no text, number or date. Map another column.`;
  }
  if (target === 'shopify_id') {
    if (mapping.transformation_type !== 'none' && mapping.transformation_type !== 'concat') {
      return `${label} must not be transformed with ${mapping.transformation_type}: two products could become one. Choose none or concat.`;
    }
    if (!isBlank(mapping.default_value)) {
      return `${label} must not have a default value: all rows without an id would become one product. Take it out of the mapping.`;
    }
    if (!isComparable(column)) {
      return `The column “${source}” of the type ${describeType(column)} cannot be ${label}: SQL Server cannot compare it. Map another column.`;
    }
  }
  if (!isBlank(mapping.default_value)) {
    const mapped = mapValue(null, mapping);
    if (!mapped.ok) return mapped.problem;
  }
  return null;
}

function* problemsOfAll(mappings: readonly Mapping[], table: string): Generator<string, void, void> {
  if (mappings.length === 0) {
    yield `No column of ${table} is mapped yet. Add field mappings, or generate the default ones.`;
    return;
  }
  const targets = new Map<string, Mapping>();
  for (const mapping of mappings) {
    const other = targets.get(mappingTargetKey(mapping.target_field));
    if (other !== undefined) {
      yield `${targetLabel(mapping.target_field)} is mapped from “${other.source_field}” and from “${mapping.source_field}”. Delete one of the two mappings.`;
    }
    targets.set(mappingTargetKey(mapping.target_field), mapping);
  }
  if (!targets.has('title')) {
    yield `No column of ${table} is mapped to Title, which every product needs. Add that mapping.`;
  }
}

/** A read-only store says so once instead of refusing each row. */
function readOnlyBecause(
  table: TableInfo,
  { name, key, fields }: Pick<TablePlan, 'name' | 'key' | 'fields'>,
): string | null {
  if (key.length === 0) return `${unkeyed(table, name)} Its rows can be read, not edited.`;
  if (table.readOnlyIntent) {
    return 'The connection string says ApplicationIntent=ReadOnly: rows can be read, not edited.';
  }
  const columns = fields.length === 0 ? table.columns : fields.map(({ column }) => column);
  const mayUpdateSome = columns.some(({ mayUpdate }) => mayUpdate);
  return mayUpdateSome || columns.length === 0
    ? null
    : `The user ${table.username} lacks the permission UPDATE on ${name}: rows can be read, not edited. Ask the database’s administrator for it.`;
}

function unkeyed(table: TableInfo, name: string): string {
  return table.primaryKey.length === 0
    ? `${name} has no primary key.`
    : `The primary key of ${name} holds a column that is no text, number or date.`;
}

function fingerprintOf(
  table: TableInfo,
  key: readonly ColumnInfo[],
  { condition, mappings }: PlanOptions,
): string {
  const parts = mappings
    .map((mapping) => [
      mapping.source_field,
      mapping.target_field,
      mapping.data_type,
      mapping.is_required,
      mapping.default_value,
      mapping.transformation_type,
      mapping.transformation_config?.prefix ?? '',
      mapping.transformation_config?.suffix ?? '',
      ...(mapping.child_table ? [JSON.stringify(mapping.child_table)] : []),
    ])
    .map((part) => JSON.stringify(part))
    .sort();
  const all = [table.schema, table.name, condition, key.map(({ name, type }) => [name, type]), parts];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 22);
}
