/**
 * SQL_Latin1_General_CP1_CI_AS (MS-TDS 2.2.5.1.2): locale 0409, ignoring case, kana and width, of sort order 52.
 */
export const DEFAULT_COLLATION: Buffer = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34]);

/** What Windows-1252 has where Latin-1 has control characters: 80 to 9F; five places are unused. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const byteOf = new Map([...WINDOWS_1252].map((character, index) => [character, 0x80 + index]));

const REPLACEMENT = 0x3f; // '?'

/** Varchar's bytes; a character that the code page lacks is a question mark, as on SQL Server. */
export function encodeWindows1252(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    bytes[index] =
      code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : (byteOf.get(text.charAt(index)) ?? REPLACEMENT);
  }
  return bytes;
}

export function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80));
}
