import { useId, useRef, useState } from 'react';
import { showToast } from '../feedback/toast.ts';
import type { DropdownPanel } from './dropdown-panel.ts';

/** Panel of most dropdowns: any content in a popover below the button. */
export const loadPopover = async () => (await import('./anchored-popover.tsx')).AnchoredPopover;

/**
 * A button that opens a panel. The panel's code is preloaded on intent; an earlier press opens the panel as
 * soon as it arrives.
 */
export function useDropdown<Panel>(popup: 'menu' | 'dialog', load: () => Promise<Panel>) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const [Panel, setPanel] = useState<Panel | null>(null);

  const prepare = async () => {
    if (Panel === null) {
      const loaded = await load();
      setPanel(() => loaded);
    }
  };
  const prepareEarly = () => {
    // A press retries and reports the error.
    prepare().catch(() => {});
  };
  const toggle = () => {
    setOpened(!opened);
    prepare().catch(() => {
      setOpened(false);
      // Browsers may cache a failed import: only a page reload requests it again.
      void showToast({
        color: 'red',
        title: 'This could not be loaded.',
        message: 'Reload the page, then open it again.',
      });
    });
  };

  return {
    opened,
    close: () => setOpened(false),
    /** Null until loaded. */
    Panel,
    panel: { id, anchor, opened, onChange: setOpened } satisfies DropdownPanel,
    button: {
      id,
      ref: anchor,
      'aria-haspopup': popup,
      'aria-expanded': opened,
      'aria-controls': opened && Panel !== null ? `${id}-dropdown` : undefined,
      onPointerEnter: prepareEarly,
      onFocus: prepareEarly,
      onClick: toggle,
    },
  } as const;
}
