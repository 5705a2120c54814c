import { useEffect, useEffectEvent } from 'react';

/** Text typed before the palette was loaded, and whether Enter was pressed. */
export type TypedAhead = { text: string; entered: boolean };

type Props = { onType: (change: (before: TypedAhead) => TypedAhead) => void; onClose: () => void };

/** Placeholder while the palette loads: captures keys so that none reach the screen below. */
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
