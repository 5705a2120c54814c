import type { SqlType } from '../engine/engine.ts';
import type { StoredValue } from '../engine/storage.ts';
import { errorConverting, momentOutOfRange, notMoment } from './conversion-errors.ts';
import { exactOfKey, formatExact } from './exact-number.ts';
import {
  addTicks,
  atOffset,
  DAY_1900,
  FIRST_DATETIME_DAY,
  FIRST_DAY,
  LAST_DAY,
  LAST_SMALLDATETIME_DAY,
  type Moment,
  roundTicks,
  roundToDatetime,
  roundToMinute,
  TICKS_PER_DAY,
} from './moment.ts';
import { parseMoment } from './parse-moment.ts';
import { momentOfStored, storeMoment } from './stored.ts';
import { familyOf, isDecimal, scaleOf } from './type.ts';

const isOld = (type: SqlType): boolean => type.name === 'datetime' || type.name === 'smalldatetime';

/** To a date, a time or both, in the stored form; `style` says how a text is read. */
export function toMoment(
  value: Exclude<StoredValue, null>,
  from: SqlType,
  to: SqlType,
  style?: number,
): string {
  return storeMoment(fit(momentOf(value, from, to, style), from, to), to);
}

function momentOf(value: Exclude<StoredValue, null>, from: SqlType, to: SqlType, style?: number): Moment {
  switch (familyOf(from)) {
    case 'moment': {
      const moment = momentOfStored(String(value), from);
      return from.name === 'time' ? { ...moment, day: DAY_1900 } : moment;
    }
    case 'exact':
    case 'approximate':
      return momentOfDays(
        isDecimal(from) ? Number(formatExact(exactOfKey(String(value)))) : Number(value),
        from,
        to,
      );
    case 'character':
      return momentOfCharacters(String(value), from, to, style);
    default:
      throw errorConverting(from, to);
  }
}

/** Days since 1900-01-01 with their fraction. */
function momentOfDays(days: number, from: SqlType, to: SqlType): Moment {
  const whole = Math.floor(days);
  if (whole < FIRST_DATETIME_DAY - DAY_1900 || whole > LAST_DAY - DAY_1900) throw momentOutOfRange(from, to);
  return addTicks(
    { day: DAY_1900 + whole, ticks: 0, offset: null },
    Math.round((days - whole) * TICKS_PER_DAY),
  );
}

function momentOfCharacters(text: string, from: SqlType, to: SqlType, style?: number): Moment {
  const parsed = parseMoment(text, style);
  if (parsed.kind === 'out of range') throw isOld(to) ? momentOutOfRange(from, to) : notMoment(to);
  if (parsed.kind === 'unknown') throw notMoment(to);
  // The old types know thousandths, and of offsets Z alone, as style 127 writes it.
  const hasOffset = parsed.moment.offset !== null && !/z\s*$/i.test(text);
  if (isOld(to) && (parsed.fractionDigits > 3 || hasOffset)) throw notMoment(to);
  return parsed.moment;
}

/** Rounded to what the type holds; throws when it lies outside of the type's years. */
function fit(moment: Moment, from: SqlType, to: SqlType): Moment {
  switch (to.name) {
    case 'date':
      return moment;
    case 'time':
      // A time has no next day to round into.
      return { ...roundTicks({ ...moment, day: 0 }, scaleOf(to)), day: 0 };
    case 'datetime': {
      const rounded = roundToDatetime(moment);
      if (rounded.day < FIRST_DATETIME_DAY || rounded.day > LAST_DAY) throw momentOutOfRange(from, to);
      return rounded;
    }
    case 'smalldatetime': {
      const rounded = roundToMinute(moment);
      if (rounded.day < DAY_1900 || rounded.day > LAST_SMALLDATETIME_DAY) throw momentOutOfRange(from, to);
      return rounded;
    }
    case 'datetime2': {
      const rounded = roundTicks(moment, scaleOf(to));
      return rounded.day > LAST_DAY ? moment : rounded;
    }
    default: {
      const local = moment.offset === null ? { ...moment, offset: 0 } : moment;
      const rounded = roundTicks(local, scaleOf(to));
      const utc = atOffset(rounded, 0);
      if (utc.day < FIRST_DAY || utc.day > LAST_DAY) throw momentOutOfRange(from, to);
      return rounded;
    }
  }
}
