import { TextInput } from '@mantine/core';

type Props = { value: string; onChange: (code: string) => void };

/** A six-digit code of an authenticator app. */
export function CodeInput({ value, onChange }: Props) {
  return (
    <TextInput
      label="Code"
      required
      withAsterisk={false}
      data-autofocus
      autoFocus
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
