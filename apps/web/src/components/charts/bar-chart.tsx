import type { KeyboardEvent, PointerEvent } from 'react';
import classes from './bar-chart.module.css';
import type { ChartPanel, ChartRow } from './chart-data.ts';
import { chartScale } from './chart-scale.ts';

/** Maximum number of axis labels; narrow charts skip every other one. */
const MAX_NAMES = 8;

type Props = {
  rows: readonly ChartRow[];
  panel: ChartPanel;
  /** Index of the active row, shared by charts of the same rows. */
  pointedAt: number | null;
  onPoint: (place: number | null) => void;
};

/** The chart itself; arrow keys move from bar to bar. */
export function BarChart({ rows, panel, pointedAt, onPoint }: Props) {
  const valueIn = (row: ChartRow, key: string) => row.values[key] ?? 0;
  const totals = rows.map((row) => panel.series.reduce((sum, { key }) => sum + valueIn(row, key), 0));
  const { ticks, top } = chartScale(Math.max(0, ...totals));
  const percent = (value: number) => `${(value / top) * 100}%`;
  const namedEach = Math.ceil(rows.length / MAX_NAMES);
  const columns = { gridTemplateColumns: `repeat(${rows.length}, minmax(0, 1fr))` };
  const formatTick = panel.formatTick ?? panel.format;
  // Arrow keys need a focusable element; `application` may have focus.
  const reachable = { tabIndex: 0 };
  const pointed = pointedAt === null ? undefined : rows[pointedAt];

  function point(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / width) * rows.length);
    onPoint(Math.min(Math.max(place, 0), rows.length - 1));
  }
  function step(event: KeyboardEvent) {
    const last = rows.length - 1;
    const next = {
      ArrowLeft: Math.max((pointedAt ?? rows.length) - 1, 0),
      ArrowRight: Math.min((pointedAt ?? -1) + 1, last),
      Home: 0,
      End: last,
      Escape: null,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onPoint(next);
  }

  return (
    <div className={classes.chart}>
      <div className={classes.values} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: percent(tick) }}>
            {formatTick(tick)}
          </span>
        ))}
      </div>
      <div
        className={classes.plot}
        role="application"
        aria-label={`${panel.title}. Left and right arrow keys go from bar to bar.`}
        {...reachable}
        onKeyDown={step}
        onBlur={() => onPoint(null)}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => onPoint(null)}
      >
        {ticks.map((tick) => (
          <div key={tick} className={classes.line} style={{ bottom: percent(tick) }} />
        ))}
        <div className={classes.bars} style={columns}>
          {rows.map((row, place) => (
            <div key={row.id} className={classes.slot} data-pointed={place === pointedAt || undefined}>
              {panel.series.map(({ key, tone }) => (
                <div
                  key={key}
                  className={classes.bar}
                  data-tone={tone}
                  style={{ height: percent(valueIn(row, key)) }}
                />
              ))}
            </div>
          ))}
        </div>
        <div role="status">
          {pointed && <Tip row={pointed} panel={panel} at={((pointedAt ?? 0) + 0.5) / rows.length} />}
        </div>
      </div>
      <div className={classes.names} style={columns} aria-hidden>
        {rows.map((row, place) =>
          place % namedEach === 0 ? (
            <span key={row.id} style={{ gridColumn: place + 1 }}>
              {row.tick}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}

/** Values of one row next to its bar. `at`: the bar's position, from 0 to 1. */
function Tip({ row, panel, at }: { row: ChartRow; panel: ChartPanel; at: number }) {
  const side =
    at < 0.5 ? { left: `calc(${at * 100}% + 1rem)` } : { right: `calc(${(1 - at) * 100}% + 1rem)` };
  return (
    <div className={classes.tip} style={side}>
      <p className={classes.tipTitle}>{row.label}</p>
      <dl className={classes.tipValues}>
        {panel.series.map(({ key, label, tone }) => (
          <div key={key}>
            <dt data-tone={tone}>{label}</dt>
            <dd>{panel.format(row.values[key] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
