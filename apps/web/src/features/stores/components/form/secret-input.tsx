import { PasswordInput } from '@mantine/core';
import { type Fields, keptSecret } from '../../../../components/form/use-draft.ts';

type Props<Name extends string> = {
  name: Name;
  isSet: boolean;
  /** The last characters of the stored secret. */
  hint?: string | null;
  note: string;
  optional?: boolean;
  /** If it differs from the field's label. */
  label?: string;
  fields: Fields<Name>;
};

/** Write-only: the stored secret is never shown, and a blank field keeps it. */
export function SecretInput<Name extends string>(props: Props<Name>) {
  const { name, isSet, hint = null, note, optional = false, fields } = props;
  const field = fields.text(name);
  const label = props.label ?? field.label;
  return (
    <PasswordInput
      {...field}
      label={label}
      required={!isSet && !optional}
      placeholder={isSet ? 'Unchanged' : ''}
      description={isSet ? `${keptSecret(hint)} ${note}`.trim() : note}
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label}` }}
      aria-invalid={field.error ? true : undefined}
    />
  );
}
