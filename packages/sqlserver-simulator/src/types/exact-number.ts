/** An exact number: `unscaled` divided by ten to the power of `scale`. */
export type ExactNumber = { readonly unscaled: bigint; readonly scale: number };

const powers: bigint[] = [1n];

export function powerOfTen(exponent: number): bigint {
  for (let known = powers.length; known <= exponent; known += 1) powers.push((powers[known - 1] ?? 1n) * 10n);
  return powers[exponent] ?? 1n;
}

/** Digits with an optional sign and point; null for any other text. */
export function parseExact(text: string): ExactNumber | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  if (match === null) return null;
  const whole = match[2] ?? '';
  const fraction = match[3] ?? '';
  if (whole === '' && fraction === '') return null;
  const unscaled = BigInt(whole + fraction);
  return { unscaled: match[1] === '-' ? -unscaled : unscaled, scale: fraction.length };
}

/** With as many digits behind the point as the scale says. */
export function formatExact({ unscaled, scale }: ExactNumber): string {
  if (scale === 0) return unscaled.toString();
  const sign = unscaled < 0n ? '-' : '';
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** To another scale; digits that go are rounded half away from zero. */
export function rescale(value: ExactNumber, scale: number): ExactNumber {
  if (scale === value.scale) return value;
  if (scale > value.scale) return { unscaled: value.unscaled * powerOfTen(scale - value.scale), scale };
  return { unscaled: divideRounded(value.unscaled, powerOfTen(value.scale - scale)), scale };
}

/** To another scale; digits that go are cut off. */
export function truncate(value: ExactNumber, scale: number): ExactNumber {
  if (scale >= value.scale) return rescale(value, scale);
  return { unscaled: value.unscaled / powerOfTen(value.scale - scale), scale };
}

/** Half away from zero; the divisor is positive. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return dividend < 0n ? (dividend - half) / divisor : (dividend + half) / divisor;
}

/** A float's own digits, so that 0.1 is a tenth; null for what is no finite number. */
export function exactOfNumber(value: number): ExactNumber | null {
  if (!Number.isFinite(value)) return null;
  const [mantissa = '0', exponentText = '0'] = value.toString().split('e');
  const parsed = parseExact(mantissa);
  if (parsed === null) return null;
  const scale = parsed.scale - Number(exponentText);
  return scale < 0
    ? { unscaled: parsed.unscaled * powerOfTen(-scale), scale: 0 }
    : { unscaled: parsed.unscaled, scale };
}

const complement = (digits: string): string => {
  let turned = '';
  for (const digit of digits) turned += 9 - Number(digit);
  return turned;
};

/** The key that SQLite orders as the number does; see `engine/storage.ts`. */
export function exactKey({ unscaled, scale }: ExactNumber): string {
  if (unscaled === 0n) return 'p00';
  const negative = unscaled < 0n;
  const digits = (negative ? -unscaled : unscaled).toString().padStart(scale, '0');
  const count = digits.length - scale;
  let end = digits.length;
  while (end > count && digits.charCodeAt(end - 1) === 48) end -= 1;
  const shown = digits.slice(0, end);
  return negative
    ? `n${String(99 - count).padStart(2, '0')}${complement(shown)}~`
    : `p${String(count).padStart(2, '0')}${shown}`;
}

/** The number behind a key, with no more scale than its digits need. */
export function exactOfKey(key: string): ExactNumber {
  const negative = key.charCodeAt(0) === 110;
  const head = Number(key.slice(1, 3));
  const count = negative ? 99 - head : head;
  const digits = negative ? complement(key.slice(3, -1)) : key.slice(3);
  const padded = digits.padEnd(count, '0');
  const unscaled = padded === '' ? 0n : BigInt(padded);
  return { unscaled: negative ? -unscaled : unscaled, scale: padded.length - count };
}

/** The key of a number as it is written: digits with an optional sign and point. Other texts give null. */
export function keyOfText(text: string): string | null {
  const negative = text.charCodeAt(0) === 45;
  let start = negative ? 1 : 0;
  let point = text.length;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 46 && point === text.length) point = at;
    else if (code < 48 || code > 57) return null;
  }
  if (start === text.length || (text.length === 1 && point === 0)) return null;
  while (start < point && text.charCodeAt(start) === 48) start += 1;
  let end = text.length;
  while (end > point && text.charCodeAt(end - 1) === 48) end -= 1;
  const digits = text.slice(start, point) + text.slice(point + 1, end);
  if (digits === '' || (end <= point + 1 && start === point)) return 'p00';
  const count = point - start;
  return negative
    ? `n${String(99 - count).padStart(2, '0')}${complement(digits)}~`
    : `p${count < 10 ? '0' : ''}${count}${digits}`;
}

/** The number behind a key as it is written at a scale that its digits do not exceed. */
export function textOfKey(key: string, scale: number): string {
  if (key.charCodeAt(0) === 110) return formatExact(rescale(exactOfKey(key), scale));
  const count = Number(key.slice(1, 3));
  const whole = count === 0 ? '0' : key.slice(3, 3 + count).padEnd(count, '0');
  const fraction = key.slice(3 + count);
  if (fraction.length > scale) return formatExact(rescale(exactOfKey(key), scale));
  return scale === 0 ? whole : `${whole}.${fraction.padEnd(scale, '0')}`;
}
