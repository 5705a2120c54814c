import type { DatabaseModel, IndexColumn, TableModel } from './model.ts';
import { sameName } from './names.ts';
import { indexIds } from './sys-objects.ts';
import { type SystemView, systemView } from './system-view.ts';

type AnyIndex = {
  readonly id: number;
  /** Null of a heap. */
  readonly name: string | null;
  readonly kind: 'HEAP' | 'CLUSTERED' | 'NONCLUSTERED';
  readonly unique: boolean;
  readonly constraint: 'primary' | 'unique' | null;
  readonly columns: readonly IndexColumn[];
};

/** A table's rows as they lie (a heap, unless a key is clustered), then the indexes of its keys, then the others. */
function indexesOf(table: TableModel): AnyIndex[] {
  const ids = indexIds(table);
  const keys = table.primaryKey === null ? table.uniqueKeys : [table.primaryKey, ...table.uniqueKeys];
  const indexes: AnyIndex[] = keys.map((key) => {
    const id = ids.get(key.id) ?? 0;
    return {
      id,
      name: key.name,
      kind: id === 1 ? 'CLUSTERED' : 'NONCLUSTERED',
      unique: true,
      constraint: key === table.primaryKey ? 'primary' : 'unique',
      columns: key.columns,
    };
  });
  let next = Math.max(1, ...ids.values()) + 1;
  for (const { name, columns, unique } of table.indexes) {
    indexes.push({ id: next, name, kind: 'NONCLUSTERED', unique, constraint: null, columns });
    next += 1;
  }
  if (!indexes.some(({ id }) => id === 1))
    indexes.push({ id: 0, name: null, kind: 'HEAP', unique: false, constraint: null, columns: [] });
  return indexes.sort((a, b) => a.id - b.id);
}

function* allIndexes(database: DatabaseModel): Generator<{ table: TableModel; index: AnyIndex }> {
  for (const table of database.tables) for (const index of indexesOf(table)) yield { table, index };
}

const kinds: Record<AnyIndex['kind'], number> = { HEAP: 0, CLUSTERED: 1, NONCLUSTERED: 2 };

const indexes = systemView(
  `object_id int, name sysname?, index_id int, type tinyint, type_desc nvarchar(60)?, is_unique bit?, data_space_id int?,
   ignore_dup_key bit?, is_primary_key bit?, is_unique_constraint bit?, fill_factor tinyint, is_padded bit?,
   is_disabled bit?, is_hypothetical bit?, is_ignored_in_optimization bit?, allow_row_locks bit?, allow_page_locks bit?,
   has_filter bit?, filter_definition nvarchar(max)?, compression_delay int?, suppress_dup_key_messages bit?,
   auto_created bit?, optimize_for_sequential_key bit?`,
  function* (database) {
    for (const { table, index } of allIndexes(database))
      yield {
        object_id: table.id,
        name: index.name,
        index_id: index.id,
        type: kinds[index.kind],
        type_desc: index.kind,
        is_unique: index.unique,
        data_space_id: 1,
        ignore_dup_key: false,
        is_primary_key: index.constraint === 'primary',
        is_unique_constraint: index.constraint === 'unique',
        fill_factor: 0,
        is_padded: false,
        is_disabled: false,
        is_hypothetical: false,
        is_ignored_in_optimization: false,
        allow_row_locks: true,
        allow_page_locks: true,
        has_filter: false,
        suppress_dup_key_messages: false,
        auto_created: false,
        optimize_for_sequential_key: false,
      };
  },
);

const index_columns = systemView(
  `object_id int, index_id int, index_column_id int, column_id int, key_ordinal tinyint, partition_ordinal tinyint,
   is_descending_key bit?, is_included_column bit?, column_store_order_ordinal tinyint`,
  function* (database) {
    for (const { table, index } of allIndexes(database)) {
      for (const [place, { name, descending }] of index.columns.entries())
        yield {
          object_id: table.id,
          index_id: index.id,
          index_column_id: place + 1,
          column_id: table.columns.find((column) => sameName(column.name, name))?.id ?? 0,
          key_ordinal: place + 1,
          partition_ordinal: 0,
          is_descending_key: descending,
          is_included_column: false,
          column_store_order_ordinal: 0,
        };
    }
  },
);

/** A number for each table and index that no other has. */
function partitionId(tableId: number, indexId: number): bigint {
  return (1n << 56n) + BigInt(tableId) * 65_536n + BigInt(indexId);
}

const partitions = systemView(
  `partition_id bigint, object_id int, index_id int, partition_number int, hobt_id bigint, rows bigint?,
   filestream_filegroup_id smallint, data_compression tinyint, data_compression_desc nvarchar(60)?`,
  function* (database, { rowCount }) {
    for (const { table, index } of allIndexes(database)) {
      const id = partitionId(table.id, index.id);
      yield {
        partition_id: id,
        object_id: table.id,
        index_id: index.id,
        partition_number: 1,
        hobt_id: id,
        rows: BigInt(rowCount(table.id)),
        filestream_filegroup_id: 0,
        data_compression: 0,
        data_compression_desc: 'NONE',
      };
    }
  },
);

const dm_db_partition_stats = systemView(
  `partition_id bigint?, object_id int, index_id int, partition_number int, in_row_data_page_count bigint?,
   in_row_used_page_count bigint?, in_row_reserved_page_count bigint?, used_page_count bigint?,
   reserved_page_count bigint?, row_count bigint?`,
  function* (database, { rowCount }) {
    for (const { table, index } of allIndexes(database)) {
      const rows = BigInt(rowCount(table.id));
      // About a hundred rows to a page of 8 kB.
      const pages = rows / 100n + 1n;
      yield {
        partition_id: partitionId(table.id, index.id),
        object_id: table.id,
        index_id: index.id,
        partition_number: 1,
        in_row_data_page_count: pages,
        in_row_used_page_count: pages,
        in_row_reserved_page_count: pages,
        used_page_count: pages,
        reserved_page_count: pages,
        row_count: rows,
      };
    }
  },
);

export const sysIndexes: Readonly<Record<string, SystemView>> = {
  indexes,
  index_columns,
  partitions,
  dm_db_partition_stats,
};
