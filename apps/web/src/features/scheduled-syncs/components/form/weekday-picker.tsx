import { WEEKDAY_LABELS } from '@storefleet/contract/syncs/schedule-constants';
import { useId } from 'react';
import classes from './schedule-form.module.css';

type Props = {
  /** From 0, Monday, to 6, Sunday, in order. */
  days: readonly number[];
  error: string | undefined;
  onChange: (days: readonly number[]) => void;
};

/** Weekdays by name, never by number: cron counts them differently. */
export function WeekdayPicker({ days, error, onChange }: Props) {
  const errorId = useId();
  const toggle = (day: number) =>
    onChange(
      days.includes(day) ? days.filter((other) => other !== day) : [...days, day].sort((a, b) => a - b),
    );
  return (
    <fieldset className={classes.days} aria-describedby={error === undefined ? undefined : errorId}>
      <legend className={classes.legend}>Days</legend>
      <div className={classes.dayList} data-error={error !== undefined || undefined}>
        {WEEKDAY_LABELS.map((label, day) => (
          <label key={label} className={classes.day}>
            <input
              type="checkbox"
              name="days"
              aria-label={label}
              className={classes.dayBox}
              checked={days.includes(day)}
              onChange={() => toggle(day)}
            />
            <span aria-hidden>{label.slice(0, 3)}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
