/**
 * SQL_Latin1_General_CP1_CI_AS (MS-TDS 2.2.5.1.2): locale 0409, ignoring case, kana and width, of sort order 52.
 */
export const DEFAULT_COLLATION: Buffer = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34]);
