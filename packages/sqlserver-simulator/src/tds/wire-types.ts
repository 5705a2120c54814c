/** MS-TDS 2.2.5.4: identifiers of data types on the wire. */
export const WIRE = {
  null: 0x1f,
  // Fixed length: no length byte, never NULL.
  tinyint: 0x30,
  bit: 0x32,
  smallint: 0x34,
  int: 0x38,
  smalldatetime: 0x3a,
  real: 0x3b,
  money: 0x3c,
  datetime: 0x3d,
  float: 0x3e,
  smallmoney: 0x7a,
  bigint: 0x7f,
  // One byte of length.
  guid: 0x24,
  intN: 0x26,
  date: 0x28,
  time: 0x29,
  datetime2: 0x2a,
  datetimeoffset: 0x2b,
  bitN: 0x68,
  decimalN: 0x6a,
  numericN: 0x6c,
  floatN: 0x6d,
  moneyN: 0x6e,
  datetimeN: 0x6f,
  // Two bytes of length, or chunks (PLP) when the greatest length is FFFF.
  varbinary: 0xa5,
  varchar: 0xa7,
  binary: 0xad,
  char: 0xaf,
  nvarchar: 0xe7,
  nchar: 0xef,
} as const;

/** The greatest length that says: any length, in chunks. */
export const MAX_LENGTH = 0xffff;
/** The length of a value of two bytes' length that is NULL. */
export const NULL_LENGTH = 0xffff;
/** The length of a PLP value that is NULL, and of one whose length is not told beforehand. */
export const PLP_NULL = 0xffff_ffff_ffff_ffffn;
export const PLP_UNKNOWN_LENGTH = 0xffff_ffff_ffff_fffen;

/** Bytes of a time of that many fractional digits. */
export function timeLength(scale: number): number {
  return scale <= 2 ? 3 : scale <= 4 ? 4 : 5;
}

/** Bytes of a decimal of that precision, its sign among them. */
export function decimalLength(precision: number): number {
  return precision <= 9 ? 5 : precision <= 19 ? 9 : precision <= 28 ? 13 : 17;
}
