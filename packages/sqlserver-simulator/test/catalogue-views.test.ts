import { describe, expect, it } from 'vitest';
import type { Catalogue, ColumnModel, TableModel } from '../src/catalogue/model.ts';
import { parseObjectName } from '../src/catalogue/names.ts';
import { systemView } from '../src/catalogue/system-views.ts';
import type { SqlValue } from '../src/engine/engine.ts';
import { type FunctionContext, SCALAR_FUNCTIONS } from '../src/types/functions.ts';
import { fromStored, toStored } from '../src/types/stored.ts';
import { parseType } from '../src/types/type-names.ts';

function column(id: number, name: string, type: string, more: Partial<ColumnModel> = {}): ColumnModel {
  return {
    id,
    name,
    type: parseType(type),
    nullable: false,
    collation: null,
    identity: null,
    default: null,
    computed: null,
    ...more,
  };
}

const articles: TableModel = {
  id: 1001,
  schema: 'dbo',
  name: 'Articles',
  created: '2026-01-02T03:04:05.000',
  columns: [
    column(1, 'ArticleID', 'int', { identity: { seed: 1001, increment: 1 } }),
    column(2, 'title', 'nvarchar(200)', { nullable: true, collation: 'Latin1_General_CS_AS' }),
    column(4, 'price', 'decimal(10,2)', { default: { name: 'DF_price', id: 1003, expression: '0' } }),
    column(5, 'gross', 'decimal(13,4)', { computed: 'price * 1.19' }),
    column(6, 'seen', 'datetime2(3)', { nullable: true }),
    column(7, 'version', 'rowversion'),
    column(8, 'notes', 'varchar(max)', { nullable: true }),
  ],
  primaryKey: {
    id: 1002,
    name: 'PK_Articles',
    columns: [{ name: 'ArticleID', descending: false }],
    clustered: true,
  },
  uniqueKeys: [],
  indexes: [{ name: 'IX_title', columns: [{ name: 'title', descending: true }], unique: false }],
  checks: [{ id: 1004, name: 'CK_price', expression: 'price >= 0' }],
  foreignKeys: [],
};

const feed: TableModel = {
  ...articles,
  id: 1010,
  schema: 'Lager Süd',
  name: 'Preis (€)',
  columns: [column(1, 'Artikel-Nr.', 'bigint')],
  primaryKey: null,
  indexes: [],
  checks: [],
};

const catalogue: Catalogue = {
  nextObjectId: 2000,
  databases: [
    {
      name: 'Shop',
      id: 5,
      collation: 'SQL_Latin1_General_CP1_CI_AS',
      created: '2026-01-01T00:00:00.000',
      schemas: [
        { name: 'dbo', id: 1 },
        { name: 'Lager Süd', id: 6 },
      ],
      tables: [articles, feed],
      views: [
        {
          id: 1020,
          schema: 'dbo',
          name: 'Cheap',
          created: '2026-01-03T00:00:00.000',
          definition: 'SELECT title FROM dbo.Articles WHERE price < 10',
          columns: [{ name: 'title', type: { name: 'nvarchar', length: 200 }, nullable: true }],
        },
      ],
    },
  ],
};

/** The rows of a view as objects; only the columns asked for. */
function rowsOf(schema: string, name: string, ...wanted: string[]): SqlValue[][] {
  const view = systemView(schema, name);
  if (view === null) throw new Error(`There is no view ${schema}.${name}.`);
  const rows = view.rows({ catalogue, database: 'shop', rowCount: (id) => (id === 1001 ? 42 : 7) });
  const places = wanted.map((column) => view.columns.findIndex((candidate) => candidate.name === column));
  expect(places).not.toContain(-1);
  return rows.map((row) =>
    places.map((place) => fromStored(row[place] ?? null, view.columns[place]?.type ?? { name: 'int' })),
  );
}

const context: FunctionContext = {
  now: '2026-11-21T11:34:56.1234567+00:00',
  catalogue,
  session: { spid: 51, user: 'sa', database: 'Shop', serverName: 'S', version: '16.0' },
};

function call(name: string, ...args: (string | number)[]): SqlValue {
  const called = SCALAR_FUNCTIONS.get(name);
  if (called === undefined) throw new Error(`There is no function ${name}.`);
  const types = args.map((value) => parseType(typeof value === 'string' ? 'nvarchar(200)' : 'int'));
  const values = args.map((value, at) => toStored(value, types[at] ?? { name: 'int' }));
  const { type } = called.result(
    types.map((argument, at) => ({ type: argument, nullable: true, constant: values[at] })),
  );
  return fromStored(called.call(values, types, type, context), type);
}

