/**
 * GS1 check digit: weights 1 and 3 in turn from the left of the twelve digits, complement to the next ten.
 */
export function ean13(twelveDigits: string): string {
  let sum = 0;
  for (let index = 0; index < 12; index += 1) {
    sum += (twelveDigits.charCodeAt(index) - 48) * (index % 2 === 0 ? 1 : 3);
  }
  return twelveDigits + String((10 - (sum % 10)) % 10);
}
