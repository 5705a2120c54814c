import { BarChart, ChartTooltip } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { ChartPanel, ChartRow, ChartTone } from './chart-data.ts';

const COLOURS: Record<ChartTone, string> = {
  accent: 'var(--sf-chart-accent)',
  teal: 'var(--sf-chart-teal)',
  success: 'var(--sf-chart-success)',
  danger: 'var(--sf-chart-danger)',
  neutral: 'var(--sf-chart-neutral)',
};

type Props = {
  /** Charts of the same label point at the same row together. */
  label: string;
  rows: readonly ChartRow[];
  panel: ChartPanel;
};

/** The drawing itself, as large as what it stands in; arrow keys move from bar to bar. */
export function BarChartCanvas({ label, rows, panel }: Props) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const stacked = panel.series.length > 1;
  const series = panel.series.map(({ key, label, tone }) => ({
    name: key,
    label,
    color: COLOURS[tone],
  }));
  // Not among the properties that Recharts declares, though it hands them on.
  const named = { 'aria-label': `${panel.title}. Left and right arrow keys go from bar to bar.` };
  return (
    <BarChart
      h="100%"
      data={rows.map(({ id, values }) => ({
        id,
        ...Object.fromEntries(panel.series.map(({ key }) => [key, values[key] ?? 0])),
      }))}
      dataKey="id"
      type={stacked ? 'stacked' : 'default'}
      series={series}
      valueFormatter={panel.format}
      tickLine="none"
      strokeDasharray="0"
      gridColor="var(--sf-border)"
      textColor="var(--sf-muted)"
      cursorFill="var(--sf-chart-cursor)"
      maxBarWidth={28}
      barProps={{ radius: stacked ? 0 : [3, 3, 0, 0] }}
      barChartProps={{
        syncId: label,
        barCategoryGap: '22%',
        margin: { top: 6, right: 2, bottom: 0, left: 0 },
        ...named,
      }}
      xAxisProps={{
        tickFormatter: (id: string) => byId.get(id)?.tick ?? '',
        interval: 'equidistantPreserveStart',
        minTickGap: 12,
      }}
      yAxisProps={{
        width: 'auto',
        tick: { fontSize: 12, fill: 'currentColor' },
        tickMargin: 6,
        tickCount: 4,
        allowDecimals: false,
        tickFormatter: panel.formatTick ?? panel.format,
      }}
      tooltipProps={{
        content: ({ label, payload }) => (
          <ChartTooltip
            role="status"
            label={byId.get(String(label))?.label}
            payload={[...payload]}
            series={series}
            valueFormatter={panel.format}
          />
        ),
      }}
    />
  );
}
