/** Lengths of a GTIN: EAN-8, UPC-A, EAN-13 and the GTIN-14 of a case (GS1 General Specifications, 3.3). */
const LENGTHS = [8, 12, 13, 14];

/**
 * All forms of a trade item number: GTINs are compared with leading zeros to 14 digits, so that the UPC
 * 012345678905 and the EAN 0012345678905 are the same. Only the text itself if it has another length.
 */
export function gtinForms(text: string): string[] {
  if (!/^\d+$/.test(text) || !LENGTHS.includes(text.length)) return [text];
  const digits = text.replace(/^0+/, '');
  const forms = LENGTHS.filter((length) => length >= digits.length).map((length) =>
    digits.padStart(length, '0'),
  );
  return digits === '' ? [text] : [text, ...forms.filter((form) => form !== text)];
}

/**
 * All forms of the trade item number in a cell, including one whose leading zeros a spreadsheet dropped, as
 * confirmed by the check digit. Only the text itself if it is no such number.
 */
export function gtinFormsOfCell(text: string): string[] {
  if (LENGTHS.includes(text.length) || !/^[1-9]\d{0,12}$/.test(text)) return gtinForms(text);
  const padded = LENGTHS.filter((length) => length > text.length).map((length) => text.padStart(length, '0'));
  return [text, ...padded.filter(isGtin)];
}

/** Whether it is a GTIN with a correct check digit (modulo 10, weights 3 and 1 from the right). */
export function isGtin(text: string): boolean {
  if (!LENGTHS.includes(text.length) || !/^[0-9]+$/.test(text)) return false;
  let sum = 0;
  for (let place = 0; place < text.length; place += 1) {
    const digit = text.charCodeAt(text.length - 1 - place) - ZERO;
    sum += place % 2 === 0 ? digit : digit * 3;
  }
  return sum % 10 === 0;
}

const ZERO = '0'.charCodeAt(0);
