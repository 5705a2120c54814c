import { choicesOf, METAFIELD_MAX_LENGTH, type MetafieldDefinition } from '../attributes/metafields.ts';
import { canonicalDecimal, compareDecimals, isDecimal } from './money/decimal.ts';

/** Values of metafields by definition, as typed and as stored by Shopify. */

/** Shopify's maximum number of decimals. */
const MAX_DECIMALS = 9;
const MAX_DIGITS = 13;
const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d{1,7})?))?)?(Z|[+-]\d\d:\d\d)?$/i;
const WORDS: Readonly<Record<string, string>> = { yes: 'true', no: 'false', 1: 'true', 0: 'false' };

/** In the source's format; an invalid value is unchanged. */
export function metafieldValue({ type }: MetafieldDefinition, text: string | null): string | null {
  if (text === null) return null;
  if (type === 'multi_line_text_field') return text.trim() === '' ? null : text;
  const value = text.trim();
  if (value === '') return null;
  switch (type) {
    case 'boolean':
      return WORDS[value.toLowerCase()] ?? value.toLowerCase();
    case 'number_integer':
    case 'number_decimal':
      return isDecimal(value) ? canonicalDecimal(value) : value;
    case 'uniqueidentifier':
      return value.toUpperCase();
    case 'datetime':
      return momentIn(value) ?? value;
    default:
      return value;
  }
}

/** With seconds, and their fraction if there is one; null if it is not a date and time. */
function momentIn(text: string): string | null {
  const [, date = '', hour = '00', minute = '00', second = '00', zone = ''] = MOMENT.exec(text) ?? [];
  if (!isDate(date)) return null;
  const exact = second.includes('.') ? second.replace(/\.?0+$/, '') : second;
  return `${date}T${hour}:${minute}:${exact}${zone.toUpperCase()}`;
}

/**
 * Why a text is not a valid value, as a sentence, or null. The limits are those of Shopify's documentation.
 */
export function metafieldProblem(definition: MetafieldDefinition, text: string | null): string | null {
  const value = metafieldValue(definition, text);
  if (value === null) return definition.validations.required === 'true' ? 'Must not be empty.' : null;
  return (
    problemOfType(definition.type, value) ??
    problemOfChoice(definition, value) ??
    problemOfLimits(definition, value)
  );
}

function problemOfType(type: string, value: string): string | null {
  switch (type) {
    case 'boolean':
      return value === 'true' || value === 'false' ? null : 'Must be yes or no.';
    case 'number_integer':
      return /^-?\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value))
        ? null
        : 'Must be a whole number.';
    case 'number_decimal': {
      const [whole = '', decimals = ''] = value.replace('-', '').split('.');
      if (!/^-?\d+(\.\d+)?$/.test(value)) return 'Must be a number such as 12.5.';
      return whole.length > MAX_DIGITS || decimals.length > MAX_DECIMALS
        ? `Must have at most ${MAX_DIGITS} digits and ${MAX_DECIMALS} decimals.`
        : null;
    }
    case 'date':
      return isDate(value) ? null : 'Must be a date such as 2026-11-24.';
    case 'datetime':
      return momentIn(value) === null ? 'Must be a date and time such as 2026-11-24 09:30.' : null;
    case 'uniqueidentifier':
      return GUID.test(value)
        ? null
        : 'Must be a unique identifier such as 6F9619FF-8B86-D011-B42D-00C04FC964FF.';
    case 'url':
      return /^(https?:\/\/|mailto:|sms:|tel:)\S+$/i.test(value)
        ? null
        : 'Must be an address that begins with https://.';
    case 'single_line_text_field':
      return value.includes('\n') ? 'Must be a single line.' : tooLong(value);
    default:
      return tooLong(value);
  }
}

const tooLong = (value: string) =>
  value.length > METAFIELD_MAX_LENGTH ? `Must be at most ${METAFIELD_MAX_LENGTH} characters long.` : null;

function isDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && date.toJSON()?.slice(0, 10) === value;
}

function problemOfChoice(definition: MetafieldDefinition, value: string): string | null {
  const choices = choicesOf(definition);
  return choices === null || choices.includes(value) ? null : `Must be one of: ${choices.join(', ')}.`;
}

function problemOfLimits({ type, validations }: MetafieldDefinition, value: string): string | null {
  const { min, max, regex, max_precision: precision } = validations;
  if (type === 'single_line_text_field' || type === 'multi_line_text_field') {
    const length = [...value].length;
    if (min !== undefined && length < Number(min)) return `Must be at least ${min} characters long.`;
    if (max !== undefined && length > Number(max)) return `Must be at most ${max} characters long.`;
    return regex === undefined || fits(regex, value) ? null : `Must have the form ${regex}.`;
  }
  const compare = type === 'date' ? compareTexts : compareNumbers;
  if (min !== undefined && compare(value, min) < 0)
    return `Must be ${min} or ${type === 'date' ? 'later' : 'more'}.`;
  if (max !== undefined && compare(value, max) > 0)
    return `Must be ${max} or ${type === 'date' ? 'earlier' : 'less'}.`;
  const decimals = value.split('.')[1]?.length ?? 0;
  return precision === undefined || decimals <= Number(precision)
    ? null
    : `Must have at most ${precision} decimals.`;
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const compareNumbers = (one: string, other: string) => (isDecimal(other) ? compareDecimals(one, other) : 0);

/** Shopify's regular expressions are Ruby's; one that is invalid here is left to Shopify. */
function fits(regex: string, value: string): boolean {
  try {
    return new RegExp(regex, 'u').test(value);
  } catch {
    return true;
  }
}
