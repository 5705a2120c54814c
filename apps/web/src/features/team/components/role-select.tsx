import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { ROLES } from '@storefleet/contract/people/permissions';
import { roleDescriptions, roleLabels } from '../member-words.ts';

const roles = ROLES.map((value) => ({
  value,
  label: `${roleLabels[value]}: ${roleDescriptions[value]}`,
})).reverse();
const names = ROLES.map((value) => ({ value, label: roleLabels[value] })).reverse();

/** What a member may do; each choice explains itself where there is room. */
export function RoleSelect({ explained = false, ...props }: NativeSelectProps & { explained?: boolean }) {
  return <NativeSelect {...props} data={explained ? roles : names} />;
}
