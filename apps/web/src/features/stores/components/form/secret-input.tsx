import { PasswordInput } from '@mantine/core';
import type { Fields } from '../../form/use-store-form.ts';

type Props<Name extends string> = {
  label: string;
  name: Name;
  /** Whether one is stored. */
  isSet: boolean;
  /** The last characters of the stored one. */
  hint?: string | null;
  note: string;
  optional?: boolean;
  fields: Fields<Name>;
};

/** Write-only: the stored secret is never shown, and a blank field keeps it. */
export function SecretInput<Name extends string>({
  label,
  name,
  isSet,
  hint = null,
  note,
  optional = false,
  fields,
}: Props<Name>) {
  const kept = hint ? `Set, ends in …${hint}. Leave blank to keep it.` : 'Set. Leave blank to keep it.';
  const props = fields(name);
  return (
    <PasswordInput
      label={label}
      name={name}
      required={!isSet && !optional}
      placeholder={isSet ? 'Unchanged' : ''}
      description={isSet ? `${kept} ${note}` : note}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label}` }}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  );
}
