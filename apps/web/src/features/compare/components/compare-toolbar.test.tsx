import type { ApiClient } from '@storefleet/client/api-client';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../../testing/render-part.tsx';
import { parseCompareAddress } from '../compare-address.ts';
import { CompareToolbar } from './compare-toolbar.tsx';
import { KindTabs } from './kind-tabs.tsx';

const unanswered = { call: () => new Promise(() => undefined) } as unknown as ApiClient;

test('says what to rewrite in a filter of an older view', () => {
  const view = parseCompareAddress({ q: 'stock:>10,5' });
  renderPart(
    <CompareToolbar view={view} stores={[]} onChange={() => undefined}>
      {null}
    </CompareToolbar>,
    unanswered,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Words or filters' });
  expect(field.value).toBe('stock:>10,5');
  screen.getByText(/a comma separates values: .* or = before a further value\.$/);
});

test('takes a percentage as it is written here, or says how to write it', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  const view = parseCompareAddress({ apart: 10 });
  const changes: unknown[] = [];
  renderPart(
    <CompareToolbar view={view} stores={[]} onChange={(part) => changes.push(part)}>
      {null}
    </CompareToolbar>,
    unanswered,
  );
  const name = 'Minimum difference between prices in percent';
  const apart = screen.getByRole<HTMLInputElement>('textbox', { name });
  expect(apart.value).toBe('10 % apart');
  fireEvent.blur(apart);
  for (const [typed, problem] of [
    ['some', 'Enter a percentage such as 2.5.'],
    ['1.500', '“1.500” could be 1500 or 1,500: write 1500 or 1,5000.'],
    ['2000000', 'Enter a percentage such as 2.5.'],
  ] as const) {
    fireEvent.change(apart, { target: { value: typed } });
    fireEvent.blur(apart);
    screen.getByText(problem);
  }
  expect(changes).toEqual([]);
  fireEvent.change(apart, { target: { value: '2,5 %' } });
  fireEvent.keyDown(apart, { key: 'Enter' });
  fireEvent.change(apart, { target: { value: '' } });
  fireEvent.blur(apart);
  expect(changes).toEqual([{ apart: 2.5 }, { apart: undefined }]);
});

test('marks the store whose articles are shown, also if none was chosen', () => {
  const stores = ['Atlas', 'Tundra'].map((name) => ({ id: name.toLowerCase(), name }));
  const view = parseCompareAddress({ show: 'only', of: 'gone' });
  renderPart(
    <KindTabs view={view} counts={undefined} stores={stores} rules={[]} onChange={() => undefined} />,
    unanswered,
  );
  expect(screen.getByRole('button', { name: 'Atlas' }).getAttribute('aria-pressed')).toBe('true');
});
