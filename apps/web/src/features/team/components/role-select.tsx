import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { ROLES } from '@storefleet/contract/people/permissions';
import { roleDescriptions, roleLabels } from '../member-words.ts';

const roles = ROLES.map((value) => ({ value, label: roleLabels[value] })).reverse();

/** A choice of roles, optionally with a description below. */
export function RoleSelect({ explained = false, ...props }: NativeSelectProps & { explained?: boolean }) {
  const chosen = ROLES.find((role) => role === props.value);
  return (
    <NativeSelect
      {...props}
      data={roles}
      description={explained && chosen ? roleDescriptions[chosen] : undefined}
    />
  );
}
