import { Buffer } from 'node:buffer';
import type { SqlType, SqlValue } from '../engine/engine.ts';
import type { StoredValue } from '../engine/storage.ts';
import { exactKey, keyOfText, parseExact, rescale, textOfKey } from './exact-number.ts';
import {
  addTicks,
  atOffset,
  dayOfText,
  formatDate,
  formatOffset,
  formatTime,
  type Moment,
  offsetOfText,
  roundTicks,
  roundToDatetime,
  ticksOfText,
} from './moment.ts';
import { familyOf, isInteger, lengthOf, scaleOf } from './type.ts';

/**
 * From the form of the wire to the stored form of the same type. What has more digits than the type is rounded, a text of
 * fixed length filled with blanks; nothing is checked.
 */
export function toStored(value: SqlValue, type: SqlType): StoredValue {
  if (value === null) return null;
  if (isInteger(type)) return typeof value === 'boolean' ? (value ? 1n : 0n) : BigInt(value.toString());
  switch (familyOf(type)) {
    case 'exact':
      return decimalKey(String(value), scaleOf(type));
    case 'approximate':
      return Number(value);
    case 'moment':
      return storedOfText(String(value), type);
    case 'guid':
      return guidKey(String(value));
    case 'binary':
      return value instanceof Uint8Array ? value : Buffer.from(String(value), 'latin1');
    default:
      return type.name === 'char' || type.name === 'nchar'
        ? String(value).padEnd(lengthOf(type))
        : String(value);
  }
}

function decimalKey(text: string, scale: number): string {
  const point = text.indexOf('.');
  const key = point >= 0 && text.length - point - 1 > scale ? null : keyOfText(text);
  return key ?? exactKey(rescale(parseExact(text) ?? { unscaled: 0n, scale: 0 }, scale));
}

/** From the stored form to that of the wire, with as many digits as the type says. */
export function fromStored(value: StoredValue, type: SqlType): SqlValue {
  if (value === null) return null;
  if (isInteger(type)) {
    if (type.name === 'bit') return Number(value) !== 0;
    return type.name === 'bigint' ? BigInt(value.toString()) : Number(value);
  }
  switch (familyOf(type)) {
    case 'exact':
      return textOfKey(String(value), scaleOf(type));
    case 'approximate':
      return Number(value);
    case 'moment':
      return momentText(String(value), type);
    case 'guid':
      return guidOfKey(String(value));
    case 'binary':
      return value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value), 'latin1');
    default:
      return String(value);
  }
}

/**
 * A stored moment as the wire has it: `2026-11-21`, `12:34:56.123`, `2026-11-21T12:34:56.123`, the last with `+01:00`
 * behind it.
 */
export function momentText(stored: string, type: SqlType): string {
  const digits = scaleOf(type);
  switch (type.name) {
    case 'date':
      return stored;
    case 'time':
      return stored.slice(0, digits === 0 ? 8 : 9 + digits);
    case 'datetime': {
      // Three-hundredths of a second are shown as thousandths: .0066667 as .007.
      const shown = stored.slice(0, 23);
      return stored.charCodeAt(23) >= 53 ? `${shown.slice(0, 22)}${Number(shown.charAt(22)) + 1}` : shown;
    }
    case 'datetimeoffset': {
      const offset = stored.slice(27);
      const local = offset === '+00:00' ? stored : localText(stored, offset);
      return local.slice(0, digits === 0 ? 19 : 20 + digits) + offset;
    }
    default:
      return stored.slice(0, digits === 0 ? 19 : 20 + digits);
  }
}

function localText(stored: string, offset: string): string {
  const utc = { day: dayOfText(stored), ticks: ticksOfText(stored.slice(11, 27)), offset: 0 };
  const local = atOffset(utc, offsetOfText(offset));
  return `${formatDate(local.day)}T${formatTime(local.ticks, 7)}`;
}

