import { expect, test } from 'vitest';
import { asksFor, conditionsOf, metafieldChoice, priceListChoice, toggled, withTyped } from './conditions.ts';

test('a filter splits into conditions that can be removed one by one', () => {
  const filter = 'vendor:"Quarry Lane",Kumo -tag:clearance price:<10 no:barcode';
  expect(conditionsOf(filter)).toEqual([
    { text: 'Vendor: Quarry Lane', without: 'vendor:Kumo -tag:clearance price:<10 no:barcode' },
    { text: 'Vendor: Kumo', without: 'vendor:"Quarry Lane" -tag:clearance price:<10 no:barcode' },
    { text: 'not Tag: clearance', without: 'vendor:"Quarry Lane",Kumo price:<10 no:barcode' },
    { text: 'Price: <10', without: 'vendor:"Quarry Lane",Kumo -tag:clearance no:barcode' },
    { text: 'No: barcode', without: 'vendor:"Quarry Lane",Kumo -tag:clearance price:<10' },
  ]);
});

test('a condition on a metafield is shown by its name, and toggled', () => {
  const filter =
    'no:metafield.custom.care metafield.custom.material:Oak,"~white oak" -metafield.custom.width:<10';
  expect(conditionsOf(filter).map(({ text }) => text)).toEqual([
    'No custom.care',
    'custom.material: Oak',
    'custom.material: ~white oak',
    'not custom.width: <10',
  ]);
  const { has, toggle } = metafieldChoice(filter);
  expect([has('custom.material', 'oak'), has('custom.material', 'Ash'), has('custom.care', null)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(toggle('custom.material', 'oak')).toBe(filter.replace('Oak,', ''));
  expect(toggle('custom.care', null)).toBe(filter.slice('no:metafield.custom.care '.length));
  expect(metafieldChoice('').toggle('custom.care', null)).toBe('no:metafield.custom.care');
});

test('typed text is added, or refused with a hint', () => {
  expect(withTyped('tag:new', 'price:<10 tag:blue')).toEqual({ filter: 'tag:new,blue price:<10' });
  expect(withTyped('tag:new', 'hat')).toEqual({
    problem: '“hat” is not a filter. Write a field and a value, such as vendor:"Quarry Lane" or price:<10.',
  });
  expect(withTyped('', 'price:cheap')).toMatchObject({ problem: expect.stringContaining('takes an amount') });
});

test('a value is toggled on and off', () => {
  const asked = toggled('price:<10', 'vendor', 'Quarry Lane');
  expect(asked).toBe('vendor:"Quarry Lane" price:<10');
  expect(asksFor(asked, 'vendor', 'quarry lane')).toBe(true);
  expect(toggled(asked, 'vendor', 'Quarry Lane')).toBe('price:<10');
  expect(toggled(toggled('', 'no', 'cost'), 'is', 'below-cost')).toBe('no:cost is:below-cost');
  expect(toggled('no:cost', 'no', 'cost')).toBe('');
  expect(toggled('', 'collection', 'Summer sale')).toBe('collection:"Summer sale"');
  expect(toggled('', 'channel', 'Online Store')).toBe('channel:"Online Store"');
});

test('a price list is chosen once, for any fixed price on it', () => {
  const { has, add } = priceListChoice('market-price:Europe<10');
  expect([has('europe'), has('Far East')]).toEqual([true, false]);
  expect(add('Far East')).toBe('market-price:Europe<10,"Far East>=0"');
});
