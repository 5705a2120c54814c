import type { MssqlTable } from '@storefleet/contract/stores/mssql/mssql';

/** The tables whose names contain every word of the text; all of them if the text is a table's name. */
export function findTables(tables: readonly MssqlTable[], text: string): readonly MssqlTable[] {
  const wanted = text.trim().toLowerCase();
  if (tables.some((table) => table.qualified_name.toLowerCase() === wanted)) return tables;
  const words = wanted.split(/\s+/);
  return tables.filter((table) => {
    const name = table.qualified_name.toLowerCase();
    return words.every((word) => name.includes(word));
  });
}
