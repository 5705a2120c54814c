import { z } from 'zod';
import { idOf, Outcome, optionalText, Timestamp, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { LISTED_ATTRIBUTES } from '../attributes/attributes.ts';
import { Person } from '../people/person.ts';
import { isMoneyAttribute } from '../values/attribute-value.ts';
import { EXCHANGE_RATES_MAX, RULE_WATCHES } from './compared.ts';

const ending = z
  .string()
  .regex(/^\.\d{2}$/, { error: 'Enter an ending such as .99.' })
  .nullable()
  .default(null)
  .describe(
    'The nearest amount with this ending, whole in a currency without decimals; null rounds to its smallest unit',
  );

const factor = z
  .string({ error: 'Enter a factor such as 1.05.' })
  .regex(/^\d{1,6}(\.\d{1,6})?$/, { error: 'Enter a factor such as 1.05.' })
  .refine((text) => Number(text) > 0, { error: 'A factor must be more than 0.' });

const summand = z
  .string()
  .regex(/^-?\d{1,9}(\.\d{1,4})?$/, { error: 'Enter an amount such as 2.50 or -2.50.' })
  .default('0');

/** How a store's value follows from another store's. */
const RuleWay = z.discriminatedUnion(
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
    z.strictObject({ kind: z.literal('ignore').describe('Differences to ignore') }),
  ],
  { error: 'Choose how the value follows.' },
);

const fields = {
  name: optionalText(100).describe('Default: as the rule states'),
  attribute: z.enum(LISTED_ATTRIBUTES, { error: 'Choose an attribute.' }),
  store_ids: z
    .array(Uuid, { error: 'Choose at least one store.' })
    .min(1, { error: 'Choose at least one store.' })
    .max(1_000)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'Choose each store once.' })
    .describe('Stores the rule applies to; one rule per attribute and store'),
  source_store_id: Uuid.nullable().describe('Source column; null if ignored'),
  way: RuleWay,
  is_enabled: z.boolean().default(true),
  watch: z
    .enum(RULE_WATCHES, { error: 'Choose off, count or plan.' })
    .default('off')
    .describe(
      '`count`: deviations appear in the attention list; `plan`: after a sync that finds some, a plan is also submitted to the inbox',
    ),
};

type Checked = Pick<
  z.infer<z.ZodObject<typeof fields>>,
  'attribute' | 'store_ids' | 'source_store_id' | 'way'
>;

/** Checks across fields, each reported at the field to change. */
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
    version: z.int().min(1).describe('Version last read; 409 if another one has been saved since'),
  }),
).meta({ id: 'RuleUpdate' });
export type RuleUpdate = z.infer<typeof RuleUpdate>;

/** What should be equal across stores, and how. */
export const EqualityRule = model('EqualityRule', {
  ...fields,
  id: Uuid,
  name: z.string().nullable(),
  title: z.string().describe('The name, or else the rule in words'),
  problem: z
    .string()
    .nullable()
    .describe('Why it applies to nothing, such as a missing rate, or why no plan of it waits, as a sentence'),
  deviations: z.int().min(0).nullable().describe('For a watched rule: deviating variants at the last count'),
  counted_at: Timestamp.nullable(),
  waiting_plan_id: Uuid.nullable().describe('The plan the rule submitted to the inbox'),
  version: z.int().min(1),
  updated_at: Timestamp,
  updated_by: Person,
});
export type EqualityRule = z.infer<typeof EqualityRule>;

export const RuleList = model('RuleList', { rules: z.array(EqualityRule) });
export type RuleList = z.infer<typeof RuleList>;

const currency = z.string().regex(/^[A-Z]{3}$/, { error: 'Enter a currency of three letters, such as CHF.' });

export const ExchangeRate = z.object({
  from: currency,
  to: currency,
  rate: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,10})?$/, { error: 'Enter a rate such as 1.0523.' })
    .refine((text) => Number(text) > 0, { error: 'A rate must be more than 0.' })
    .describe('Amount of `to` for one unit of `from`'),
});
export type ExchangeRate = z.infer<typeof ExchangeRate>;

export const ExchangeRates = model('ExchangeRates', {
  rates: z.array(ExchangeRate),
  version: z.int().min(1),
  updated_at: Timestamp.nullable(),
  updated_by: Person.nullable(),
});
export type ExchangeRates = z.infer<typeof ExchangeRates>;

export const ExchangeRatesInput = model('ExchangeRatesInput', {
  rates: z
    .array(ExchangeRate)
    .max(EXCHANGE_RATES_MAX)
    .refine((rates) => rates.every(({ from, to }) => from !== to), {
      error: 'A rate is between two currencies.',
    })
    .refine((rates) => new Set(rates.map(({ from, to }) => `${from} ${to}`)).size === rates.length, {
      error: 'Enter each pair of currencies once.',
    })
    .describe('The whole table; no rates are fetched from a service'),
  version: z.int().min(1).describe('Version last read; 409 if another one has been saved since'),
});
export type ExchangeRatesInput = z.infer<typeof ExchangeRatesInput>;

const params = z.object({ id: idOf('rule_not_found') });

export const ruleRoutes = {
  list: defineRoute('rules.list', {
    summary: 'List the equality rules',
    response: RuleList,
  }),
  create: defineRoute('rules.create', {
    summary: 'Add an equality rule',
    description: 'Changes no product: `GET /compare` lists deviations, and a plan corrects them.',
    body: RuleCreate,
    response: EqualityRule,
    status: 201,
  }),
  update: defineRoute('rules.update', {
    summary: 'Change an equality rule',
    params,
    body: RuleUpdate,
    response: EqualityRule,
  }),
  delete: defineRoute('rules.delete', {
    summary: 'Delete an equality rule',
    params,
    response: Outcome,
  }),
  rates: defineRoute('rules.rates', {
    summary: 'List the exchange rates used by rules',
    response: ExchangeRates,
  }),
  saveRates: defineRoute('rules.saveRates', {
    summary: 'Replace the rates between currencies',
    body: ExchangeRatesInput,
    response: ExchangeRates,
  }),
};
