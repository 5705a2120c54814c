import { z } from 'zod';
import { DecimalString, idOf, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';

const beforeAndAfter = z.object({ before: DecimalString, after: DecimalString });

/** Sums over the stock of a plan's variants in one currency, before and after the plan. */
export const WhatIfSums = model('WhatIfSums', {
  currency: z.string(),
  variants: z.int().min(0).describe('Variants whose price or cost the plan changes'),
  without_stock: z.int().min(0).describe('Variants among them without stock, which add nothing'),
  without_price: z.int().min(0).describe('In stock without a price before or after: not part of any sum'),
  without_cost: z.int().min(0).describe('In stock without a cost before or after: not part of the margin'),
  value_at_price: beforeAndAfter.describe('Stock value at price'),
  value_at_cost: beforeAndAfter.describe('Stock value at cost'),
  margin: beforeAndAfter.describe('Value at price minus value at cost, for variants with both'),
  margin_percent: z
    .object({ before: z.string().nullable(), after: z.string().nullable() })
    .describe('Margin as a share of the same variants’ value at price; null if there is none'),
});
export type WhatIfSums = z.infer<typeof WhatIfSums>;

export const WhatIfGroup = WhatIfSums.extend({
  store_id: Uuid.nullable().describe('Of a store'),
  name: z.string().nullable().describe('Name of the store, vendor or type; null for none and for the rest'),
  others: z.int().min(0).describe('Number of smaller groups this line sums up; 0 for a single group'),
}).meta({ id: 'WhatIfGroup' });
export type WhatIfGroup = z.infer<typeof WhatIfGroup>;

const groups = z.array(WhatIfGroup).describe('The largest 50, and the others as one line per currency');

/** Currencies are never added: what sells in two has two lines. */
export const WhatIf = model('WhatIf', {
  totals: z.array(WhatIfSums).describe('One per currency'),
  stores: groups,
  vendors: groups,
  types: groups,
  notes: z.array(z.string()).describe('What the totals leave out, as sentences'),
});
export type WhatIf = z.infer<typeof WhatIf>;

export const whatIfRoutes = {
  get: defineRoute('bulkUpdates.whatIf', {
    summary: 'Compare margin and stock value before and after a plan, by store, vendor and type',
    description:
      'For a preview or a waiting plan, without excluded rows. Empty if it changes neither prices nor costs.',
    params: z.object({ batch_id: idOf('batch_not_found') }),
    response: WhatIf,
  }),
};
