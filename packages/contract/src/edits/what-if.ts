import { z } from 'zod';
import { DecimalString, idOf, Uuid } from '../api/common.ts';
import { defineRoute } from '../api/route.ts';

const beforeAndAfter = z.object({ before: DecimalString, after: DecimalString });

/** Sums over the stock of a plan's variants, in one currency, as they are and as the plan leaves them. */
export const WhatIfSums = z
  .object({
    currency: z.string(),
    variants: z.int().min(0).describe('Those whose price or cost the plan changes'),
    without_stock: z.int().min(0).describe('Those of them that add nothing, because none is in stock'),
    without_price: z.int().min(0).describe('In stock, but without a price before or after: in no sum'),
    without_cost: z.int().min(0).describe('In stock, but without a cost before or after: not in the margin'),
    value_at_price: beforeAndAfter.describe('What the stock brings'),
    value_at_cost: beforeAndAfter.describe('What the stock cost'),
    margin: beforeAndAfter.describe('The value at price less the value at cost, of variants that have both'),
    margin_percent: z
      .object({ before: z.string().nullable(), after: z.string().nullable() })
      .describe('The margin as a share of the same variants’ value at price; null where there is none'),
  })
  .meta({ id: 'WhatIfSums' });
export type WhatIfSums = z.infer<typeof WhatIfSums>;

export const WhatIfGroup = WhatIfSums.extend({
  store_id: Uuid.nullable().describe('Of a store'),
  name: z.string().nullable().describe('Of the store, vendor or type; null for none, and for the others'),
  others: z.int().min(0).describe('How many smaller groups this line sums up; 0 for a group of its own'),
}).meta({ id: 'WhatIfGroup' });
export type WhatIfGroup = z.infer<typeof WhatIfGroup>;

const groups = z.array(WhatIfGroup).describe('The largest 50, and the others as one line per currency');

/** Currencies are never added: what sells in two has two lines. */
export const WhatIf = z
  .object({
    totals: z.array(WhatIfSums).describe('One for each currency'),
    stores: groups,
    vendors: groups,
    types: groups,
    notes: z.array(z.string()).describe('What the sums leave out, as sentences for a person'),
  })
  .meta({ id: 'WhatIf' });
export type WhatIf = z.infer<typeof WhatIf>;

export const whatIfRoutes = {
  get: defineRoute('bulkUpdates.whatIf', {
    summary: 'Margin and stock value before and after a plan, by store, vendor and type',
    description:
      'Of a preview or a plan that waits, without the rows that are left out. Empty where it changes neither prices nor costs.',
    params: z.object({ batch_id: idOf('batch_not_found') }),
    response: WhatIf,
  }),
};
