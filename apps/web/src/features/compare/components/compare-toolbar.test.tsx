import type { ApiClient } from '@storefleet/client/api-client';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../testing/render-part.tsx';
import { parseCompareAddress } from '../compare-address.ts';
import { CompareToolbar } from './compare-toolbar.tsx';

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
