import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** An editor that replaces a button; closing it focuses the button again. */
export function useInPlace() {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setOpened(false));
    button.current?.focus();
  };
  return { opened, button, open: () => setOpened(true), close };
}

/** Keys of an in-place editor: Enter saves, Shift+Enter inserts a line break, Escape cancels. */
export function onEditKey(event: KeyboardEvent, { save, cancel }: { save: () => void; cancel?: () => void }) {
  if (event.nativeEvent.isComposing) return;
  if (event.key === 'Escape') return cancel?.();
  if (event.key !== 'Enter' || event.shiftKey || event.target instanceof HTMLButtonElement) return;
  event.preventDefault();
  save();
}
