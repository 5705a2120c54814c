import { beforeEach, describe, expect, it } from 'vitest';
import { buildResultItem, buildVariant } from '../../../testing/builders/build-result-item.ts';
import { readSavedSelection, saveSelection } from './saved-selection.ts';
import { createSelection, isSameScope, type SelectionScope, selectedVariantOf } from './selection-store.ts';
import { describeSelection, nameEverything, offersEverything } from './selection-words.ts';

const scope: SelectionScope = { query: 'hat', filter: '', type: 'name', stores: 'all' };
const itemOf = (id: string, variants: readonly string[], price = '10.00') =>
  buildResultItem(
    variants.map((title) => buildVariant({ id: `${id} ${title}`, title, price })),
    { id, title: id },
  );
const hat = itemOf('hat', ['S', 'M', 'L']);
const cap = itemOf('cap', ['One']);
const scarf = itemOf('scarf', ['One']);
const variantsOf = (...items: (typeof hat)[]) =>
  items.flatMap((item) => item.product.variants.map((variant) => selectedVariantOf(item, variant)));
const idsOf = (...items: (typeof hat)[]) => variantsOf(...items).map(({ variantId }) => variantId);
const show = (...items: (typeof hat)[]) => ({
  variants: variantsOf(...items),
  products: items.length,
  total: 3,
  isMore: false,
});

beforeEach(() => sessionStorage.clear());

describe('a selection of named variants', () => {
  it('offers all results once the page is selected, if there are more pages', () => {
    const selection = createSelection();
    selection.show(show(hat, cap));
    selection.set(variantsOf(hat), true, scope);
    expect(offersEverything(selection)).toBe(false);
    selection.set(variantsOf(cap), true, scope);
    expect(offersEverything(selection)).toBe(true);
    selection.show(show(hat, cap, scarf));
    selection.set(variantsOf(scarf), true, scope);
    expect(offersEverything(selection)).toBe(false);
  });

  it('says "more than" if counting stopped at a limit', () => {
    const selection = createSelection();
    selection.show({ ...show(hat, cap, scarf), isMore: true });
    selection.set(variantsOf(hat, cap, scarf), true, scope);
    expect(offersEverything(selection)).toBe(true);
    expect(nameEverything(selection)).toBe('Select all results (more than 3 products)');
    selection.show({ ...show(hat), isMore: true });
    selection.selectEverything(scope);
    selection.set(variantsOf(cap), false, scope);
    expect(describeSelection(selection)).toBe(
      'All results selected: more than 3 products, except 1 variant, more than 2 not on this page',
    );
  });

  it('does not mention pages before the first one is loaded', () => {
    const selection = createSelection();
    selection.restore({ scope, everything: false, named: variantsOf(hat) });
    expect(describeSelection(selection)).toBe('3 selected');
    selection.restore({ scope, everything: true, named: variantsOf(cap) });
    expect(describeSelection(selection)).toBe('All results selected, except 1 variant');
    selection.show(show(hat));
    expect(describeSelection(selection)).toBe(
      'All 3 products selected, except 1 variant, 2 not on this page',
    );
  });

  it('uses the values currently on screen', () => {
    const selection = createSelection();
    selection.set(variantsOf(cap), true, scope);
    const dearer = itemOf('cap', ['One'], '99.00');
    selection.show(show(dearer));
    expect(selection.named().map(({ shown }) => shown?.variant.price)).toEqual(['99.00']);
  });
});

it('selecting everything includes unseen results, but not excluded ones', () => {
  const selection = createSelection();
  selection.show(show(hat, cap));
  selection.selectEverything(scope);
  expect(selection.stateOf(idsOf(scarf))).toBe('all');
  selection.set(variantsOf(hat).slice(0, 2), false, scope);
  expect(selection.stateOf(idsOf(hat))).toBe('some');
  selection.set(variantsOf(hat), true, scope);
  expect(selection.named()).toEqual([]);
  selection.clear();
  expect([selection.isEmpty(), selection.stateOf(idsOf(scarf)), selection.stateOf([])]).toEqual([
    true,
    'none',
    'none',
  ]);
});

describe('the stored selection', () => {
  it.each(['some', 'everything'])('survives a reload: %s', (kind) => {
    const selection = createSelection();
    if (kind === 'everything') selection.selectEverything(scope);
    selection.set(variantsOf(hat), kind === 'some', scope);
    saveSelection(selection);

    const saved = readSavedSelection();
    const restored = createSelection();
    if (saved) restored.restore(saved);
    expect(restored.scope()).toEqual(scope);
    expect(restored.isEverything()).toBe(kind === 'everything');
    expect(restored.named().map(({ variantId }) => variantId)).toEqual(idsOf(hat));
    expect(restored.stateOf(idsOf(cap))).toBe(kind === 'everything' ? 'all' : 'none');
  });

  it('is empty if nothing is selected or the storage is invalid', () => {
    const selection = createSelection();
    selection.set(variantsOf(hat), true, scope);
    saveSelection(selection);
    selection.clear();
    saveSelection(selection);
    expect(readSavedSelection()).toBeNull();
    for (const text of ['{', '[]', '{"scope":{},"named":[]}', '{"scope":1,"everything":true,"named":2}']) {
      sessionStorage.setItem('search_selection', text);
      expect(readSavedSelection()).toBeNull();
    }
  });
});

it.each([
  [{ ...scope }, true],
  [{ ...scope, query: 'cap' }, false],
  [{ ...scope, filter: 'tag:new' }, false],
  [{ ...scope, type: 'sku' as const }, false],
  [{ ...scope, stores: ['a'] }, false],
])('recognizes another search: %o', (other, same) => {
  expect(isSameScope(scope, other)).toBe(same);
  expect(isSameScope({ ...scope, stores: ['a', 'b'] }, { ...scope, stores: ['b', 'a'] })).toBe(true);
});
