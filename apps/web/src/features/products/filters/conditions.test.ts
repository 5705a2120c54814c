import { expect, test } from 'vitest';
import { asksFor, conditionsOf, toggled, withTyped } from './conditions.ts';

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
});
