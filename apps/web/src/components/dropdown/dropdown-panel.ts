import type { RefObject } from 'react';

export type DropdownPanel = {
  /** Id of the button that labels the panel. */
  id: string;
  /** Button below which the panel opens. */
  anchor: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  onChange: (opened: boolean) => void;
};
