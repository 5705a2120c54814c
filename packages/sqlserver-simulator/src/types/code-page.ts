/** Code page 1252, in which the default collation keeps char and varchar. */
const upperHalf = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const codes = new Map([...upperHalf].map((character, index) => [character, 0x80 + index]));

function codeOf(character: string): number | null {
  const code = character.charCodeAt(0);
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  return codes.get(character) ?? null;
}

/** The text as char and varchar keep it: each UTF-16 unit that the code page lacks is a question mark. */
export function inCodePage(text: string): string {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) >= 0x80)
      return text.replace(/[^\0-\x7f]/g, (unit) => (codeOf(unit) === null ? '?' : unit));
  }
  return text;
}

export function bytesOfCodePage(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = codeOf(text.charAt(index)) ?? 0x3f;
  return bytes;
}

export function textOfCodePage(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes)
    text += byte >= 0x80 && byte < 0xa0 ? (upperHalf[byte - 0x80] ?? '?') : String.fromCharCode(byte);
  return text;
}
