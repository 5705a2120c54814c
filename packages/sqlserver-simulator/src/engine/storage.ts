/**
 * How typed values are kept in SQLite, and what the engine asks of `../types`.
 *
 * Every expression the engine translates carries a static SqlType. Its value in SQLite is in the *stored form* of that
 * type, chosen so that SQLite's own `<`, `=`, ORDER BY, MIN and MAX are right without a function wherever possible:
 *
 * | type                                    | stored form                                                              |
 * | --------------------------------------- | ------------------------------------------------------------------------ |
 * | bit, tinyint, smallint, int, bigint     | INTEGER; bigint in JavaScript                                             |
 * | float, real                             | REAL; number in JavaScript                                                |
 * | decimal, numeric, money, smallmoney     | TEXT key that orders as the number does, of any precision and scale       |
 * | char, varchar, nchar, nvarchar, texts   | TEXT as it is (char and nchar padded); compared through `sortKey`         |
 * | date / time                             | TEXT `2026-11-21` / `12:34:56.1234567`                                    |
 * | datetime, datetime2, smalldatetime      | TEXT `2026-11-21T12:34:56.1234567`, always seven digits                   |
 * | datetimeoffset                          | TEXT: the UTC moment as above, then `+01:00`; compared through `sortKey`  |
 * | uniqueidentifier                        | TEXT: 32 hexadecimal digits in the order SQL Server compares bytes        |
 * | binary, varbinary, rowversion           | BLOB; Uint8Array in JavaScript                                            |
 *
 * The decimal key: `p` + number of integer digits (two digits; 00 for |x| < 1) + integer digits + fraction without
 * trailing zeros; a negative number is `n` + the same digits, each taken from 9 (the count from 99), + `~`.
 * Zero is `p00`. 12.5 is `p02125`, -12.5 is `n97874~`.
 */
export type StoredValue = null | bigint | number | string | Uint8Array;
