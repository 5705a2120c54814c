/** Timezones by IANA name, and when their clocks change. */

/** Names that the runtime's own list still spells the old way. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const DAY_MS = 86_400_000;
const YEARS_KEPT = 2_000;

/** All names to choose from, sorted. */
export const timezoneNames: readonly string[] = [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(asNamedNow)]),
].sort();
const known = new Set(timezoneNames);

function asNamedNow(name: string): string {
  return RENAMED[name] ?? name;
}

/**
 * The name in `timezoneNames` for any spelling or older name of a timezone; null if there is no such
 * timezone.
 */
export function findTimezone(name: string): string | null {
  if (known.has(name)) return name;
  // An offset such as +02:00 is no timezone: it has no daylight saving time.
  if (!/^[a-z]/i.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return asNamedNow(timeZone);
  } catch {
    return null;
  }
}

/** A period in which a timezone's clocks do not change; all numbers are milliseconds. */
export type Stretch = {
  /** Its first instant; `start + offset` in local time. */
  readonly start: number;
  /** The first instant after it. */
  readonly end: number;
  /** How far the clocks are ahead of UTC. */
  readonly offset: number;
  /** The offset before `start`; the same if the period only starts because a year does. */
  readonly previousOffset: number;
};

const formats = new Map<string, Intl.DateTimeFormat>();
const stretchesByYear = new Map<string, readonly Stretch[]>();

/** The period that contains an instant. */
export function stretchAt(timezone: string, instant: number): Stretch {
  const year = new Date(instant).getUTCFullYear();
  const found = stretchesOf(timezone, year).find(({ end }) => instant < end);
  if (!found) throw new RangeError(`The year ${year} of ${timezone} has no stretch for ${instant}.`);
  return found;
}

function stretchesOf(timezone: string, year: number): readonly Stretch[] {
  const key = `${year} ${timezone}`;
  const kept = stretchesByYear.get(key);
  if (kept) return kept;
  const stretches = readStretches(timezone, Date.UTC(year), Date.UTC(year + 1));
  if (stretchesByYear.size >= YEARS_KEPT) stretchesByYear.clear();
  stretchesByYear.set(key, stretches);
  return stretches;
}

function readStretches(timezone: string, from: number, to: number): Stretch[] {
  const stretches: Stretch[] = [];
  let offset = offsetAt(timezone, from);
  let current = { start: from, offset, previousOffset: offsetAt(timezone, from - 1_000) };
  for (let day = from; day < to; day += DAY_MS) {
    const next = Math.min(day + DAY_MS, to - 1_000);
    const nextOffset = offsetAt(timezone, next);
    if (nextOffset === offset) continue;
    const change = firstWithOtherOffset(timezone, day, next);
    stretches.push({ ...current, end: change });
    current = { start: change, offset: nextOffset, previousOffset: offset };
    offset = nextOffset;
  }
  return [...stretches, { ...current, end: to }];
}

/** Between two instants with different offsets, to the second. */
function firstWithOtherOffset(timezone: string, from: number, to: number): number {
  const offset = offsetAt(timezone, from);
  let before = from;
  let after = to;
  while (after - before > 1_000) {
    const middle = before + Math.floor((after - before) / 2_000) * 1_000;
    if (offsetAt(timezone, middle) === offset) before = middle;
    else after = middle;
  }
  return after;
}

/** Milliseconds that the zone's clocks are ahead of UTC at an instant of whole seconds. */
function offsetAt(timezone: string, instant: number): number {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timezone, format);
  }
  const numbers = format.format(instant).match(/\d+/g)?.map(Number) ?? [];
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = numbers;
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
}
