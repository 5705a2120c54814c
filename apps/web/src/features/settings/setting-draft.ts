import type { RouteById } from '@storefleet/contract/api/api';
import type { RouteBody } from '@storefleet/contract/api/route';
import type { Setting } from '@storefleet/contract/settings';

/** A setting as it is being changed. */
export type SettingDraft = { value: string; description: string; is_encrypted: boolean };

/** An encrypted value is not known here: blank keeps it. */
export function draftOf(setting: Setting): SettingDraft {
  return {
    value: setting.value ?? '',
    description: setting.description ?? '',
    is_encrypted: setting.is_encrypted,
  };
}

export function isChanged(draft: SettingDraft, setting: Setting): boolean {
  const saved = draftOf(setting);
  return (
    draft.value !== saved.value ||
    draft.description !== saved.description ||
    draft.is_encrypted !== saved.is_encrypted
  );
}

/** Why the draft cannot be saved, or null. */
export function draftProblem(draft: SettingDraft, setting: Setting): string | null {
  return setting.is_encrypted && !draft.is_encrypted && draft.value === ''
    ? 'Enter the value again: an encrypted value is never shown.'
    : null;
}

/** A description left alone keeps what another person may have written meanwhile. */
export function toUpdateBody(
  { value, description, is_encrypted }: SettingDraft,
  setting: Setting,
): RouteBody<RouteById<'settings.update'>> {
  const described = description !== draftOf(setting).description;
  return { value, is_encrypted, ...(described ? { description } : {}) };
}
