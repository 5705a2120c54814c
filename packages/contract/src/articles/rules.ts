import { z } from 'zod';
import { idOf, Outcome, optionalText, Timestamp, Uuid } from '../api/common.ts';
import { defineRoute } from '../api/route.ts';
import { EDITABLE_ATTRIBUTES } from '../constants.ts';
import { Person } from '../people/person.ts';
import { isMoneyAttribute } from '../values/attribute-value.ts';
import { EXCHANGE_RATES_MAX, RULE_WATCHES } from './compared.ts';

const ending = z
  .string()
  .regex(/^\.\d{2}$/, { error: 'Enter an ending such as .99.' })
  .nullable()
  .default(null)
  .describe('The nearest amount that ends so; null rounds to the smallest unit of the currency');

const factor = z
  .string({ error: 'Enter a factor such as 1.05.' })
  .regex(/^\d{1,6}(\.\d{1,6})?$/, { error: 'Enter a factor such as 1.05.' })
  .refine((text) => Number(text) > 0, { error: 'A factor must be more than 0.' });

const summand = z
  .string()
  .regex(/^-?\d{1,9}(\.\d{1,4})?$/, { error: 'Enter an amount such as 2.50 or -2.50.' })
  .default('0');

/** How the value of a store follows from that of another one. */
export const RuleWay = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('same') }),
    z.strictObject({
      kind: z.literal('formula').describe('Amount × factor + amount, never below 0, then rounded'),
      factor,
      amount: summand,
      ending,
    }),
    z.strictObject({
      kind: z.literal('currency').describe('Amount × the rate from its currency to the other, then rounded'),
      ending,
    }),
    z.strictObject({ kind: z.literal('ignore').describe('Differences there are none of interest') }),
  ],
  { error: 'Choose how the value follows.' },
);
export type RuleWay = z.infer<typeof RuleWay>;

const fields = {
  name: optionalText(100).describe('Left out: what the rule says'),
  attribute: z.enum(EDITABLE_ATTRIBUTES, { error: 'Choose an attribute.' }),
  store_ids: z
    .array(Uuid, { error: 'Choose at least one store.' })
    .min(1, { error: 'Choose at least one store.' })
    .max(1_000)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'Choose each store once.' })
    .describe('Where the rule holds; there is one rule for an attribute of a store'),
  source_store_id: Uuid.nullable().describe('Where the value comes from; null where it is ignored'),
  way: RuleWay,
  is_enabled: z.boolean().default(true),
  watch: z
    .enum(RULE_WATCHES, { error: 'Choose off, count or plan.' })
    .default('off')
    .describe(
      '`count`: deviations need attention; `plan`: after a sync that brings some, a plan waits in the inbox as well',
    ),
};

type Checked = Pick<
  z.infer<z.ZodObject<typeof fields>>,
  'attribute' | 'store_ids' | 'source_store_id' | 'way'
>;

/** Checks between the fields, each with the field that is to be changed. */
const checked = <Schema extends z.ZodType<Checked>>(schema: Schema) =>
  schema
    .refine(({ way, source_store_id }) => (way.kind === 'ignore') === (source_store_id === null), {
      path: ['source_store_id'],
      error: 'Choose the store that the value comes from.',
    })
    .refine(({ source_store_id, store_ids }) => !source_store_id || !store_ids.includes(source_store_id), {
      path: ['store_ids'],
      error: 'A store cannot follow itself.',
    })
    .refine(
      ({ way, attribute }) => way.kind === 'same' || way.kind === 'ignore' || isMoneyAttribute(attribute),
      { path: ['way'], error: 'Only price, cost and compare-at price can be worked out.' },
    );

export const RuleCreate = checked(z.object(fields)).meta({ id: 'RuleCreate' });
export type RuleCreate = z.infer<typeof RuleCreate>;

