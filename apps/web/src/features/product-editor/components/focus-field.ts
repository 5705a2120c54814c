import type { FieldKey } from '../fields.ts';

/** Sends the focus to the field of a value, in the editor that `within` is part of. */
export function focusField(within: Element | null, key: FieldKey): void {
  within?.closest('[role="dialog"]')?.querySelector<HTMLElement>(`[data-field="${key}"]`)?.focus();
}
