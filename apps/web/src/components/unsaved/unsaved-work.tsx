import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react';
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx';

/** The parts of a screen that hold something unsaved. */
const UnsavedWork = createContext<Set<string> | null>(null);

/** For a screen of several small forms: asks before it is left while any of them holds something unsaved. */
export function UnsavedWorkGuard({ children }: { children: ReactNode }) {
  const [parts] = useState(() => new Set<string>());
  return (
    <UnsavedWork value={parts}>
      {children}
      <UnsavedChangesGuard active={() => parts.size > 0} />
    </UnsavedWork>
  );
}

/** Tells the guard of the screen whether something typed here would be lost. */
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
