/** What would be lost if the page went away now: asked of everything on it that holds something unsaved. */
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