describe('INFORMATION_SCHEMA', () => {
  it('TABLES lists tables and views with their schema', () => {
    expect(
      rowsOf('information_schema', 'tables', 'TABLE_CATALOG', 'TABLE_SCHEMA', 'TABLE_NAME', 'TABLE_TYPE'),
    ).toEqual([
      ['Shop', 'dbo', 'Articles', 'BASE TABLE'],
      ['Shop', 'Lager Süd', 'Preis (€)', 'BASE TABLE'],
      ['Shop', 'dbo', 'Cheap', 'VIEW'],
    ]);
  });

  it('COLUMNS numbers columns in their order and says of each type what belongs to it', () => {
    const rows = rowsOf(
      'INFORMATION_SCHEMA',
      'COLUMNS',
      'TABLE_NAME',
      'COLUMN_NAME',
      'ORDINAL_POSITION',
      'IS_NULLABLE',
      'DATA_TYPE',
      'CHARACTER_MAXIMUM_LENGTH',
      'NUMERIC_PRECISION',
      'NUMERIC_SCALE',
      'DATETIME_PRECISION',
      'COLLATION_NAME',
      'COLUMN_DEFAULT',
    ).filter(([table]) => table === 'Articles');
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['ArticleID', 1, 'NO', 'int', null, 10, 0, null, null, null],
      ['title', 2, 'YES', 'nvarchar', 200, null, null, null, 'Latin1_General_CS_AS', null],
      ['price', 3, 'NO', 'decimal', null, 10, 2, null, null, '((0))'],
      ['gross', 4, 'NO', 'decimal', null, 13, 4, null, null, null],
      ['seen', 5, 'YES', 'datetime2', null, null, null, 3, null, null],
      ['version', 6, 'NO', 'timestamp', null, null, null, null, null, null],
      ['notes', 7, 'YES', 'varchar', -1, null, null, null, 'SQL_Latin1_General_CP1_CI_AS', null],
    ]);
  });

  it('KEY_COLUMN_USAGE joins to TABLE_CONSTRAINTS by the name of the constraint', () => {
    expect(
      rowsOf('INFORMATION_SCHEMA', 'TABLE_CONSTRAINTS', 'CONSTRAINT_NAME', 'TABLE_NAME', 'CONSTRAINT_TYPE'),
    ).toEqual([
      ['PK_Articles', 'Articles', 'PRIMARY KEY'],
      ['CK_price', 'Articles', 'CHECK'],
    ]);
    expect(
      rowsOf('INFORMATION_SCHEMA', 'KEY_COLUMN_USAGE', 'CONSTRAINT_NAME', 'COLUMN_NAME', 'ORDINAL_POSITION'),
    ).toEqual([['PK_Articles', 'ArticleID', 1]]);
  });
});

