import { SqlServerError, type SqlType } from '../../engine/engine.ts';
import type { StoredValue } from '../../engine/storage.ts';
import { convertStored } from '../convert.ts';
import {
  addTicks,
  atOffset,
  calendarDate,
  DAY_1900,
  dayNumber,
  daysInMonth,
  FIRST_DATETIME_DAY,
  FIRST_DAY,
  LAST_DAY,
  type Moment,
  offsetOfText,
  TICKS_PER_DAY,
} from '../moment.ts';
import { parseMoment } from '../parse-moment.ts';
import { momentOfStored, storeMoment } from '../stored.ts';
import { familyOf, isCharacter } from '../type.ts';
import { assertPartOf, type DatePart, datePart, partOf, ticksOfPart, weekCount } from './dateparts.ts';
import {
  type Argument,
  argumentTypeInvalid,
  BIGINT,
  DATETIME,
  INT,
  intOf,
  type ScalarFunction,
  SYSNAME,
  textOf,
} from './function.ts';

const OFFSET: SqlType = { name: 'datetimeoffset', scale: 7 };
const DATETIME2: SqlType = { name: 'datetime2', scale: 7 };

/** A text or number that stands for a moment is read as `fallback`. */
function momentType(type: SqlType | undefined, fallback: SqlType): SqlType {
  return type !== undefined && familyOf(type) === 'moment' ? type : fallback;
}

function momentOf(value: StoredValue, type: SqlType | undefined, as: SqlType): Moment | null {
  if (value === null || type === undefined) return null;
  const moment = momentType(type, as);
  const stored = moment === type ? value : convertStored(value, type, moment, { explicit: false });
  return momentOfStored(String(stored), moment);
}

/** The statement's own moment, in another type. */
function now(type: SqlType, utc = false): ScalarFunction {
  return {
    minArgs: 0,
    maxArgs: 0,
    deterministic: false,
    result: () => ({ type, nullable: false }),
    call: (_args, _types, result, context) => {
      const moment = momentOfStored(context.now, OFFSET);
      const shown = storeMoment(utc ? atOffset(moment, 0) : moment, OFFSET);
      return convertStored(shown, OFFSET, result, { explicit: false });
    },
  };
}

function addMonths(moment: Moment, months: number): Moment | null {
  const { year, month, dayOfMonth } = calendarDate(moment.day);
  const count = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  const day = dayNumber(toYear, toMonth, Math.min(dayOfMonth, daysInMonth(toYear, toMonth)));
  return day === null ? null : { ...moment, day };
}

function added(moment: Moment, part: DatePart, count: number): Moment | null {
  switch (part) {
    case 'year':
      return addMonths(moment, count * 12);
    case 'quarter':
      return addMonths(moment, count * 3);
    case 'month':
      return addMonths(moment, count);
    case 'week':
      return { ...moment, day: moment.day + count * 7 };
    case 'day':
    case 'dayofyear':
    case 'weekday':
      return { ...moment, day: moment.day + count };
    default:
      return addTicks(moment, Math.round(count * (ticksOfPart[part] ?? 0)));
  }
}

const DATEADD: ScalarFunction = {
  minArgs: 3,
  maxArgs: 3,
  deterministic: true,
  datepart: true,
  result: ([, , moment]) => ({ type: momentType(moment?.type, DATETIME) }),
  call: ([word = null, count = null, value = null], [, countType, type], result) => {
    const part = datePart(String(word), 'dateadd');
    assertPartOf(part, String(word), 'dateadd', result);
    if (part === 'tzoffset' || part === 'iso_week') throw unsupported(String(word), 'dateadd', result);
    const number = intOf(count, countType);
    const moment = momentOf(value, type, result);
    if (number === null || moment === null) return null;
    const sum = added(moment, part, number);
    const first = result.name === 'datetime' ? FIRST_DATETIME_DAY : FIRST_DAY;
    if (sum === null || (result.name !== 'time' && (sum.day < first || sum.day > LAST_DAY)))
      throw new SqlServerError({
        number: 517,
        message: `Adding a value to a '${result.name}' column caused an overflow.`,
      });
    const wide = result.name === 'datetimeoffset' ? OFFSET : DATETIME2;
    return convertStored(storeMoment(sum, wide), wide, result, { explicit: false });
  },
};

