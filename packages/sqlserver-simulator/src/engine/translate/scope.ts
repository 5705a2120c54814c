import type { TableModel } from '../../catalogue/model.ts';
import type { Node } from '../batch/ast.ts';
import { SqlServerError } from '../engine.ts';
import { ambiguousColumn, invalidColumn, unboundIdentifier } from '../errors.ts';
import type { Expression } from './expression.ts';

export type ScopeColumn = { readonly name: string; readonly expression: Expression };

export type SourceName = {
  /** The alias, or the table's own name. */
  readonly name: string;
  /** Of a table without an alias: a name may be qualified by it. */
  readonly schema: string | null;
  /** As messages name it: as it was written. */
  readonly shown: string;
};

/** One table, view or subquery of a FROM clause. */
export type Source = SourceName & {
  readonly columns: readonly ScopeColumn[];
  /** Its name in the SQLite statement. */
  readonly alias: string;
  readonly table: TableModel | null;
};

export type Cte = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly query: Node;
  readonly scope: Scope;
};

/** What a grouped query's expressions may name outside of aggregates. */
export type Grouping = { readonly fingerprints: ReadonlySet<string>; readonly columns: ReadonlySet<string> };

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export class Scope {
  readonly sources: Source[] = [];
  readonly parent: Scope | null;
  readonly ctes: Cte[] = [];
  grouping: Grouping | null = null;
  /** Whether an aggregate may stand here, and why not. */
  aggregates: 'allowed' | 'where' | 'inside' = 'where';
  windows = false;
  /** Whether an aggregate was met, and the first column outside of any. */
  hasAggregate = false;
  bareColumn: string | null = null;
  clause: GroupedClause = 'select list';

  constructor(parent: Scope | null) {
    this.parent = parent;
  }

  findCte(name: string): Cte | null {
    const own = this.ctes.findLast((cte) => same(cte.name, name));
    return own ?? this.parent?.findCte(name) ?? null;
  }

  add(source: Source): void {
    if (this.sources.some((other) => same(other.name, source.name) && other.schema === source.schema))
      throw new SqlServerError({
        number: 1013,
        message: `The objects "${source.shown}" and "${source.shown}" in the FROM clause have the same exposed names. Use correlation names to distinguish them.`,
      });
    this.sources.push(source);
  }

  /** The column that a name of one or more parts means, here or in a query around. Throws 207, 209 and 4104. */
  resolve(parts: readonly string[]): Expression {
    const name = parts.at(-1) ?? '';
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      const found = scope.find(parts);
      if (found !== null) return found;
    }
    if (parts.length > 1 && !this.knowsSource(parts.slice(0, -1))) throw unboundIdentifier(parts.join('.'));
    throw invalidColumn(name);
  }

  private knowsSource(qualifier: readonly string[]): boolean {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent)
      if (scope.sources.some((source) => isNamed(source, qualifier))) return true;
    return false;
  }

  private find(parts: readonly string[]): Expression | null {
    const name = parts.at(-1) ?? '';
    const qualifier = parts.slice(0, -1);
    const found: Expression[] = [];
    for (const source of this.sources) {
      if (qualifier.length > 0 && !isNamed(source, qualifier)) continue;
      const columns = source.columns.filter((column) => same(column.name, name));
      if (columns.length > 1) throw ambiguousColumn(name);
      if (columns[0] !== undefined) found.push(columns[0].expression);
    }
    if (found.length > 1) throw ambiguousColumn(name);
    const column = found[0];
    if (column === undefined) return null;
    this.mustBeGrouped(column, parts.join('.'), name);
    return column;
  }

  private mustBeGrouped(column: Expression, written: string, name: string): void {
    if (this.aggregates !== 'allowed') return;
    const source = this.sources.find((candidate) =>
      candidate.columns.some((own) => own.expression === column),
    );
    const full = source === undefined ? written : `${source.shown}.${name}`;
    if (this.grouping === null) this.bareColumn ??= full;
    else if (!this.grouping.columns.has(column.sql)) throw notGrouped(full, this.clause);
  }
}

export type GroupedClause = 'select list' | 'HAVING clause' | 'ORDER BY clause';

export function notGrouped(column: string, clause: GroupedClause): SqlServerError {
  const reason = 'because it is not contained in either an aggregate function or the GROUP BY clause.';
  const numbers = { 'select list': 8120, 'HAVING clause': 8121, 'ORDER BY clause': 8127 };
  const name = clause === 'ORDER BY clause' ? `"${column}"` : `'${column}'`;
  return new SqlServerError({
    number: numbers[clause],
    message: `Column ${name} is invalid in the ${clause} ${reason}`,
  });
}

/** `t`, `dbo.t` and `db.dbo.t` all name the table t without an alias. */
export function isNamed(source: Source, qualifier: readonly string[]): boolean {
  const name = qualifier.at(-1) ?? '';
  const schema = qualifier.at(-2);
  if (!same(source.name, name)) return false;
  return schema === undefined || (source.schema !== null && same(source.schema, schema));
}
