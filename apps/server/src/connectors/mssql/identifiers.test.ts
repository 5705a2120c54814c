import { describe, expect, it } from 'vitest';
import { formatTableName, parseTableName, quoteIdentifier, quoteTableName } from './identifiers.ts';

describe('a name in a statement', () => {
  it.each([
    ['Price', '[Price]'],
    ['unit price', '[unit price]'],
    ['a]b', '[a]]b]'],
    ['a]; DROP TABLE t; --', '[a]]; DROP TABLE t; --]'],
    ["x' OR 1 = 1", "[x' OR 1 = 1]"],
    ['Größe (€)', '[Größe (€)]'],
    ['価格', '[価格]'],
    ['[already]', '[[already]]]'],
    ['__proto__', '[__proto__]'],
  ])('%s stays one name', (name, quoted) => {
    expect(quoteIdentifier(name)).toBe(quoted);
  });

  it.each(['', 'x'.repeat(129), 'a\0b', '\ud800'])('%j is refused', (name) => {
    expect(() => quoteIdentifier(name)).toThrow(/1 to 128 characters/);
  });
});

describe('the name of a table', () => {
  it.each([
    ['Products', null, 'Products'],
    ['dbo.Products', 'dbo', 'Products'],
    [' dbo . Products ', 'dbo', 'Products'],
    ['[my schema].[odd.name]', 'my schema', 'odd.name'],
    ['[a]]b].[c]]]', 'a]b', 'c]'],
    ['"dbo"."odd ""name"""', 'dbo', 'odd "name"'],
    ['Lager Süd.Preis (€)', 'Lager Süd', 'Preis (€)'],
    ['商品', null, '商品'],
    ["dbo.x'; DROP TABLE t", 'dbo', "x'; DROP TABLE t"],
  ])('%s is read', (text, schema, name) => {
    expect(parseTableName(text)).toEqual({ schema, name });
  });

  it.each([
    [{ schema: 'dbo', name: 'Products' }, 'dbo.Products', '[dbo].[Products]'],
    [{ schema: null, name: 'Products' }, 'Products', '[Products]'],
    [{ schema: 'my schema', name: 'odd.name' }, '[my schema].[odd.name]', '[my schema].[odd.name]'],
    [{ schema: 'dbo', name: 'a]b"c' }, 'dbo.[a]]b"c]', '[dbo].[a]]b"c]'],
    [{ schema: 'Süd', name: 'Größe_1' }, 'Süd.Größe_1', '[Süd].[Größe_1]'],
    [{ schema: 'dbo', name: '1st' }, 'dbo.[1st]', '[dbo].[1st]'],
  ])('%j is written, and read back', (name, shown, quoted) => {
    expect(formatTableName(name)).toBe(shown);
    expect(quoteTableName(name)).toBe(quoted);
    expect(parseTableName(shown)).toEqual(name);
  });

  it.each(['', '.', 'dbo.', '.x', 'a..b', '[x', '[]', 'a]b', 'dbo.[x]y', '[a][b]', '"'])(
    '%j is none',
    (text) => {
      expect(() => parseTableName(text)).toThrow(/is not a table name/);
    },
  );

  it.each(['db.dbo.t', 'srv.db.dbo.t', '[a].[b].[c]'])('%s belongs to another database', (text) => {
    expect(() => parseTableName(text)).toThrow(/another database or server/);
  });
});
