import { useState } from 'react';
import { isChangedMeanwhile } from '../feedback/edit-conflicts.tsx';

/** Base of an edit: the values when the form opened, or as saved by somebody else since. */
export function useEdited<Saved>(current: Saved, fetchSaved: () => Promise<Saved | null>) {
  const [saved, setSaved] = useState(current);
  /** Adopts what somebody else saved, after a change was refused with a conflict. */
  const followTheirs = async (error: Error, change: { reset: () => void }) => {
    if (!isChangedMeanwhile(error)) return;
    const theirs = await fetchSaved();
    if (theirs === null) return;
    setSaved(theirs);
    change.reset();
  };
  return { saved, followTheirs };
}
