import { z } from 'zod';
import { idOf, Outcome, optionalText, requiredText, Timestamp, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { MONEY_ATTRIBUTES } from '../attributes/attributes.ts';
import { GUARD_RAIL_EFFECTS, OVERRIDE_REASON_MAX_LENGTH } from '../constants.ts';
import { Person } from '../people/person.ts';

const percent = (sentence: string, min: number, max: number) =>
  z.number({ error: sentence }).min(min, { error: sentence }).max(max, { error: sentence });

const attribute = z.enum(MONEY_ATTRIBUTES, { error: 'Choose price, cost or compare-at price.' });
const amount = z
  .string({ error: 'Enter an amount such as 19.90.' })
  .regex(/^\d{1,9}(\.\d{1,4})?$/, { error: 'Enter an amount of at least 0, such as 19.90.' });
const currency = z
  .string({ error: 'Enter a currency such as CHF.' })
  .regex(/^[A-Z]{3}$/, { error: 'Enter a currency of three letters, such as CHF.' })
  .describe('Only applies to stores, and to price lists of markets, with this currency');
const timeOfDay = z
  .string({ error: 'Enter a time such as 08:00.' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, { error: 'Enter a time from 00:00 to 24:00.' });

/** What a rule requires. Percentages are numbers such as 12.5; amounts are in the store's currency. */
export const GuardRailRule = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({
        kind: z.literal('min_margin').describe('100 × (price − cost) / price, where both are known'),
        percent: percent('Enter a margin from 0 to 99.9%.', 0, 99.9),
      }),
      z.strictObject({
        kind: z
          .literal('max_move')
          .describe('Largest permitted change of an amount; an amount of 0 may become anything'),
        attribute,
        direction: z.enum(['any', 'up', 'down']),
        percent: percent('Enter a percentage from 0.1 to 10,000.', 0.1, 10_000),
      }),
      z.strictObject({ kind: z.literal('floor'), attribute, amount, currency }),
      z.strictObject({ kind: z.literal('ceiling'), attribute, amount, currency }),
      z.strictObject({
        kind: z.literal('ending'),
        attribute,
        endings: z
          .array(z.string().regex(/^\d*\.?\d{1,4}$/, { error: 'Enter an ending such as .99 or 9.90.' }), {
            error: 'Enter at least one ending, such as .99.',
          })
          .min(1, { error: 'Enter at least one ending, such as .99.' })
          .max(10, { error: 'Enter at most 10 endings.' }),
      }),
      z.strictObject({
        kind: z.literal('max_rows').describe('For one update, in the stores the rule covers'),
        rows: z
          .int({ error: 'Enter a whole number of at least 1.' })
          .min(1, { error: 'Enter a whole number of at least 1.' }),
      }),
      z.strictObject({
        kind: z
          .literal('quiet_hours')
          .describe('Hours in which nothing may start; past midnight if the end is before the start'),
        days: z
          .array(z.int().min(0).max(6), { error: 'Choose at least one day.' })
          .min(1, { error: 'Choose at least one day.' })
          .refine((days) => new Set(days).size === days.length, { error: 'Choose each day once.' })
          .describe('Day on which they begin: 0 is Monday'),
        from: timeOfDay,
        to: timeOfDay,
        timezone: requiredText('Choose a timezone.', 100),
      }),
    ],
    { error: 'Choose what the guard rail demands.' },
  )
  .meta({ id: 'GuardRailRule' });
export type GuardRailRule = z.infer<typeof GuardRailRule>;

const names = (what: string) =>
  z.array(requiredText(`Enter a ${what}.`)).max(100, { error: 'Must be at most 100.' });
const scopes = {
  store_ids: z.array(Uuid).max(1_000),
  vendors: names('vendor'),
  product_types: names('product type'),
  tags: names('tag'),
};

/** The rows that it applies to: those that match one entry of each list. An empty list matches all. */
const GuardRailScope = z.object(scopes).meta({ id: 'GuardRailScope' });
type GuardRailScope = z.infer<typeof GuardRailScope>;

const ScopeInput = z.object({
  store_ids: scopes.store_ids.default([]),
  vendors: scopes.vendors.default([]),
  product_types: scopes.product_types.default([]),
  tags: scopes.tags.default([]),
});

export const GuardRailEffect = z
  .enum(GUARD_RAIL_EFFECTS, { error: 'Choose what happens: warning, approval or block.' })
  .describe(
    'Effect of breaking the rule: `warning` requires a written reason, `approval` a second person to apply it, ' +
      '`block` an owner with a written reason',
  );
