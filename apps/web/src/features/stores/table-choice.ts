import type { MssqlTable } from '@storefleet/contract/stores/mssql';

/** The tables whose name holds every word of the text; all of them where the text is the name of one. */
export function findTables(tables: readonly MssqlTable[], text: string): readonly MssqlTable[] {
  const wanted = text.trim().toLowerCase();
  if (tables.some((table) => table.qualified_name.toLowerCase() === wanted)) return tables;
  const words = wanted.split(/\s+/);
  return tables.filter((table) => {
    const name = table.qualified_name.toLowerCase();
    return words.every((word) => name.includes(word));
  });
}
