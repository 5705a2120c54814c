import type { ApiClient } from '@storefleet/client/api-client';
import type { HealthReport } from '@storefleet/contract/catalogue/health/health';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../testing/render-part.tsx';
import { FindingLine } from './finding-line.tsx';

const unanswered = { call: () => new Promise(() => undefined) } as unknown as ApiClient;

test('names three stores, and the others when asked', () => {
  const names = ['Atlas', 'Kumo', 'Meridian', 'Nordlys', 'Tundra'];
  const finding = {
    id: 'no_cost',
    label: 'No cost',
    filter: 'no:cost',
    products: 15,
    course: [],
    stores: names.map((store_name, place) => ({ store_id: `${place}`, store_name, products: 5 - place })),
  } as unknown as HealthReport['findings'][number];
  renderPart(
    <FindingLine
      finding={finding}
      store={undefined}
      namesStores
      onFix={() => undefined}
      isPlanning={false}
    />,
    unanswered,
  );
  const shown = () => names.filter((name) => screen.queryByRole('link', { name: RegExp(name) }) !== null);
  expect(shown()).toEqual(names.slice(0, 3));
  const more = screen.getByRole('button', { name: '2 more stores: No cost' });
  fireEvent.click(more);
  expect(shown()).toEqual(names);
  screen.getByRole('button', { name: 'Fewer stores: No cost' });
  fireEvent.click(more);
  expect(shown()).toEqual(names.slice(0, 3));
});
