import { useEffect, useState } from 'react';
import { findValue, type ValueAddress } from './shown-value.ts';

const HOVER_MS = 400;

export type ValueAtHand = { element: HTMLElement; value: ValueAddress };

/** The value hovered, touched or queried with Alt+I; one handler for the whole page. */
export function useValueAtHand() {
  const [shown, setShown] = useState<ValueAtHand | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const options = { signal: controller.signal, passive: true };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setShown(null);
    };
    const rest = (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest('[data-provenance]')) {
        clearTimeout(timer);
        return;
      }
      clearTimeout(timer);
      // What opens at the value itself would be covered: its editor, or why it was not saved.
      const isBusy =
        event.target instanceof Element &&
        event.target.closest('[data-editing], [aria-invalid="true"]') !== null;
      const found = isBusy ? null : findValue(event.target);
      const isTouch = event.pointerType === 'touch';
      // The pointer crosses other values on its way to the popover.
      timer = setTimeout(() => setShown(found), isTouch ? 0 : HOVER_MS);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey && event.code === 'KeyI') setShown(findValue(document.activeElement));
      else if (event.key === 'Escape' || !event.altKey) hide();
    };
    document.addEventListener('pointerover', rest, options);
    document.addEventListener('keydown', onKey, options);
    document.addEventListener('scroll', () => setShown(null), { ...options, capture: true });
    // A tap on another value shows that one; the mouse events that browsers send after a tap do not count.
    const press = (event: PointerEvent) => event.pointerType !== 'touch' && !isInside(event) && hide();
    document.addEventListener('pointerdown', press, options);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);
  return shown;
}

const isInside = ({ target }: Event) =>
  target instanceof Element && target.closest('[data-provenance]') !== null;
