import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { describe, expect, it } from 'vitest';
import type { ItemChanges } from '../../values/changes.ts';
import type { OpenItem } from '../items.repository.ts';
import { applied, decideFetched, decideReconciled } from './decisions.ts';

const itemWith = (changes: ItemChanges): OpenItem => ({
  id: 'item',
  position: 0,
  product_id: 'product',
  variant_id: 'variant',
  product_source_id: 'p1',
  variant_source_id: 'v1',
  product_title: 'Hat',
  variant_title: 'Red',
  sku: 'HAT-R',
  changes,
});
const PRICE_AND_COST = itemWith({ price: { old: '10.00', new: '12.00' }, cost: { old: null, new: '4.00' } });

const BOTH_OLD = { price: '10.00', cost: null };
const BOTH_NEW = { price: '12.00', cost: '4.00' };
const PRICE_CHANGED = { attribute: 'price', old: '10.00', new: '12.00' };

describe('values fetched right before writing', () => {
  it.each<[string, AttributeValues, ItemChanges]>([
    ['in another spelling', { price: '10', cost: '' }, PRICE_AND_COST.changes],
    [
      'one of which is new already',
      { price: '10.00', cost: '4' },
      { ...PRICE_AND_COST.changes, cost: { old: '4.00', new: '4.00' } },
    ],
  ])('let an edit go on: %s', (_name, held, ready) => {
    expect(decideFetched(PRICE_AND_COST, held)).toEqual({ ready });
  });

  it.each<[string, AttributeValues | null, string]>([
    ['all is there already', { price: '12', cost: '4.0' }, 'unchanged'],
    ['one attribute is neither', { price: '11.00', cost: null }, 'conflict'],
    ['one is neither and the other is there', { price: '11.00', cost: '4.00' }, 'conflict'],
    ['the variant is gone', null, 'failed'],
  ])('end the item where %s', (_name, held, status) => {
    expect(decideFetched(PRICE_AND_COST, held)).toMatchObject({ end: { status, changed: [] } });
  });

  it('are all named in a conflict', () => {
    const error =
      'It was changed in the store meanwhile and was left as it is: the price is 11.50 now, the cost is 3.00 now.';
    expect(decideFetched(PRICE_AND_COST, { price: '11.5', cost: '3.00' })).toMatchObject({ end: { error } });
  });
});

describe('reconciling after a lost answer', () => {
  it.each<[string, AttributeValues | null, object]>([
    [
      'it arrived',
      BOTH_NEW,
      { status: 'succeeded', changed: [PRICE_CHANGED, { attribute: 'cost', old: null, new: '4.00' }] },
    ],
    [
      'it did not, and is planned again',
      BOTH_OLD,
      { status: 'planned', changed: [], changes: PRICE_AND_COST.changes },
    ],
    [
      'a part arrived, and the rest is planned again',
      { price: '12.00', cost: null },
      {
        status: 'planned',
        changed: [PRICE_CHANGED],
        changes: { price: { old: '12.00', new: '12.00' }, cost: { old: null, new: '4.00' } },
      },
    ],
    [
      'it cannot be known beside a third value',
      { price: '13.00', cost: null },
      {
        status: 'conflict',
        changed: [],
        error: expect.stringMatching(/price is 13\.00 now\. The answer .* may have been made before\.$/),
      },
    ],
    [
      'it cannot be known of what is gone',
      null,
      { status: 'failed', error: expect.stringContaining('may have been made before') },
    ],
  ])('finds that %s', (_name, held, end) => {
    expect(decideReconciled(PRICE_AND_COST, held)).toMatchObject(end);
  });
});

describe('a confirmed edit', () => {
  it('is what the source says it holds', () => {
    const item = itemWith({ tags: { old: 'sale', new: 'new, sale' }, title: { old: 'Hat', new: 'Cap ' } });
    expect(applied(item, { tags: 'sale, new', title: 'Cap' }, true)).toMatchObject({
      status: 'succeeded',
      held: { tags: 'sale, new', title: 'Cap' },
      changed: [
        { attribute: 'tags', old: 'sale', new: 'sale, new' },
        { attribute: 'title', old: 'Hat', new: 'Cap' },
      ],
    });
  });

  it('is none where the source kept its value', () => {
    expect(applied(PRICE_AND_COST, { price: '10.00', cost: '4.00' }, true)).toMatchObject({
      status: 'failed',
      error: 'The store kept the price it had.',
      changed: [{ attribute: 'cost', old: null, new: '4.00' }],
    });
  });
});
