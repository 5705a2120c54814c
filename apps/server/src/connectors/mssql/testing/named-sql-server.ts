import { randomBytes } from 'node:crypto';
import { Secret } from '../../../platform/crypto/secret.ts';
import {
  openTables,
  type SimulatedSqlServer,
  type SqlTables,
  simulateSqlServer,
} from './simulated-sql-server.ts';

/** `simulator` is null of a server that was named: nobody can look into it. */
export type SqlTablesUnderTest = SqlTables & { readonly simulator: SimulatedSqlServer['simulator'] | null };

/** The server that the project `sql-server` names, or a simulated one: for tests that need SQL and nothing else. */
export function openSqlTables(): Promise<SqlTablesUnderTest> {
  const url = process.env.MSSQL_UNDER_TEST;
  return url === undefined ? simulateSqlServer() : openNamedSqlServer(url);
}

/** Rows in one INSERT: SQL Server takes a thousand. */
const ROWS_PER_INSERT = 500;

/** `mssql://user:password@host:1433/database`. Its tables have names of their own, and are dropped in the end. */
async function openNamedSqlServer(url: string): Promise<SqlTablesUnderTest> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const prefix = `Storefleet_${randomBytes(4).toString('hex')}_`;
  const opened = openTables(
    {
      server: hostname,
      port: Number(port || 1433),
      database: decodeURIComponent(pathname.slice(1)),
      username: decodeURIComponent(username),
      password: new Secret(decodeURIComponent(password)),
      connectionString: null,
      trustServerCertificate: true,
    },
    prefix,
  );
  return {
    ...opened,
    simulator: null,
    async insertRows(table, columns, rows) {
      const list = Array.from(rows, (row) => `(${row.map(literal).join(', ')})`);
      for (let at = 0; at < list.length; at += ROWS_PER_INSERT) {
        const values = list.slice(at, at + ROWS_PER_INSERT).join(', ');
        await opened.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values}`);
      }
    },
    async close() {
      const own = `name LIKE '${prefix.replaceAll('_', '[_]')}%'`;
      const objects = await opened.rows(
        `SELECT name, type FROM sys.objects WHERE type IN ('U', 'V') AND ${own}`,
      );
      for (const { name, type } of objects)
        await opened.run(`DROP ${String(type).trim() === 'V' ? 'VIEW' : 'TABLE'} ${String(name)}`);
      await opened.close();
    },
  };
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'string' ? `N'${value.replaceAll("'", "''")}'` : String(value);
}
