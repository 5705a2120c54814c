import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a button disabled while its work runs: disabling drops the focus, and the next Tab would leave its
 * dialog. The button regains the focus once the work ends, unless the focus has moved elsewhere.
 */
export function useFocusKept(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (busy) {
      wasBusy.current = true;
      return;
    }
    if (wasBusy.current && document.activeElement === document.body) button.current?.focus();
    wasBusy.current = false;
  }, [busy]);
  return button;
}
