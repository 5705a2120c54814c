import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

type Place = { element: HTMLElement; neighbours: readonly (Element | null)[] };

/**
 * Restores the focus when a dialog closes or unmounts: to the previously focused element or, if that is
 * gone (as with a deleted row), to the adjacent row, otherwise to the nearest focusable ancestor. Does
 * nothing if the focus has moved elsewhere by then.
 * @returns ref for the dialog's element
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
      // A row may disappear only after its list is refetched.
      setTimeout(() => {
        if (page.activeElement === page.body) focusNearest(places);
      });
    };
  }, [opened]);
  return dialog;
}

/**
 * Restores the focus when an element is dismissed by a button inside it: to the previously focused element
 * or, if that is gone, to the nearest focusable ancestor. An element that disappears by itself leaves the
 * focus alone.
 * @returns `within`: props of the element; `leave`: call on press
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

/** An element and its ancestors, each followed by its siblings. */
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