function unsupported(word: string, name: string, type: SqlType): SqlServerError {
  return new SqlServerError({
    number: 9810,
    message: `The datepart ${word.toLowerCase()} is not supported by date function ${name} for data type ${type.name}.`,
  });
}

/** Boundaries of the part that lie between two moments, both in UTC. */
function boundaries(from: Moment, to: Moment, part: DatePart): bigint {
  const [first, last] = [calendarDate(from.day), calendarDate(to.day)];
  const months = (last.year - first.year) * 12 + last.month - first.month;
  switch (part) {
    case 'year':
      return BigInt(last.year - first.year);
    case 'quarter':
      return BigInt((last.year - first.year) * 4 + Math.ceil(last.month / 3) - Math.ceil(first.month / 3));
    case 'month':
      return BigInt(months);
    case 'week':
    case 'iso_week':
      return BigInt(weekCount(to.day) - weekCount(from.day));
    case 'day':
    case 'dayofyear':
    case 'weekday':
      return BigInt(to.day - from.day);
    default: {
      const count = ({ day, ticks }: Moment): bigint => {
        const total = BigInt(day) * BigInt(TICKS_PER_DAY) + BigInt(ticks);
        return part === 'nanosecond' ? total * 100n : floorDivide(total, BigInt(ticksOfPart[part] ?? 1));
      };
      return count(to) - count(from);
    }
  }
}

const floorDivide = (a: bigint, b: bigint): bigint => (a < 0n && a % b !== 0n ? a / b - 1n : a / b);

function dateDifference(name: string, type: SqlType): ScalarFunction {
  return {
    minArgs: 3,
    maxArgs: 3,
    deterministic: true,
    datepart: true,
    result: () => ({ type }),
    call: ([word = null, start = null, end = null], [, startType, endType]) => {
      const part = datePart(String(word), name);
      if (part === 'tzoffset') throw unsupported(String(word), name, startType ?? DATETIME2);
      const from = momentOf(start, startType, DATETIME2);
      const to = momentOf(end, endType, DATETIME2);
      if (from === null || to === null) return null;
      const count = boundaries(utcOf(from, startType), utcOf(to, endType), part);
      if (type.name === 'int' && (count > 2_147_483_647n || count < -2_147_483_648n))
        throw new SqlServerError({
          number: 535,
          message:
            'The datediff function resulted in an overflow. The number of dateparts separating two date/time instances is too large. Try to use datediff with a less precise datepart.',
        });
      return count;
    },
  };
}

