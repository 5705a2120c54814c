/** Parses the URL's as-of time; null if invalid. */
export function readMoment(raw: unknown): string | null {
  if (typeof raw !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(raw)) return null;
  const time = Date.parse(raw);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Local time as in a datetime field: "2026-11-12T14:00". */
export function localMoment(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The same instant with the local UTC offset, used to name a plan. */
export function withOffset(iso: string): string {
  const moment = new Date(iso);
  const minutes = -moment.getTimezoneOffset();
  const part = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${part(minutes / 60)}:${part(minutes % 60)}`;
  return `${localMoment(moment)}${moment.toISOString().slice(16, -1)}${offset}`;
}
