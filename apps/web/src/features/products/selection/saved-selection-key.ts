/** sessionStorage key of the selection. */
export const SELECTION_KEY = 'search_selection';

export function hasSavedSelection(): boolean {
  try {
    return sessionStorage.getItem(SELECTION_KEY) !== null;
  } catch {
    return false;
  }
}
