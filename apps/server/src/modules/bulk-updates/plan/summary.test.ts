import { expect, it } from 'vitest';
import type { PlannedItem } from './plan-item.ts';
import type { PlanningStore } from './planning-store.ts';
import { createPlanSummary } from './summary.ts';

const item: PlannedItem = {
  id: '0190e000-0000-7000-8000-000000000001',
  storeId: 'mill',
  productId: 'cog',
  variantId: 'red',
  productSourceId: null,
  variantSourceId: null,
  productTitle: 'Cog',
  variantTitle: 'Red',
  sku: null,
  rowNumber: null,
  changes: { price: { old: '10.00', new: '0.00' } },
  warnings: ['zero_price'],
  status: 'planned',
  error: null,
};

const store: PlanningStore = {
  id: 'mill',
  name: 'Mill',
  currency: 'USD',
  refusal: null,
  attributes: new Set(),
  decimalsOf: () => 2,
  refusalOf: () => '',
  decidesOnBelonging: () => false,
  readRemoved: null,
  isArchived: false,
  editing: null,
};

it('writes counts in sentences as the screens write theirs', () => {
  const summary = createPlanSummary();
  for (let items = 0; items < 1200; items++) {
    summary.add(item, store);
  }
  expect(summary.result().warnings.map(({ message }) => message)).toEqual(['1,200 prices become 0.']);
});
