import type { Catalogue, DatabaseModel } from '../../catalogue/model.ts';
import { DEFAULT_COLLATION } from '../../types/compare.ts';
import type { Connection } from './connection.ts';

/** A server's databases as they are before anybody makes a table. */
export function emptyCatalogue(databases: readonly string[]): Catalogue {
  const names = ['master', 'tempdb', ...databases.filter((name) => !/^(master|tempdb)$/i.test(name))];
  return { databases: names.map(newDatabase), nextObjectId: 1_000_000 };
}

export function newDatabase(name: string, index: number): DatabaseModel {
  return {
    name,
    id: index + 1,
    collation: DEFAULT_COLLATION,
    created: new Date().toISOString().slice(0, 23),
    schemas: [
      { name: 'dbo', id: 1 },
      { name: 'guest', id: 2 },
      { name: 'INFORMATION_SCHEMA', id: 3 },
      { name: 'sys', id: 4 },
    ],
    tables: [],
    views: [],
  };
}

/** The catalogue stands in the SQLite file, so that a change of it is part of its transaction. */
export function readCatalogue(connection: Connection): Catalogue | null {
  connection.exec('CREATE TABLE IF NOT EXISTS catalogue (id INTEGER PRIMARY KEY, model TEXT NOT NULL)');
  const row = connection.first('SELECT model FROM catalogue WHERE id = 1');
  return row === null ? null : JSON.parse(String(row[0]));
}

export function writeCatalogue(connection: Connection, catalogue: Catalogue): void {
  connection.run(
    'INSERT INTO catalogue (id, model) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET model = excluded.model',
    [JSON.stringify(catalogue)],
  );
}

/** All collations that indexes may use: their functions must be there before the tables are touched. */
export function collationsOf(catalogue: Catalogue): Set<string> {
  const names = new Set<string>();
  for (const database of catalogue.databases) {
    names.add(database.collation);
    for (const table of database.tables)
      for (const { collation } of table.columns) if (collation !== null) names.add(collation);
  }
  return names;
}
