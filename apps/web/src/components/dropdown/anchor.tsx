import { type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react';
import type { DropdownPanel } from './dropdown-panel.ts';

/** Stands in for a button rendered elsewhere, where Mantine expects to render the target itself. */
export function Anchor({ to, ref }: { to: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => to.current, [to]);
  return null;
}

/** Opens just after mounting: only then does Mantine return the focus to where it was. */
export function useOpenedAfterMount({ opened }: DropdownPanel): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return opened && isMounted;
}
