import { PasswordInput } from '@mantine/core';
import { MIN_PASSWORD_LENGTH } from '@storefleet/contract/constants';

type Props = {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  error?: string | null;
};

/** A new password. Only the length is checked here; the server also refuses common passwords. */
export function NewPasswordInput({ value, onChange, label = 'New password', error }: Props) {
  return (
    <PasswordInput
      label={label}
      description={`At least ${MIN_PASSWORD_LENGTH} characters. A few unrelated words make a good one.`}
      required
      withAsterisk={false}
      minLength={MIN_PASSWORD_LENGTH}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
