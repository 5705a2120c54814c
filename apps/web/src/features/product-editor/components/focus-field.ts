import type { FieldKey } from '../fields.ts';

/** Focuses the field of a value, in the editor that contains `within`. */
export function focusField(within: Element | null, key: FieldKey): void {
  within?.closest('[role="dialog"]')?.querySelector<HTMLElement>(`[data-field="${key}"]`)?.focus();
}
