import type { ApiClient } from '@storefleet/client/api-client';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { refusal } from '../../../testing/refusals.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { field, press, type } from '../../../testing/screen-form.ts';
import { RatesPanel } from './rates-panel.tsx';

const FIELD = 'Exchange rates, one pair a line';

test('keeps the rates being typed when somebody else saves others, and says so', async () => {
  let saved = { rates: [{ from: 'CHF', to: 'EUR', rate: '1.05' }], version: 1 };
  const sent: { version: number }[] = [];
  const call = async (
    id: string,
    { body }: { body?: { version: number; rates: typeof saved.rates } } = {},
  ) => {
    if (id === 'rules.rates' || body === undefined) return saved;
    sent.push(body);
    if (body.version !== saved.version) throw refusal('Somebody else changed the rates in the meantime.');
    saved = { rates: body.rates, version: saved.version + 1 };
    return saved;
  };
  renderPart(<RatesPanel />, { call } as unknown as ApiClient, createQueryClient());
  await waitFor(() => expect(field(FIELD).value).toBe('CHF EUR 1.05'));
  type(FIELD, 'CHF EUR 1.06');
  saved = { rates: [{ from: 'CHF', to: 'EUR', rate: '1.07' }], version: 2 };
  press('Save rates');
  await screen.findByText('Somebody else saved other values meanwhile');
  expect(field(FIELD).value).toBe('CHF EUR 1.06');
  press('Reset');
  expect(field(FIELD).value).toBe('CHF EUR 1.07');
  type(FIELD, 'CHF EUR 1.08');
  press('Save rates');
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ version: 2 }));
  await waitFor(() => expect(field(FIELD).value).toBe('CHF EUR 1.08'));
  expect(screen.queryByText('Somebody else saved other values meanwhile')).toBeNull();
});
