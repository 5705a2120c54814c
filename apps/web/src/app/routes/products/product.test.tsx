import { ApiError } from '@storefleet/client/api-error';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { addressOf } from '../../../testing/screen-form.ts';

test('a product as of a time that cannot be read leads to its current values', async () => {
  renderApp('/products/one?as_of=2999-01-01T00%3A00%3A00.000Z', {
    'products.get': () =>
      new ApiError({ status: 400, code: 'validation_failed', detail: 'Choose a time in the past.' }),
  });
  await screen.findByText('Choose a time in the past.');
  expect(addressOf('Show current values')).toBe('/products/one');
});
