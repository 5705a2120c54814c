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

/** What keeps the draft from being saved. */
export function draftProblems(draft: SettingDraft, setting: Setting): { value?: string } {
  return setting.is_encrypted && !draft.is_encrypted && draft.value === ''
    ? { value: 'Enter the value again: an encrypted value is never shown.' }
    : {};
}

/** A description left alone keeps what another person may have written meanwhile. */
export function toUpdateBody(
  { value, description, is_encrypted }: SettingDraft,
  setting: Setting,
): RouteBody<RouteById<'settings.update'>> {
  const described = description !== draftOf(setting).description;
  return { value, is_encrypted, ...(described ? { description } : {}) };
}