describe('sys', () => {
  it('columns: ids stay when a column is gone, lengths are bytes, -1 for max', () => {
    const rows = rowsOf(
      'sys',
      'columns',
      'object_id',
      'name',
      'column_id',
      'system_type_id',
      'max_length',
      'precision',
      'scale',
      'is_identity',
      'is_computed',
    ).filter(([id]) => id === 1001);
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['ArticleID', 1, 56, 4, 10, 0, true, false],
      ['title', 2, 231, 400, 0, 0, false, false],
      ['price', 4, 106, 9, 10, 2, false, false],
      ['gross', 5, 106, 9, 13, 4, false, true],
      ['seen', 6, 42, 7, 23, 3, false, false],
      ['version', 7, 189, 8, 0, 0, false, false],
      ['notes', 8, 167, -1, 0, 0, false, false],
    ]);
  });

  it('types joins to columns by user_type_id', () => {
    const types = new Map(rowsOf('sys', 'types', 'user_type_id', 'name').map(([id, name]) => [id, name]));
    expect(types.get(106)).toBe('decimal');
    expect(types.get(189)).toBe('timestamp');
    expect(types.get(256)).toBe('sysname');
  });

  it('indexes: the clustered key is 1, others follow; a table without one is a heap', () => {
    expect(
      rowsOf('sys', 'indexes', 'object_id', 'name', 'index_id', 'type_desc', 'is_unique', 'is_primary_key'),
    ).toEqual([
      [1001, 'PK_Articles', 1, 'CLUSTERED', true, true],
      [1001, 'IX_title', 2, 'NONCLUSTERED', false, false],
      [1010, null, 0, 'HEAP', false, false],
    ]);
    expect(
      rowsOf(
        'sys',
        'index_columns',
        'object_id',
        'index_id',
        'column_id',
        'key_ordinal',
        'is_descending_key',
      ),
    ).toEqual([
      [1001, 1, 1, 1, false],
      [1001, 2, 2, 1, true],
    ]);
  });

  it('partitions count the rows of each table', () => {
    expect(rowsOf('sys', 'partitions', 'object_id', 'index_id', 'rows')).toEqual([
      [1001, 1, 42n],
      [1001, 2, 42n],
      [1010, 0, 7n],
    ]);
  });

  it('objects holds the constraints too, with their table as parent', () => {
    expect(rowsOf('sys', 'objects', 'name', 'type', 'parent_object_id', 'schema_id')).toEqual([
      ['Articles', 'U ', 0, 1],
      ['PK_Articles', 'PK', 1001, 1],
      ['DF_price', 'D ', 1001, 1],
      ['CK_price', 'C ', 1001, 1],
      ['Preis (€)', 'U ', 0, 6],
      ['Cheap', 'V ', 0, 1],
    ]);
    expect(rowsOf('sys', 'key_constraints', 'name', 'type', 'unique_index_id')).toEqual([
      ['PK_Articles', 'PK', 1],
    ]);
    expect(rowsOf('sys', 'default_constraints', 'name', 'parent_column_id', 'definition')).toEqual([
      ['DF_price', 4, '((0))'],
    ]);
    expect(rowsOf('sys', 'computed_columns', 'name', 'definition')).toEqual([['gross', '(price * 1.19)']]);
  });

  it('a view that is not there is none', () => {
    expect(systemView('sys', 'nonsense')).toBeNull();
    expect(systemView('dbo', 'tables')).toBeNull();
  });
});

describe('names', () => {
  it('are read with brackets, quotes and left-out parts', () => {
    expect(parseObjectName('Articles')).toEqual({ database: null, schema: null, name: 'Articles' });
    expect(parseObjectName('[Lager Süd].[Preis (€)]')).toEqual({
      database: null,
      schema: 'Lager Süd',
      name: 'Preis (€)',
    });
    expect(parseObjectName('Shop..[a]]b.c]')).toEqual({ database: 'Shop', schema: null, name: 'a]b.c' });
    expect(parseObjectName('"x""y".z')).toEqual({ database: null, schema: 'x"y', name: 'z' });
    expect(parseObjectName('a.b.c.d')).toBeNull();
    expect(parseObjectName('[open')).toBeNull();
  });

  it('OBJECT_ID finds in any case, by type when one is given; nothing found is NULL', () => {
    expect(call('OBJECT_ID', 'ARTICLES')).toBe(1001);
    expect(call('OBJECT_ID', '[Lager Süd].[Preis (€)]', 'U')).toBe(1010);
    expect(call('OBJECT_ID', 'dbo.Articles', 'V')).toBeNull();
    expect(call('OBJECT_ID', 'Other.dbo.Articles')).toBeNull();
    expect(call('OBJECT_NAME', 1010)).toBe('Preis (€)');
    expect(call('OBJECT_SCHEMA_NAME', 1010)).toBe('Lager Süd');
  });

  it('SCHEMA_NAME, TYPE_NAME, DB_NAME, COL_LENGTH, COLUMNPROPERTY', () => {
    expect(call('SCHEMA_NAME', 6)).toBe('Lager Süd');
    expect(call('SCHEMA_ID', 'dbo')).toBe(1);
    expect(call('TYPE_NAME', 167)).toBe('varchar');
    expect(call('DB_NAME')).toBe('Shop');
    expect(call('DB_ID', 'shop')).toBe(5);
    expect(call('COL_LENGTH', 'dbo.Articles', 'title')).toBe(400);
    expect(call('COLUMNPROPERTY', 1001, 'gross', 'IsComputed')).toBe(1);
    expect(call('COLUMNPROPERTY', 1001, 'price', 'ColumnId')).toBe(4);
    expect(call('OBJECTPROPERTY', 1010, 'TableHasPrimaryKey')).toBe(0);
  });
});
