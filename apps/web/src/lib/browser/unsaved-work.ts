/** Registry of unsaved changes on the page, which would be lost if it went away now. */
const questions = new Set<() => boolean>();

export function watchUnsavedWork(isUnsaved: () => boolean): () => void {
  questions.add(isUnsaved);
  return () => {
    questions.delete(isUnsaved);
  };
}

export function hasUnsavedWork(): boolean {
  return [...questions].some((isUnsaved) => isUnsaved());
}
