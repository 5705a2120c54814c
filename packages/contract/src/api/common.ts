import { z } from 'zod';
import { parseMoney } from '../values/money/money.ts';
import { model } from './model.ts';
import { type ErrorCode, problems } from './problems.ts';

/** An id of our own. */
export const Uuid = z.uuid({ error: 'This is not a valid id.' });

/** Ids of the main object of a call, with the error if it does not exist. */
export const namedRows = z.registry<{ readonly missing: ErrorCode }>();

/** Such an id; an invalid one gets the same answer as an unknown one. */
export function idOf(missing: ErrorCode) {
  return z.uuid({ error: 'This is not a valid id.' }).register(namedRows, { missing });
}

export const StoreId = idOf('store_not_found');

/** A time in ISO 8601, UTC, ending in `Z`. */
export const Timestamp = z.iso.datetime({ error: 'Must be a time such as 2026-01-31T08:00:00Z.' });

/** A calendar day, `YYYY-MM-DD`. */
const CalendarDate = z.iso.date({ error: 'Must be a date such as 2026-01-31.' });

/** A day, or a time within one; without an offset, it is a local time of the caller. */
export const DayOrMoment = z.union([CalendarDate, z.iso.datetime({ offset: true, local: true })], {
  error: 'Must be a date such as 2026-01-31, or a time such as 2026-01-31T08:00:00Z.',
});

/** A decimal number as a string, which never passes through a float. */
export const DecimalString = z.string().regex(/^-?\d+(\.\d+)?$/, { error: 'Must be a decimal number.' });

/** An amount of money in a response, such as `19.90`. */
export const Money = DecimalString.meta({ id: 'Money', description: 'Decimal string', examples: ['19.90'] });

/** An amount of money in a request: a number or a numeric string of at least 0; normalised to `19.90`. */
export const MoneyInput = z
  .union([z.number(), z.string()], {
    error: 'Enter a number of at least 0, such as 19.90.',
  })
  .transform((value, context) => {
    const parsed = parseMoney(value);
    if (parsed.ok) return parsed.value;
    context.issues.push({ code: 'custom', message: parsed.message, input: value });
    return z.NEVER;
  })
  .meta({
    id: 'MoneyInput',
    description:
      'A number or a numeric string of at least 0, with at most four decimals, or as many as the store keeps',
  });

/** The values that a person last read: if a sent field has changed since, nothing is saved. */
export function basedOn<Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) {
  return fields
    .partial()
    .optional()
    .describe('Values last read; 409 with the names of the fields that have changed since');
}

/** A required field, trimmed. */
export function requiredText(sentence: string, maxLength = 255) {
  return z
    .string({ error: sentence })
    .trim()
    .min(1, { error: sentence })
    .max(maxLength, { error: `Must be at most ${maxLength} characters long.` });
}

/** An optional field: omitted (unchanged on an update), null or blank (both mean none). */
export function optionalText(maxLength = 255) {
  return z
    .string({ error: 'Must be text.' })
    .trim()
    .max(maxLength, { error: `Must be at most ${maxLength} characters long.` })
    .nullable()
    .transform((value) => (value === '' ? null : value))
    .optional();
}

export const ChangeColumn = optionalText(128).describe(
  'The column by which changed rows are found; null for the rowversion of the table',
);

/** A condition on the rows of a SQL Server table; people may paste it including WHERE. */
export const WhereClause = optionalText(4_000)
  .transform((clause) => (clause ? clause.replace(/^where\b\s*/i, '') || null : clause))
  .describe('A condition on the rows of the table; a leading WHERE is ignored');

/** A secret in a request. Omitted, null or blank keeps the current one. */
export function secretInput(maxLength = 4000) {
  return z
    .string({ error: 'Must be text.' })
    .trim()
    .max(maxLength, { error: `Must be at most ${maxLength} characters long.` })
    .nullable()
    .optional()
    .transform((value) => (value ? value : undefined));
}

/** A password of another system, kept exactly as typed. Omitted, null or blank keeps the current one. */
export function passwordInput(maxLength = 4000) {
  return z
    .string({ error: 'Must be text.' })
    .max(maxLength, { error: `Must be at most ${maxLength} characters long.` })
    .nullable()
    .optional()
    .transform((value) => (value?.trim() ? value : undefined));
}

export const EmailAddress = z
  .string({ error: 'Enter an email address.' })
  .trim()
  .max(254, { error: 'Must be at most 254 characters long.' })
  .pipe(z.email({ error: 'Enter a valid email address.' }));

/** An email address that may be omitted, null or blank. */
export const OptionalEmailAddress = z
  .union([z.literal('').transform(() => null), EmailAddress], { error: 'Enter a valid email address.' })
  .nullable()
  .optional();

/** Trimmed tags, without empty or repeated ones. */
export const Tags = z
  .array(
    z
      .string({ error: 'A tag must be text.' })
      .max(255, { error: 'A tag must be at most 255 characters long.' }),
    {
      error: 'Tags must be a list of texts.',
    },
  )
  .max(250, { error: 'There can be at most 250 tags.' })
  .transform((tags) => [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]);

export function queryInteger({ min, max, name }: { min: number; max: number; name: string }) {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const sentence = `${name} must be a whole number ${range}.`;
  return z.coerce
    .number<number | string>({ error: sentence })
    .int({ error: sentence })
    .min(min, { error: sentence })
    .max(max, { error: sentence });
}

export function limitQuery({ defaultLimit, maxLimit }: { defaultLimit: number; maxLimit: number }) {
  return queryInteger({ min: 1, max: maxLimit, name: 'limit' }).default(defaultLimit);
}

export const OffsetQuery = queryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER, name: 'offset' }).default(0);

/** `true` or `false` in a query string. */
export const QueryBoolean = z
  .union([z.boolean(), z.enum(['true', 'false'])], { error: 'Must be true or false.' })
  .transform((value) => value === true || value === 'true');

/** A filter in a query string; blank means none. */
export function queryFilter<Schema extends z.ZodType>(schema: Schema) {
  const blank = z.literal('').transform(() => undefined);
  return z
    .union([blank, schema], { error: (issue) => issue.errors?.[1]?.[0]?.message ?? 'Is not valid.' })
    .optional();
}

export const SortDirection = z.enum(['asc', 'desc'], { error: "sort_direction must be 'asc' or 'desc'." });
export type SortDirection = z.infer<typeof SortDirection>;

export const StoreParams = z.object({ id: StoreId });

/** The position of a list page; cursors are null in a list paged by offset, and at its ends. */
export const PaginationInfo = model('PaginationInfo', {
  total: z.int().min(0),
  limit: z.int().min(1),
  offset: z.int().min(0),
  has_more: z.boolean(),
  next_page_info: z.string().nullable(),
  previous_page_info: z.string().nullable(),
});

/** The response of a call that only does something. */
export const Outcome = model('Outcome', { success: z.boolean(), message: z.string() });

const errorCodes = Object.keys(problems) as [ErrorCode, ...ErrorCode[]];

/** RFC 9457 problem details. `detail` is a sentence for people. */
export const ProblemDetails = model('ProblemDetails', {
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(errorCodes),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('The fields that failed validation'),
});
export type ProblemDetails = z.infer<typeof ProblemDetails>;

/** Random, chosen by the client; a repeated request has the same one. */
export const IdempotencyKey = z
  .string()
  .trim()
  .min(1, { error: 'Idempotency-Key must not be empty.' })
  .max(255, { error: 'Idempotency-Key may have at most 255 characters.' })
  .optional();
