import type { SqlParams, SqlValue } from '../../connectors/mssql/client/sql.ts';
import { validationFailed } from '../../platform/http/problem.ts';

/**
 * Assigns values to a query's parameters, under the names used in the query. As in T-SQL, names are
 * case-insensitive; the `@` is optional. Each parameter needs a value, and each value a parameter.
 */
export function boundParams(
  parameters: readonly string[],
  values: Readonly<Record<string, SqlValue>>,
): SqlParams {
  const given = new Map(Object.entries(values).map(([name, value]) => [keyOf(name), { name, value }]));
  const known = new Set(parameters.map(keyOf));
  const missing = parameters
    .filter((name) => !given.has(keyOf(name)))
    .map((name) => ({ path: `params.${name}`, message: `The query needs a value for @${name}.` }));
  const unknown = [...given]
    .filter(([key]) => !known.has(key))
    .map(([, { name }]) => ({
      path: `params.${name}`,
      message: `There is no @${keyOf(name)} in the query.`,
    }));
  if (missing.length + unknown.length > 0) throw validationFailed([...missing, ...unknown]);
  return Object.fromEntries(parameters.map((name) => [name, given.get(keyOf(name))?.value ?? null]));
}

function keyOf(name: string): string {
  return name.replace(/^@/, '').toLowerCase();
}
