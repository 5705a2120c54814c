import { Buffer } from 'node:buffer';
import type { SqlType, SqlValue } from '../engine/engine.ts';
import type { StoredValue } from '../engine/storage.ts';
import { exactKey, exactOfKey, formatExact, parseExact, rescale } from './exact-number.ts';
import {
  addTicks,
  atOffset,
  dayOfText,
  formatDate,
  formatOffset,
  formatTime,
  type Moment,
  offsetOfText,
  roundToDatetime,
  ticksOfText,
} from './moment.ts';
import { familyOf, isInteger, scaleOf } from './type.ts';

/** From the form of the wire to the stored form of the same type: nothing is converted, rounded or checked. */
export function toStored(value: SqlValue, type: SqlType): StoredValue {
  if (value === null) return null;
  if (isInteger(type)) return typeof value === 'boolean' ? (value ? 1n : 0n) : BigInt(String(value));
  switch (familyOf(type)) {
    case 'exact':
      return exactKey(parseExact(String(value)) ?? { unscaled: 0n, scale: 0 });
    case 'approximate':
      return Number(value);
    case 'moment':
      return storeMoment(momentOfText(String(value), type), type);
    case 'guid':
      return guidKey(String(value));
    case 'binary':
      return value instanceof Uint8Array ? value : Buffer.from(String(value), 'latin1');
    default:
      return String(value);
  }
}

/** From the stored form to that of the wire, with as many digits as the type says. */
export function fromStored(value: StoredValue, type: SqlType): SqlValue {
  if (value === null) return null;
  if (isInteger(type)) {
    if (type.name === 'bit') return Number(value) !== 0;
    return type.name === 'bigint' ? BigInt(String(value)) : Number(value);
  }
  switch (familyOf(type)) {
    case 'exact':
      return formatExact(rescale(exactOfKey(String(value)), scaleOf(type)));
    case 'approximate':
      return Number(value);
    case 'moment':
      return momentText(momentOfStored(String(value), type), type);
    case 'guid':
      return guidOfKey(String(value));
    case 'binary':
      return value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value), 'latin1');
    default:
      return String(value);
  }
}

/** As the wire has it: `2026-11-21`, `12:34:56.123`, `2026-11-21T12:34:56.123`, the last with `+01:00` behind it. */
export function momentText(moment: Moment, type: SqlType): string {
  if (type.name === 'date') return formatDate(moment.day);
  const time = formatTime(type.name === 'datetime' ? shownTicks(moment) : moment.ticks, scaleOf(type));
  if (type.name === 'time') return time;
  const text = `${formatDate(moment.day)}T${time}`;
  return type.name === 'datetimeoffset' ? text + formatOffset(moment.offset ?? 0) : text;
}

/** A datetime's ticks as its three digits show them: .0066667 as .007. */
export function shownTicks(moment: Moment): number {
  return Math.round(moment.ticks / 10_000) * 10_000;
}

function momentOfText(text: string, type: SqlType): Moment {
  if (type.name === 'date') return { day: dayOfText(text), ticks: 0, offset: null };
  if (type.name === 'time') return { day: 0, ticks: ticksOfText(text), offset: null };
  const day = dayOfText(text);
  const time = text.slice(11);
  if (type.name !== 'datetimeoffset') {
    const moment = { day, ticks: ticksOfText(time), offset: null };
    // The wire shows three digits of a three-hundredth of a second.
    return type.name === 'datetime' ? roundToDatetime(moment) : moment;
  }
  const clock = time.replace(/(Z|[+-]\d\d:\d\d)$/, '');
  const zone = time.slice(clock.length);
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

/** Where the pairs of digits of `00112233-4455-…` stand, from the byte that SQL Server compares first. */
const guidOrder = [24, 26, 28, 30, 32, 34, 19, 21, 16, 14, 11, 9, 6, 4, 2, 0];

function guidKey(guid: string): string {
  const digits = guid.toUpperCase();
  let key = '';
  for (const at of guidOrder) key += digits.slice(at, at + 2);
  return key;
}

function guidOfKey(key: string): string {
  const text = [...'00000000-0000-0000-0000-000000000000'];
  guidOrder.forEach((at, index) => {
    text[at] = key[index * 2] ?? '0';
    text[at + 1] = key[index * 2 + 1] ?? '0';
  });
  return text.join('');
}
