import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { describe, expect, it } from 'vitest';
import type { ItemChanges, OpenItem } from '../items.repository.ts';
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

describe('a look right before writing', () => {
  it('lets an edit go on from what the source holds, in its spelling', () => {
    expect(decideFetched(PRICE_AND_COST, { price: '10', cost: '' })).toEqual({
      ready: { price: { old: '10.00', new: '12.00' }, cost: { old: null, new: '4.00' } },
    });
  });

  it('takes a value that is there already out of what is written', () => {
    expect(decideFetched(PRICE_AND_COST, { price: '10.00', cost: '4' })).toEqual({
      ready: { price: { old: '10.00', new: '12.00' }, cost: { old: '4.00', new: '4.00' } },
    });
  });

  it.each<[string, AttributeValues | null, string]>([
    ['all is there already', { price: '12', cost: '4.0' }, 'unchanged'],
    ['one attribute is neither', { price: '11.00', cost: null }, 'conflict'],
    ['one is neither and the other is there', { price: '11.00', cost: '4.00' }, 'conflict'],
    ['the variant is gone', null, 'failed'],
  ])('ends the item where %s', (_name, held, status) => {
    expect(decideFetched(PRICE_AND_COST, held)).toMatchObject({ end: { status, changed: [] } });
  });

  it('names every value that is another one', () => {
    expect(decideFetched(PRICE_AND_COST, { price: '11.5', cost: '3.00' })).toMatchObject({
      end: {
        error:
          'It was changed in the store meanwhile and was left as it is: the price is 11.50 now, the cost is 3.00 now.',
      },
    });
  });
});

describe('reading back after a lost answer', () => {
  it('finds that it arrived', () => {
    expect(decideReconciled(PRICE_AND_COST, { price: '12.00', cost: '4.00' })).toMatchObject({
      status: 'succeeded',
      changed: [
        { attribute: 'price', old: '10.00', new: '12.00' },
        { attribute: 'cost', old: null, new: '4.00' },
      ],
    });
  });

  it('finds that it did not, and plans it again', () => {
    expect(decideReconciled(PRICE_AND_COST, { price: '10.00', cost: null })).toMatchObject({
      status: 'planned',
      changed: [],
      changes: PRICE_AND_COST.changes,
    });
  });

  it('keeps what arrived of it, and plans the rest again', () => {
    expect(decideReconciled(PRICE_AND_COST, { price: '12.00', cost: null })).toMatchObject({
      status: 'planned',
      changed: [{ attribute: 'price', old: '10.00', new: '12.00' }],
      changes: { price: { old: '12.00', new: '12.00' }, cost: { old: null, new: '4.00' } },
    });
  });

  it('cannot know where the source holds a third value', () => {
    expect(decideReconciled(PRICE_AND_COST, { price: '13.00', cost: null })).toMatchObject({
      status: 'conflict',
      changed: [],
      error: expect.stringMatching(/price is 13\.00 now\. The answer .* may have been made before\.$/),
    });
    expect(decideReconciled(PRICE_AND_COST, null)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('may have been made before'),
    });
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
