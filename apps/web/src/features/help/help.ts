import { createListeners } from '../../lib/browser/listeners.ts';

export type KeyMeaning = { readonly keys: readonly string[]; readonly meaning: string };
export type KeySection = { readonly title: string; readonly keys: readonly KeyMeaning[] };

/** What a screen is for, and its keys. */
export type ScreenHelp = {
  readonly title: string;
  readonly about: readonly string[];
  readonly sections: readonly KeySection[];
};

const { subscribe, notify } = createListeners();

/** Asks for the help of the screen in view, from anywhere. */
export const openHelp = notify;
export const listenForHelp = subscribe;
