import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { localMoment } from '../moment.ts';
import classes from './as-of.module.css';

const HOUR_MS = 3_600_000;

const PRESETS = [
  { label: '1 hour ago', hours: 1 },
  { label: 'Yesterday', hours: 24 },
  { label: '7 days ago', hours: 7 * 24 },
  { label: '30 days ago', hours: 30 * 24 },
] as const;

type Props = { asOf: string | null; onChoose: (asOf: string | null) => void };

/** A past date and time in local time. */
export function AsOfForm({ asOf, onChoose }: Props) {
  const [now] = useState(() => new Date());
  const [text, setText] = useState(() =>
    localMoment(asOf === null ? new Date(now.getTime() - 24 * HOUR_MS) : new Date(asOf)),
  );
  const moment = new Date(text);
  const error =
    text === '' || Number.isNaN(moment.getTime())
      ? 'Enter a date and a time.'
      : moment > now
        ? 'Choose a time in the past.'
        : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (error === null) onChoose(moment.toISOString());
  };
  return (
    <form className={classes.form} aria-label="Values as of" noValidate onSubmit={submit}>
      <TextInput
        type="datetime-local"
        label="Show the values as of"
        max={localMoment(now)}
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.presets}>
        {PRESETS.map(({ label, hours }) => (
          <Button
            key={label}
            variant="default"
            size="compact-sm"
            onClick={() => onChoose(new Date(now.getTime() - hours * HOUR_MS).toISOString())}
          >
            {label}
          </Button>
        ))}
      </div>
      <Button type="submit">Show</Button>
      {asOf !== null && (
        <Button variant="default" onClick={() => onChoose(null)}>
          Back to now
        </Button>
      )}
    </form>
  );
}