/** A datetime's thousandths end in one of these three. */
const thirds: Record<string, string> = { 0: '00000', 3: '33333', 7: '66667' };

const plainMoment = /^\d{4}-\d\d-\d\d[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,7}))?$/;

function storedOfText(text: string, type: SqlType): string {
  if (type.name === 'date') return text.slice(0, 10);
  if (type.name === 'datetime2' || type.name === 'smalldatetime') {
    const match = plainMoment.exec(text);
    if (match !== null && (match[2] ?? '').length <= scaleOf(type))
      return `${text.slice(0, 10)}T${match[1]}.${(match[2] ?? '').padEnd(7, '0')}`;
  }
  const third = type.name === 'datetime' && text.length === 23 ? thirds[text.slice(22)] : undefined;
  if (third !== undefined) return `${text.slice(0, 10)}T${text.slice(11, 22)}${third}`;
  const moment = momentOfText(text, type);
  return storeMoment(type.name === 'datetime' ? moment : roundTicks(moment, scaleOf(type)), type);
}

function momentOfText(text: string, type: SqlType): Moment {
  if (type.name === 'time') return { day: 0, ticks: ticksOfText(text), offset: null };
  const day = dayOfText(text);
  const time = text.slice(11);
  if (type.name !== 'datetimeoffset') {
    const moment = { day, ticks: ticksOfText(time), offset: null };
    // The wire shows three digits of a three-hundredth of a second.
    return type.name === 'datetime' ? roundToDatetime(moment) : moment;
  }
  const clock = time.replace(/\s*(Z|[+-]\d\d:\d\d)$/, '');
  const zone = time.slice(clock.length).trim();
  return { day, ticks: ticksOfText(clock), offset: zone === 'Z' || zone === '' ? 0 : offsetOfText(zone) };
}

/** The stored form of a moment, which is already rounded to what the type can hold. */
export function storeMoment(moment: Moment, type: SqlType): string {
  if (type.name === 'date') return formatDate(moment.day);
  if (type.name === 'time') return formatTime(moment.ticks, 7);
  if (type.name !== 'datetimeoffset') return `${formatDate(moment.day)}T${formatTime(moment.ticks, 7)}`;
  const utc = atOffset(moment, 0);
  return `${formatDate(utc.day)}T${formatTime(utc.ticks, 7)}${formatOffset(moment.offset ?? 0)}`;
}

/** What is stored, as a moment; a time of day has the day 0 of nothing, a date no ticks. */
export function momentOfStored(stored: string, type: SqlType): Moment {
  if (type.name === 'date') return { day: dayOfText(stored), ticks: 0, offset: null };
  if (type.name === 'time') return { day: 0, ticks: ticksOfText(stored), offset: null };
  const moment = { day: dayOfText(stored), ticks: ticksOfText(stored.slice(11, 27)), offset: null };
  if (type.name !== 'datetimeoffset') return moment;
  const offset = offsetOfText(stored.slice(27));
  return { ...addTicks(moment, offset * 600_000_000), offset };
}

/**
 * The digits in the order in which SQL Server compares the bytes: the last group, the fourth, and then the third, second
 * and first, each of which begins with its last byte.
 */
function guidKey(guid: string): string {
  const digits = guid.toUpperCase();
  const pair = (at: number): string => digits.slice(at, at + 2);
  return (
    digits.slice(24, 36) +
    digits.slice(19, 23) +
    pair(16) +
    pair(14) +
    pair(11) +
    pair(9) +
    pair(6) +
    pair(4) +
    pair(2) +
    pair(0)
  );
}

function guidOfKey(key: string): string {
  const pair = (at: number): string => key.slice(at, at + 2);
  return `${pair(30)}${pair(28)}${pair(26)}${pair(24)}-${pair(22)}${pair(20)}-${pair(18)}${pair(16)}-${key.slice(12, 16)}-${key.slice(0, 12)}`;
}
