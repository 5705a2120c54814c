import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** An editor in the place of a button; once it is closed, the focus is on the button again. */
export function useInPlace() {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setOpened(false));
    button.current?.focus();
  };
  return { opened, button, open: () => setOpened(true), close };
}

/** The keys of an editor in place: Enter saves, with Shift it writes a line break, and Escape cancels. */
export function onEditKey(event: KeyboardEvent, { save, cancel }: { save: () => void; cancel?: () => void }) {
  if (event.nativeEvent.isComposing) return;
  if (event.key === 'Escape') return cancel?.();
  if (event.key !== 'Enter' || event.shiftKey || event.target instanceof HTMLButtonElement) return;
  event.preventDefault();
  save();
}