/** A time of day alone is one of 1900-01-01. */
function utcOf(moment: Moment, type: SqlType | undefined): Moment {
  const dated = type?.name === 'time' ? { ...moment, day: DAY_1900 } : moment;
  return dated.offset === null ? dated : atOffset(dated, 0);
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function part(
  name: string,
  type: SqlType,
  shown: (number: number, part: DatePart) => StoredValue,
): ScalarFunction {
  return {
    minArgs: 2,
    maxArgs: 2,
    deterministic: true,
    datepart: true,
    result: () => ({ type }),
    call: ([word = null, value = null], [, valueType]) => {
      const chosen = datePart(String(word), name);
      const as = momentType(valueType, DATETIME2);
      assertPartOf(chosen, String(word), name, as);
      const moment = momentOf(value, valueType, DATETIME2);
      return moment === null ? null : shown(partOf(moment, chosen), chosen);
    },
  };
}

function onePart(chosen: DatePart): ScalarFunction {
  return {
    minArgs: 1,
    maxArgs: 1,
    deterministic: true,
    result: ([argument]) => {
      assertDated(argument, chosen);
      return { type: INT };
    },
    call: ([value = null], [type]) => {
      const moment = momentOf(value, type, DATETIME);
      return moment === null ? null : BigInt(partOf(moment, chosen));
    },
  };
}

function assertDated(argument: Argument | undefined, name: string): void {
  if (argument?.type.name === 'time') throw argumentTypeInvalid(argument.type, 1, name);
}

const EOMONTH: ScalarFunction = {
  minArgs: 1,
  maxArgs: 2,
  deterministic: true,
  result: () => ({ type: { name: 'date' } }),
  call: ([value = null, count = 0n], [type, countType]) => {
    const moment = momentOf(value, type, DATETIME2);
    const months = countType === undefined ? 0 : intOf(count, countType);
    const moved = moment === null ? null : addMonths(moment, months ?? 0);
    if (moved === null) return null;
    const { year, month } = calendarDate(moved.day);
    return storeMoment(
      { ...moved, day: dayNumber(year, month, daysInMonth(year, month)) ?? moved.day },
      { name: 'date' },
    );
  },
};

const DATEFROMPARTS: ScalarFunction = {
  minArgs: 3,
  maxArgs: 3,
  deterministic: true,
  result: () => ({ type: { name: 'date' } }),
  call: (args, types) => {
    const [year = null, month = null, dayOfMonth = null] = args.map((value, at) => intOf(value, types[at]));
    if (year === null || month === null || dayOfMonth === null) return null;
    const day = dayNumber(year, month, dayOfMonth);
    if (day === null)
      throw new SqlServerError({
        number: 289,
        message: 'Cannot construct data type date, some of the arguments have values which are not valid.',
      });
    return storeMoment({ day, ticks: 0, offset: null }, { name: 'date' });
  },
};

/** To datetimeoffset: `switched` keeps the instant, else the clock is kept and the offset put behind it. */
function withOffset(name: string, switched: boolean): ScalarFunction {
  return {
    minArgs: 2,
    maxArgs: 2,
    deterministic: true,
    result: ([argument]) => ({ type: { name: 'datetimeoffset', scale: argument?.type.scale ?? 7 } }),
    call: ([value = null, zone = null], [type, zoneType]) => {
      const moment = momentOf(value, type, OFFSET);
      if (moment === null || zone === null || zoneType === undefined) return null;
      const text = isCharacter(zoneType) ? (textOf(zone, zoneType) ?? '') : null;
      if (text !== null && !/^[+-]\d\d:\d\d$/.test(text))
        throw new SqlServerError({
          number: 9812,
          message: `The timezone provided to builtin function ${name} is invalid.`,
        });
      const offset = text === null ? (intOf(zone, zoneType) ?? 0) : offsetOfText(text);
      return storeMoment(switched ? atOffset(moment, offset) : { ...moment, offset }, OFFSET);
    },
  };
}

const ISDATE: ScalarFunction = {
  minArgs: 1,
  maxArgs: 1,
  deterministic: false,
  result: () => ({ type: INT, nullable: false }),
  call: ([value = null], [type = INT]) => {
    if (value === null) return 0n;
    if (type.name === 'datetime' || type.name === 'smalldatetime') return 1n;
    if (!isCharacter(type) || String(value).trim() === '') return 0n;
    const parsed = parseMoment(String(value));
    return parsed.kind === 'moment' &&
      parsed.fractionDigits <= 3 &&
      parsed.moment.offset === null &&
      parsed.moment.day >= FIRST_DATETIME_DAY
      ? 1n
      : 0n;
  },
};

export const momentFunctions: Readonly<Record<string, ScalarFunction>> = {
  DATEADD,
  EOMONTH,
  DATEFROMPARTS,
  ISDATE,
  GETDATE: now(DATETIME),
  CURRENT_TIMESTAMP: now(DATETIME),
  GETUTCDATE: now(DATETIME, true),
  SYSDATETIME: now(DATETIME2),
  SYSUTCDATETIME: now(DATETIME2, true),
  SYSDATETIMEOFFSET: now(OFFSET),
  DATEDIFF: dateDifference('datediff', INT),
  DATEDIFF_BIG: dateDifference('datediff_big', BIGINT),
  DATEPART: part('datepart', INT, (number) => BigInt(number)),
  DATENAME: part('datename', SYSNAME, (number, chosen) => {
    if (chosen === 'month') return monthNames[number - 1] ?? null;
    return chosen === 'weekday' ? (dayNames[number - 1] ?? null) : String(number);
  }),
  YEAR: onePart('year'),
  MONTH: onePart('month'),
  DAY: onePart('day'),
  TODATETIMEOFFSET: withOffset('todatetimeoffset', false),
  SWITCHOFFSET: withOffset('switchoffset', true),
};