export type GuardRailEffect = z.infer<typeof GuardRailEffect>;

const fields = {
  name: optionalText(100).describe('Such as the underlying agreement. Default: as the rule states'),
  effect: GuardRailEffect,
  is_enabled: z.boolean().default(true),
  rule: GuardRailRule,
  scope: ScopeInput.prefault({}),
};

/** Whether a rule checks an update as a whole, rather than each row. */
export const isOfWholeUpdate = ({ kind }: { readonly kind: GuardRailRule['kind'] }) =>
  kind === 'max_rows' || kind === 'quiet_hours';

const fitsItsScope = ({ rule, scope }: { rule: GuardRailRule; scope: GuardRailScope }) =>
  !isOfWholeUpdate(rule) || scope.vendors.length + scope.product_types.length + scope.tags.length === 0;
const scopeOfStores = { path: ['scope'], error: 'Such a guard rail can be limited to stores alone.' };

export const GuardRailCreate = z
  .object(fields)
  .refine(fitsItsScope, scopeOfStores)
  .meta({ id: 'GuardRailCreate' });
export type GuardRailCreate = z.infer<typeof GuardRailCreate>;

export const GuardRailUpdate = z
  .object({
    ...fields,
    version: z.int().min(1).describe('Version last read; 409 if another one has been saved since'),
  })
  .refine(fitsItsScope, scopeOfStores)
  .meta({ id: 'GuardRailUpdate' });
export type GuardRailUpdate = z.infer<typeof GuardRailUpdate>;

/** A rule that every change has to meet, wherever it comes from. */
export const GuardRail = model('GuardRail', {
  id: Uuid,
  name: z.string().nullable(),
  title: z.string().describe('The name, or else the rule in words'),
  effect: GuardRailEffect,
  is_enabled: z.boolean(),
  rule: GuardRailRule,
  scope: GuardRailScope,
  version: z.int().min(1),
  updated_at: Timestamp,
  updated_by: Person,
});
export type GuardRail = z.infer<typeof GuardRail>;

export const GuardRailList = model('GuardRailList', { guard_rails: z.array(GuardRail) });
export type GuardRailList = z.infer<typeof GuardRailList>;

/** A guard rail that a change breaks. */
export const GuardRailFinding = model('GuardRailFinding', {
  guard_rail_id: Uuid,
  effect: GuardRailEffect,
  title: z.string(),
  rows: z
    .int()
    .min(0)
    .describe('Stores that break it; all stores of the update if it concerns the whole update'),
  message: z.string().describe('A sentence to show to people'),
});
export type GuardRailFinding = z.infer<typeof GuardRailFinding>;

/** The same for one row. */
export const BrokenGuardRail = GuardRailFinding.pick({
  guard_rail_id: true,
  effect: true,
  message: true,
}).meta({
  id: 'BrokenGuardRail',
});
export type BrokenGuardRail = z.infer<typeof BrokenGuardRail>;

/** Why a change breaks a guard rail; stored with it. */
export const OverrideReason = z
  .string()
  .trim()
  .max(OVERRIDE_REASON_MAX_LENGTH, {
    error: `A reason has at most ${OVERRIDE_REASON_MAX_LENGTH} characters.`,
  })
  .nullish()
  .transform((reason) => reason || null)
  .describe('Written reason for breaking a guard rail; kept with the update');

/** Why an update that breaks guard rails was applied, and by whom. */
export const Override = model('Override', { reason: z.string(), by: Person });
export type Override = z.infer<typeof Override>;

const params = z.object({ id: idOf('guard_rail_not_found') });

export const guardRailRoutes = {
  list: defineRoute('guardRails.list', {
    summary: 'List the guard rails',
    response: GuardRailList,
  }),
  create: defineRoute('guardRails.create', {
    summary: 'Add a guard rail',
    description:
      'Applies to previews, edits in place, files, undo and scheduled changes, including previews made earlier. ' +
      'One that demands the same of the same products as another is refused.',
    body: GuardRailCreate,
    response: GuardRail,
    status: 201,
  }),
  update: defineRoute('guardRails.update', {
    summary: 'Change a guard rail or switch it off',
    params,
    body: GuardRailUpdate,
    response: GuardRail,
  }),
  delete: defineRoute('guardRails.delete', {
    summary: 'Delete a guard rail',
    description: 'Updates that broke it still show its name.',
    params,
    response: Outcome,
  }),
};
