/** Where the field mappings of a store stand on its page. */
export const MAPPINGS_ID = 'field-mappings';

export function goToMappings(): void {
  const place = document.getElementById(MAPPINGS_ID);
  place?.scrollIntoView({ block: 'start' });
  place?.focus({ preventScroll: true });
}
