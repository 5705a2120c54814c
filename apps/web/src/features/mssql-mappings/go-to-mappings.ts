/** Where the field mappings are on a store's page. */
export const MAPPINGS_ID = 'field-mappings';

export function goToMappings(): void {
  const place = document.getElementById(MAPPINGS_ID);
  place?.scrollIntoView({ block: 'start' });
  place?.focus({ preventScroll: true });
}
