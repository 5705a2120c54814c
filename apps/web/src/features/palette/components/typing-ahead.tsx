import { useEffect, useEffectEvent } from 'react';

/** What somebody typed into the box for everything before it was there, and whether Enter ended it. */
export type TypedAhead = { text: string; entered: boolean };

type Props = { onType: (change: (before: TypedAhead) => TypedAhead) => void; onClose: () => void };

/** Stands for the box while its code is being loaded: no key goes to the screen under it. */
export function TypingAhead({ onType, onClose }: Props) {
  const take = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    const isText = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isText && !['Enter', 'Backspace', 'Escape'].includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') onClose();
    else if (key === 'Enter') onType(({ text }) => ({ text, entered: text.trim() !== '' }));
    else if (isText) onType(({ text }) => ({ text: text + key, entered: false }));
    else onType(({ text }) => ({ text: text.slice(0, -1), entered: false }));
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => take(event);
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  return null;
}
