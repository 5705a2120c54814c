import type { RefObject } from 'react';

export type DropdownPanel = {
  /** Of the button, whose name the panel bears. */
  id: string;
  /** The button below which the panel opens. */
  anchor: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  onChange: (opened: boolean) => void;
};
