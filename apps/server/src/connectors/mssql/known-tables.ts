import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/time/clock.ts';
import type { MssqlStore } from './mssql-store.ts';
import type { TablePlan } from './read/catalogue-plan.ts';
import { childTablesOf } from './read/child-values.ts';

/** The columns of tables, cached for a while. */

export type Tables = Pick<TablePlan, 'table' | 'children'>;

const TABLE_KNOWN_MS = 60_000;
const TABLES_KNOWN = 1_000;

export type KnownTables = ReturnType<typeof createKnownTables>;

export function createKnownTables(clock: Clock) {
  const known = new Map<string, Tables & { readonly readAt: number }>();
  const now = () => clock.now().getTime();
  return {
    get(store: MssqlStore): Tables | null {
      const tables = known.get(keyOf(store));
      return tables !== undefined && now() - tables.readAt < TABLE_KNOWN_MS ? tables : null;
    },
    set(store: MssqlStore, tables: Tables): void {
      const key = keyOf(store);
      known.delete(key);
      known.set(key, { ...tables, readAt: now() });
      for (const oldest of known.keys()) {
        if (known.size <= TABLES_KNOWN) break;
        known.delete(oldest);
      }
    },
    forget: (store: MssqlStore): void => void known.delete(keyOf(store)),
  };
}

/** Everything that determines the tables, and the user reading it. */
function keyOf({ sqlServer, table, mappings }: MssqlStore): string {
  const { password, connectionString, ...settings } = sqlServer;
  const all = [settings, password?.reveal(), connectionString?.reveal(), table, childTablesOf(mappings)];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}
