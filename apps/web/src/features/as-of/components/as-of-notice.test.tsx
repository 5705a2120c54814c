import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AsOfNotice } from './as-of-notice.tsx';

const asOf = '2026-11-12T13:00:00.000Z';

test.each([
  ['2026-11-12T13:00:00.000Z', 0],
  ['2026-11-20T08:12:00.000Z', 1],
])('a history complete since %s shows %i warnings', (complete_since, doubts) => {
  render(
    <MantineProvider env="test">
      <AsOfNotice asOf={asOf} reach={{ as_of: asOf, complete_since }} onLeave={() => {}}>
        What is shown.
      </AsOfNotice>
    </MantineProvider>,
  );
  expect(screen.getAllByText('What is shown.')).toHaveLength(1);
  expect(screen.queryAllByText(/^The history is only complete since Nov 20, 2026/)).toHaveLength(doubts);
});
