import { SegmentedControl } from '@mantine/core';
import type { ChartView } from './chart-data.ts';

const views: { value: ChartView; label: string }[] = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
];

type Props = {
  /** Accessible name of the toggle. */
  label: string;
  view: ChartView;
  onChange: (view: ChartView) => void;
};

export function ChartViewToggle({ label, view, onChange }: Props) {
  return (
    <SegmentedControl<ChartView> size="xs" aria-label={label} data={views} value={view} onChange={onChange} />
  );
}
