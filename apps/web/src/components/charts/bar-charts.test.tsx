import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { BarCharts } from './bar-charts.tsx';
import type { ChartView } from './chart-data.ts';
import { ChartViewToggle } from './chart-view-toggle.tsx';

function Example() {
  const [view, setView] = useState<ChartView>('chart');
  return (
    <MantineProvider env="test">
      <ChartViewToggle label="Show runs as" view={view} onChange={setView} />
      <BarCharts
        label="Runs by day"
        rowHeading="Day"
        view={view}
        rows={[
          { id: '2026-03-28', label: 'Mar 28, 2026', tick: 'Mar 28', values: { seconds: 90, rows: 1200 } },
          { id: '2026-03-29', label: 'Mar 29, 2026', tick: 'Mar 29', values: { seconds: 30 } },
        ]}
        panels={[
          {
            title: 'Duration',
            series: [{ key: 'seconds', label: 'Duration', tone: 'accent' }],
            format: (value) => `${value} s`,
          },
          { title: 'Rows', series: [{ key: 'rows', label: 'Rows', tone: 'teal' }], format: String },
        ]}
      />
    </MantineProvider>
  );
}

test('a chart comes with a table of the same numbers', () => {
  render(<Example />);
  expect(screen.getByRole('figure', { name: 'Runs by day' })).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Runs by day' });
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ['Day', 'Duration', 'Rows'],
    ['Mar 29, 2026', '30 s', '0'],
    ['Mar 28, 2026', '90 s', '1200'],
  ]);
});

test('the toggle switches between chart and table', () => {
  render(<Example />);
  fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
  expect(screen.queryByRole('figure')).toBeNull();
  expect(screen.getAllByRole('table')).toHaveLength(1);
  fireEvent.click(screen.getByRole('radio', { name: 'Chart' }));
  expect(screen.getByRole('figure')).toBeTruthy();
});

test('arrow keys move from bar to bar, and all charts show the row’s values', () => {
  render(<Example />);
  const plot = screen.getByRole('application', { name: /^Duration\./ });
  const told = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(told()).toEqual(['', '']);
  fireEvent.keyDown(plot, { key: 'ArrowLeft' });
  expect(told()).toEqual(['Mar 29, 2026Duration30 s', 'Mar 29, 2026Rows0']);
  fireEvent.keyDown(plot, { key: 'ArrowLeft' });
  fireEvent.keyDown(plot, { key: 'ArrowLeft' });
  expect(told()).toEqual(['Mar 28, 2026Duration90 s', 'Mar 28, 2026Rows1200']);
  fireEvent.keyDown(plot, { key: 'Escape' });
  expect(told()).toEqual(['', '']);
});

test('hovering a bar shows its values until the pointer leaves', () => {
  render(<Example />);
  const plot = screen.getByRole('application', { name: /^Rows\./ });
  vi.spyOn(plot, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 200, 100));
  fireEvent.pointerMove(plot, { clientX: 250 });
  expect(screen.getAllByRole('status')[1]?.textContent).toBe('Mar 29, 2026Rows0');
  fireEvent.pointerMove(plot, { clientX: 110 });
  expect(screen.getAllByRole('status')[1]?.textContent).toBe('Mar 28, 2026Rows1200');
  fireEvent.pointerLeave(plot);
  expect(screen.getAllByRole('status')[1]?.textContent).toBe('');
});
