import { useState } from 'react';
import { isChangedMeanwhile } from '../feedback/edit-conflicts.tsx';

/** What a form changes: as it was when the form began, or as somebody else has saved it since. */
export function useEdited<Saved>(current: Saved, fetchSaved: () => Promise<Saved | null>) {
  const [saved, setSaved] = useState(current);
  /** Moves on to what somebody else saved, where a change was refused for that. */
  const followTheirs = async (error: Error, change: { reset: () => void }) => {
    if (!isChangedMeanwhile(error)) return;
    const theirs = await fetchSaved();
    if (theirs === null) return;
    setSaved(theirs);
    change.reset();
  };
  return { saved, followTheirs };
}
