import type { Setting } from '@storefleet/contract/settings';

/** A setting as returned by the API. */
export function buildSetting(fields: Partial<Setting> = {}): Setting {
  return {
    key: 'greeting',
    value: 'Hello',
    value_hint: null,
    description: null,
    is_encrypted: false,
    updated_at: '2026-01-15T09:00:00.000Z',
    ...fields,
  };
}
