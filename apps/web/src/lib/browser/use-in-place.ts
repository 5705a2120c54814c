import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** An editor in the place of a button while it is open; once it is closed, the keyboard goes on at the button. */
export function useInPlace() {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setOpened(false));
    button.current?.focus();
  };
  return { opened, button, open: () => setOpened(true), close };
}
