import { SqlServerError, type SqlType } from '../../engine/engine.ts';
import type { StoredValue } from '../../engine/storage.ts';
import { arithmeticOverflow } from '../conversion-errors.ts';
import { convertStored } from '../convert.ts';
import { type ExactNumber, exactKey, exactOfKey, powerOfTen, rescale } from '../exact-number.ts';
import { fitsDecimal } from '../to-number.ts';
import { familyOf, isDecimal, isInteger, isNumber, scaleOf } from '../type.ts';
import { argumentTypeInvalid, FLOAT, INT, intOf, type ScalarFunction } from './function.ts';

/** What is no number counts as float, as a text does; small integers become int. */
function numberType(type: SqlType | undefined, place: number, name: string): SqlType {
  if (type === undefined) return FLOAT;
  if (isNumber(type)) {
    if (type.name === 'real') return FLOAT;
    if (type.name === 'smallmoney') return { name: 'money' };
    return isInteger(type) && type.name !== 'bigint' ? INT : type;
  }
  if (familyOf(type) === 'character') return FLOAT;
  throw argumentTypeInvalid(type, place, name);
}

/** A function of one number by the three ways numbers are kept. */
function ofNumber(
  name: string,
  rules: {
    integer(value: bigint): bigint;
    exact(value: ExactNumber): ExactNumber;
    float(value: number): number;
    /** Nothing stands behind the point of the result. */
    whole?: true;
  },
): ScalarFunction {
  return {
    minArgs: 1,
    maxArgs: 1,
    deterministic: true,
    result: ([argument]) => {
      const type = numberType(argument?.type, 1, name);
      return {
        type: rules.whole && type.precision !== undefined ? { ...type, scale: 0 } : type,
      };
    },
    call: ([value = null], [type], result) => {
      if (value === null || type === undefined) return null;
      if (isInteger(result)) return inRange(rules.integer(BigInt(String(value))), result);
      if (isDecimal(result)) return fitted(rules.exact(exactOfKey(String(value))), result);
      return rules.float(floatOf(value, type));
    },
  };
}

function floatOf(value: StoredValue, type: SqlType): number {
  return Number(convertStored(value, type, FLOAT, { explicit: false }));
}

function fitted(value: ExactNumber, type: SqlType): string {
  const number = rescale(value, scaleOf(type));
  if (!fitsDecimal(number, type)) throw arithmeticOverflow(null, type);
  return exactKey(number);
}

