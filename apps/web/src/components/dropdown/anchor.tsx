import { type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react';
import type { DropdownPanel } from './dropdown-panel.ts';

/** Stands for a button that is drawn elsewhere already, where Mantine wants to draw the target itself. */
export function Anchor({ to, ref }: { to: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => to.current, [to]);
  return null;
}

/** Opened a moment after it is mounted: only then does the focus return to where it was. */
export function useOpenedAfterMount({ opened }: DropdownPanel): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return opened && isMounted;
}
