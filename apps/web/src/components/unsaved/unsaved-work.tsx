import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react';
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx';

/** Parts of a screen with unsaved changes. */
const UnsavedWork = createContext<Set<string> | null>(null);

/** For a screen of several small forms: asks before leaving while any of them has unsaved changes. */
export function UnsavedWorkGuard({ children }: { children: ReactNode }) {
  const [parts] = useState(() => new Set<string>());
  return (
    <UnsavedWork value={parts}>
      {children}
      <UnsavedChangesGuard active={() => parts.size > 0} />
    </UnsavedWork>
  );
}

/** Tells the screen's guard whether this part has unsaved changes. */
export function useUnsavedWork(isUnsaved: boolean): void {
  const parts = use(UnsavedWork);
  const id = useId();
  useEffect(() => {
    if (!isUnsaved) return;
    parts?.add(id);
    return () => {
      parts?.delete(id);
    };
  }, [isUnsaved, parts, id]);
}