function inRange(value: bigint, type: SqlType): bigint {
  const limit = type.name === 'bigint' ? 9_223_372_036_854_775_807n : 2_147_483_647n;
  if (value > limit || value < -limit - 1n) throw arithmeticOverflow(null, type);
  return value;
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
const signOf = (value: bigint): bigint => (value < 0n ? -1n : value > 0n ? 1n : 0n);

/** The greatest whole number not above. */
function floorOf({ unscaled, scale }: ExactNumber): ExactNumber {
  const unit = powerOfTen(scale);
  const cut = unscaled / unit;
  return { unscaled: unscaled < 0n && cut * unit !== unscaled ? cut - 1n : cut, scale: 0 };
}

function ceilingOf({ unscaled, scale }: ExactNumber): ExactNumber {
  const { unscaled: floor } = floorOf({ unscaled: -unscaled, scale });
  return { unscaled: -floor, scale: 0 };
}

/** Half away from zero at a place before or behind the point, or cut there. */
function roundAt({ unscaled, scale }: ExactNumber, digits: number, cut: boolean): ExactNumber {
  if (digits >= scale) return { unscaled, scale };
  const unit = powerOfTen(Math.min(scale - digits, 80));
  const half = cut ? 0n : unit / 2n;
  const whole = unscaled < 0n ? (unscaled - half) / unit : (unscaled + half) / unit;
  return { unscaled: whole * unit, scale };
}

function roundFloat(value: number, digits: number, cut: boolean): number {
  const places = Math.max(-300, Math.min(digits, 15));
  const scaled = Number(`${value}e${places}`);
  if (!Number.isFinite(scaled)) {
    const factor = 10 ** places;
    return (cut ? Math.trunc(value * factor) : Math.round(value * factor)) / factor;
  }
  const whole = cut ? Math.trunc(scaled) : Math.sign(scaled) * Math.round(Math.abs(scaled));
  return Number(`${whole}e${-places}`);
}

const ROUND: ScalarFunction = {
  minArgs: 2,
  maxArgs: 3,
  deterministic: true,
  result: ([argument]) => ({ type: numberType(argument?.type, 1, 'round') }),
  call: ([value = null, places = null, mode = 0n], [type, placesType, modeType], result) => {
    const digits = intOf(places, placesType);
    const how = modeType === undefined ? 0 : intOf(mode, modeType);
    if (value === null || type === undefined || digits === null || how === null) return null;
    const cut = how !== 0;
    if (isInteger(result))
      return inRange(roundAt({ unscaled: BigInt(String(value)), scale: 0 }, digits, cut).unscaled, result);
    if (isDecimal(result)) return fitted(roundAt(exactOfKey(String(value)), digits, cut), result);
    return roundFloat(floatOf(value, type), digits, cut);
  },
};

function ofFloat(count: number, compute: (...numbers: number[]) => number): ScalarFunction {
  return {
    minArgs: count,
    maxArgs: count,
    deterministic: true,
    result: () => ({ type: FLOAT }),
    call: (args, types) => {
      if (args.some((value) => value === null)) return null;
      const value = compute(...args.map((argument, at) => floatOf(argument, types[at] ?? FLOAT)));
      if (Number.isNaN(value))
        throw new SqlServerError({ number: 3623, message: 'An invalid floating point operation occurred.' });
      if (!Number.isFinite(value)) throw arithmeticOverflow(null, FLOAT);
      return value;
    },
  };
}

/** Of the type of its base: an integer's power is cut to an integer. */
const POWER: ScalarFunction = {
  minArgs: 2,
  maxArgs: 2,
  deterministic: true,
  result: ([base]) => {
    const type = numberType(base?.type, 1, 'power');
    return { type: type.precision === undefined ? type : { ...type, precision: 38 } };
  },
  call: ([value = null, exponent = null], [type = FLOAT, exponentType = FLOAT], result) => {
    if (value === null || exponent === null) return null;
    const power = floatOf(value, type) ** floatOf(exponent, exponentType);
    if (!Number.isFinite(power)) throw arithmeticOverflow(null, result);
    return convertStored(isInteger(result) ? Math.trunc(power) : power, FLOAT, result, { explicit: false });
  },
};

const ISNUMERIC: ScalarFunction = {
  minArgs: 1,
  maxArgs: 1,
  deterministic: true,
  result: () => ({ type: INT, nullable: false }),
  call: ([value = null], [type = FLOAT]) => {
    if (value === null) return 0n;
    if (isNumber(type)) return 1n;
    if (familyOf(type) !== 'character') return 0n;
    const text = String(value).trim();
    const isFloat = /^[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?$/.test(text);
    return isFloat || /^[+-]?\p{Sc}?[\d,]*\.?\d*$/u.test(text) ? BigInt(text === '' ? 0 : 1) : 0n;
  },
};

/** STR: right-aligned in so many characters, stars when it does not fit. */
const STR: ScalarFunction = {
  minArgs: 1,
  maxArgs: 3,
  deterministic: true,
  result: ([, length]) => ({
    type: { name: 'varchar', length: typeof length?.constant === 'bigint' ? Number(length.constant) : 10 },
  }),
  call: ([value = null, width = 10n, decimals = 0n], [type = FLOAT, widthType, decimalsType]) => {
    const length = widthType === undefined ? 10 : intOf(width, widthType);
    const digits = decimalsType === undefined ? 0 : intOf(decimals, decimalsType);
    if (value === null || length === null || digits === null) return null;
    const number = floatOf(value, type);
    const text = number.toFixed(Math.min(16, digits));
    if (text.length <= length) return text.padStart(length);
    const room = length - text.indexOf('.') - 1;
    const shorter = text.includes('.') && room >= 0 ? number.toFixed(room) : '';
    return shorter !== '' && shorter.length <= length ? shorter.padStart(length) : '*'.repeat(length);
  },
};

export const numberFunctions: Readonly<Record<string, ScalarFunction>> = {
  ROUND,
  POWER,
  ISNUMERIC,
  STR,
  ABS: ofNumber('abs', {
    integer: magnitude,
    exact: ({ unscaled, scale }) => ({ unscaled: magnitude(unscaled), scale }),
    float: Math.abs,
  }),
  SIGN: ofNumber('sign', {
    integer: signOf,
    exact: ({ unscaled }) => ({ unscaled: signOf(unscaled), scale: 0 }),
    float: Math.sign,
  }),
  FLOOR: ofNumber('floor', { integer: (value) => value, exact: floorOf, float: Math.floor, whole: true }),
  CEILING: ofNumber('ceiling', {
    integer: (value) => value,
    exact: ceilingOf,
    float: Math.ceil,
    whole: true,
  }),
  SQRT: ofFloat(1, (value) => Math.sqrt(value ?? 0)),
  SQUARE: ofFloat(1, (value = 0) => value * value),
  EXP: ofFloat(1, (value = 0) => Math.exp(value)),
  LOG: ofFloat(1, (value = 0) => (value <= 0 ? Number.NaN : Math.log(value))),
  LOG10: ofFloat(1, (value = 0) => (value <= 0 ? Number.NaN : Math.log10(value))),
  PI: ofFloat(0, () => Math.PI),
  RAND: { ...ofFloat(0, () => Math.random()), deterministic: false },
};
