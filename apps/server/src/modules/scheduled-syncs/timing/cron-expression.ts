/** Standard five-field cron: `minute hour day month day_of_week`; errors are sentences. */

type Field = {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** In lower case; the first stands for `min`. */
  readonly names?: readonly string[];
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const FIELDS: readonly Field[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: MONTHS },
  { name: 'day of week', min: 0, max: 7, names: WEEKDAYS },
];

/** What is wrong with an expression, in a sentence for the person who typed it. */
export class CronError extends Error {
  override readonly name = 'CronError';
}

/**
 * The same expression with numbers instead of names, no duplicates, and single spaces between fields. Throws
 * a CronError.
 */
export function normaliseCron(expression: string): string {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== FIELDS.length) {
    throw new CronError(
      `A cron expression has five fields, minute hour day month day_of_week; this one has ${parts.length}.`,
    );
  }
  return FIELDS.map((field, index) => normaliseField(field, parts[index] ?? '')).join(' ');
}

function normaliseField(field: Field, text: string): string {
  return [...new Set(text.split(',').map((item) => normaliseItem(field, item)))].join(',');
}

function normaliseItem(field: Field, item: string): string {
  const match = /^(?:(\*)|([0-9a-z]+)(?:-([0-9a-z]+))?)(?:\/(\d+))?$/i.exec(item);
  if (!match) throw new CronError(`The ${field.name} '${item}' cannot be read: ${allowed(field)}.`);
  const [, star, first, last, step] = match;
  if (step !== undefined) checkStep(field, item, Number(step), star === undefined && last === undefined);
  const end = step === undefined || Number(step) === 1 ? '' : `/${Number(step)}`;
  if (star !== undefined || first === undefined) return `*${end}`;
  const from = numberOf(field, first);
  if (last === undefined) return `${field.names === WEEKDAYS ? from % WEEKDAYS.length : from}${end}`;
  const to = lastOf(field, from, last);
  if (from > to) {
    throw new CronError(
      `The ${field.name} '${item}' runs backwards: write it as two ranges with a comma between them.`,
    );
  }
  return `${from}-${to}${end}`;
}

/** A range may end with Sunday by name, which is 7 there and 0 elsewhere. */
function lastOf(field: Field, from: number, text: string): number {
  const value = numberOf(field, text);
  return field.names === WEEKDAYS && value === 0 && from > 0 && !/\d/.test(text) ? 7 : value;
}

function numberOf(field: Field, text: string): number {
  const named = field.names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return named + field.min;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= field.min && value <= field.max)) {
    throw new CronError(`The ${field.name} '${text}' is not valid: ${allowed(field)}.`);
  }
  return value;
}

function checkStep(field: Field, item: string, step: number, isSingleValue: boolean): void {
  if (isSingleValue) {
    const [start] = item.split('/');
    throw new CronError(
      `The ${field.name} '${item}' needs a range before the step, such as ${start}-${field.max}/${step} or */${step}.`,
    );
  }
  if (step < 1 || step > field.max) {
    throw new CronError(
      `The step in the ${field.name} '${item}' must be a whole number from 1 to ${field.max}.`,
    );
  }
}

function allowed({ min, max, names }: Field): string {
  const examples = names ? `, names such as ${names[1]}` : '';
  return `it takes numbers from ${min} to ${max}${examples}, ranges, lists and steps`;
}
