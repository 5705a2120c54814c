import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

type Place = { element: HTMLElement; neighbours: readonly (Element | null)[] };

/**
 * Gives the focus back when a dialog closes or is taken away: to what had it before or, where that is gone,
 * as with a deleted row, to the row beside it, else to the nearest thing around it that takes the focus.
 * Whatever has moved the focus elsewhere by then is left alone.
 * @returns goes to the element of the dialog
 */
export function useFocusReturn(opened: boolean): RefObject<HTMLDivElement | null> {
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!opened) return;
    const page = document;
    const places = placesUpFrom(page.activeElement);
    return () => {
      if (page.activeElement !== page.body && !dialog.current?.contains(page.activeElement)) return;
      focusNearest(places);
      // A row may only go when its list has been read again.
      setTimeout(() => {
        if (page.activeElement === page.body) focusNearest(places);
      });
    };
  }, [opened]);
  return dialog;
}

/**
 * Gives the focus back when something is put away by a button within it: to what had it before it came in or,
 * where that is gone, to the nearest thing around that takes the focus. What goes by itself leaves the focus
 * alone.
 * @returns `within` are properties of the element; `leave` is called on the press
 */
export function useFocusBack() {
  const cameFrom = useRef<Element>(null);
  const places = useRef<readonly Element[]>([]);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) places.current.some(takesFocus);
    },
    [],
  );
  return {
    within: {
      onFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      },
    },
    leave() {
      const around = placesUpFrom(document.activeElement).map(({ element }) => element);
      places.current = cameFrom.current ? [cameFrom.current, ...around] : around;
    },
  };
}

/** An element and its ancestors, each with its siblings. */
function placesUpFrom(element: Element | null): Place[] {
  const places: Place[] = [];
  for (let at = element; at instanceof HTMLElement && at.tagName !== 'BODY'; at = at.parentElement) {
    places.push({ element: at, neighbours: [at.nextElementSibling, at.previousElementSibling] });
  }
  return places;
}

function focusNearest(places: readonly Place[]): void {
  const gone = places.findLast(({ element }) => !element.isConnected);
  const beside = (gone?.neighbours ?? []).flatMap((neighbour) =>
    neighbour ? [neighbour, ...neighbour.querySelectorAll(FOCUSABLE)] : [],
  );
  const around = places.map(({ element }) => element);
  [...beside, ...around].some(takesFocus);
}

function takesFocus(element: Element): boolean {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  return element.ownerDocument.activeElement === element;
}
