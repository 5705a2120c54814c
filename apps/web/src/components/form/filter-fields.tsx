import { NativeSelect, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';

type SelectProps = {
  label: string;
  /** What stands for no choice. */
  all: string;
  value: string | null | undefined;
  options: NonNullable<ComponentProps<typeof NativeSelect>['data']>;
  onChange: (value: string) => void;
};

/** One of the options, or all of them. */
export function FilterSelect({ label, all, value, options, onChange }: SelectProps) {
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: all }, ...options]}
    />
  );
}

type RangeProps = {
  from: string | null | undefined;
  to: string | null | undefined;
  error: string | null;
  onChange: (part: { from: string } | { to: string }) => void;
};

/** The first and the last day. */
export function DayRange({ from, to, error, onChange }: RangeProps) {
  return (
    <>
      <TextInput
        type="date"
        label="Start Date"
        value={from ?? ''}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="End Date"
        value={to ?? ''}
        error={error}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </>
  );
}
