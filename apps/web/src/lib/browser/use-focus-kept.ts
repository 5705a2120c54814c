import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a button that is disabled while its work goes on, which takes the focus from it and would lead the next
 * Tab out of its dialog: it has the focus again once the work has ended, unless that went elsewhere in the
 * meantime.
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
