import { createListeners } from '../../lib/browser/listeners.ts';

export type KeyMeaning = { readonly keys: readonly string[]; readonly meaning: string };
export type KeySection = { readonly title: string; readonly keys: readonly KeyMeaning[] };

/** A screen's purpose and shortcuts. */
export type ScreenHelp = {
  readonly title: string;
  readonly about: readonly string[];
  readonly sections: readonly KeySection[];
};

const { subscribe, notify } = createListeners();

/** Opens the current screen's help from anywhere. */
export const openHelp = notify;
export const listenForHelp = subscribe;