export const RuleUpdate = checked(
  z.object({
    ...fields,
    version: z.int().min(1).describe('The one that was seen; 409 where another one is saved by now'),
  }),
).meta({ id: 'RuleUpdate' });
export type RuleUpdate = z.infer<typeof RuleUpdate>;

/** What should be equal across stores, and how. */
export const EqualityRule = z
  .object({
    ...fields,
    id: Uuid,
    name: z.string().nullable(),
    title: z.string().describe('The name, or what the rule says, in words'),
    problem: z
      .string()
      .nullable()
      .describe('Why it finds nothing, as a sentence: such as a rate that is missing'),
    deviations: z
      .int()
      .min(0)
      .nullable()
      .describe('Of a watched rule: variants that deviated when they were last counted'),
    counted_at: Timestamp.nullable(),
    waiting_plan_id: Uuid.nullable().describe('The plan that the rule has sent to the inbox'),
    version: z.int().min(1),
    updated_at: Timestamp,
    updated_by: Person,
  })
  .meta({ id: 'EqualityRule' });
export type EqualityRule = z.infer<typeof EqualityRule>;

export const RuleList = z.object({ rules: z.array(EqualityRule) }).meta({ id: 'RuleList' });
export type RuleList = z.infer<typeof RuleList>;

const currency = z.string().regex(/^[A-Z]{3}$/, { error: 'Enter a currency of three letters, such as CHF.' });

export const ExchangeRate = z.object({
  from: currency,
  to: currency,
  rate: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,10})?$/, { error: 'Enter a rate such as 1.0523.' })
    .refine((text) => Number(text) > 0, { error: 'A rate must be more than 0.' })
    .describe('How much of `to` one of `from` is'),
});
export type ExchangeRate = z.infer<typeof ExchangeRate>;

export const ExchangeRates = z
  .object({
    rates: z.array(ExchangeRate),
    version: z.int().min(1),
    updated_at: Timestamp.nullable(),
    updated_by: Person.nullable(),
  })
  .meta({ id: 'ExchangeRates' });
export type ExchangeRates = z.infer<typeof ExchangeRates>;

export const ExchangeRatesInput = z
  .object({
    rates: z
      .array(ExchangeRate)
      .max(EXCHANGE_RATES_MAX)
      .refine((rates) => rates.every(({ from, to }) => from !== to), {
        error: 'A rate is between two currencies.',
      })
      .refine((rates) => new Set(rates.map(({ from, to }) => `${from} ${to}`)).size === rates.length, {
        error: 'Enter each pair of currencies once.',
      })
      .describe('The whole table; nothing is asked of a service'),
    version: z.int().min(1).describe('The one that was seen; 409 where another one is saved by now'),
  })
  .meta({ id: 'ExchangeRatesInput' });
export type ExchangeRatesInput = z.infer<typeof ExchangeRatesInput>;

const params = z.object({ id: idOf('rule_not_found') });

export const ruleRoutes = {
  list: defineRoute('rules.list', {
    summary: 'What should be equal across stores, and how',
    response: RuleList,
  }),
  create: defineRoute('rules.create', {
    summary: 'Add a rule of what should be equal',
    description: 'It changes no product: deviations are listed by `GET /compare`, and corrected by a plan.',
    body: RuleCreate,
    response: EqualityRule,
    status: 201,
  }),
  update: defineRoute('rules.update', {
    summary: 'Change a rule of what should be equal',
    params,
    body: RuleUpdate,
    response: EqualityRule,
  }),
  delete: defineRoute('rules.delete', {
    summary: 'Delete a rule of what should be equal',
    params,
    response: Outcome,
  }),
  rates: defineRoute('rules.rates', {
    summary: 'The rates between currencies that rules use',
    response: ExchangeRates,
  }),
  saveRates: defineRoute('rules.saveRates', {
    summary: 'Replace the rates between currencies',
    body: ExchangeRatesInput,
    response: ExchangeRates,
  }),
};
